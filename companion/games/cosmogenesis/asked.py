"""What players ask at each moment of the game: rules by their keys. It judges nothing."""

from __future__ import annotations

from companion.games.cosmogenesis.state import Stage, State, Step

_AT_STAGE = {
    Stage.SETUP: ("setup.tokens", "setup.decks", "setup.sectors", "setup.keep"),
    Stage.ROUND: ("round.evolve", "round.clear", "round.refill", "round.first"),
    Stage.COUNT: ("score.stellar", "score.planetary", "objective.later", "score.belt"),
    Stage.OVER: ("game.tie", "game.winner", "score.belt", "score.life"),
}
_TAKING = ("sector.kind", "collide.result", "moon.size", "discard.any")
_AFTER = ("extra.one", "life.place", "exotic.use", "objective.reveal")


def asked_now(s: State) -> tuple[str, ...]:
    """Keys of rules, the likeliest first."""
    return _AT_STAGE.get(s.stage) or (_TAKING if s.turn.step == Step.MAIN else _AFTER)
