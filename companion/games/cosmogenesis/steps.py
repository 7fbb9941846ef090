"""The steps of the game by name, for the lessons: which one a seat is at. It judges nothing."""

from __future__ import annotations

from companion.games.cosmogenesis.state import Stage, State, Step

WAITING = "waiting"
STEPS = (
    Stage.SETUP,
    Step.MAIN,
    Step.EXTRA,
    WAITING,
    Stage.ROUND,
    Stage.COUNT,
    Stage.OVER,
)


def step_of(s: State, seat: int) -> str:
    """What this seat is at: a step of its turn, or the table's stage."""
    if s.stage != Stage.PLAY:
        return s.stage
    return s.turn.step if s.turn.seat == seat else WAITING
