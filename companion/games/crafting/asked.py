"""What players ask at each moment of the game: rules by their keys. It judges nothing."""

from __future__ import annotations

from companion.games.crafting.player import COLLECT, CRAFT, SHIFT
from companion.games.crafting.state import DISCARD, DRAW, OVER, REVEAL, SCORE, SETUP, State

_AT_STAGE = {
    SETUP: ("setup.deal", "setup.start", "setup.crystals", "setup.goals"),
    SCORE: ("goal.ties", "goal.one", "goal.when", "place.border"),
    DRAW: ("goal.deck", "end.first-player", "game.last-goals", "goal.when"),
    DISCARD: ("card.limit", "card.five", "end.steps", "card.matching"),
    REVEAL: ("game.reveal", "life.values", "game.tie", "life.secret"),
    OVER: ("game.tie", "game.winner", "game.hand", "game.points"),
}
_AT_STEP = {
    SHIFT: ("energy.own-marble", "energy.full-control", "energy.three-moves", "energy.passive"),
    COLLECT: ("energy.supply-short", "energy.display", "energy.power-bonus", "energy.order"),
    CRAFT: ("nebula.discard", "nebula.wild", "power.price", "place.proto"),
}
_WAITING = ("turn.overlap", "place.lost", "end.omega", "goal.counts")


def asked_now(s: State) -> tuple[str, ...]:
    """Keys of rules, the likeliest first: those of whoever is furthest in their turn."""
    if s.stage in _AT_STAGE:
        return _AT_STAGE[s.stage]
    steps = {board.step for board in s.boards}
    return next((_AT_STEP[step] for step in (CRAFT, COLLECT, SHIFT) if step in steps), _WAITING)
