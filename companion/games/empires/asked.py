"""What players ask at each moment of the game: rules by their keys. It judges nothing."""

from __future__ import annotations

from companion.games.empires.state import OVER, REVEAL, ROLL, SETUP, SHIFT, State

_AT_STAGE = {
    SETUP: ("setup.first", "setup.pool", "culture.keep", "setup.crowd"),
    REVEAL: ("end.reveal", "culture.reveal", "culture.transcendent", "end.winner"),
    OVER: ("end.tie", "end.winner", "culture.transcendent", "end.final-round"),
}
_ROLLING = ("roll.dice", "roll.shift", "roll.limits", "roll.paid")
_ACTING = ("build.price", "build.own-discount", "cycle.action", "build.copies")


def asked_now(s: State) -> tuple[str, ...]:
    """Keys of rules, the likeliest first."""
    return _AT_STAGE.get(s.stage) or (_ROLLING if s.turn.step in (ROLL, SHIFT) else _ACTING)
