"""The steps of the game by name, for the lessons: which one a seat is at. It judges nothing."""

from __future__ import annotations

from companion.games.empires.state import ACT, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State

WAITING = "waiting"
STEPS = (SETUP, ROLL, SHIFT, ACT, WAITING, REVEAL, OVER)


def step_of(s: State, seat: int) -> str:
    """What this seat is at: a step of its turn, or the table's stage."""
    if s.stage != PLAY:
        return s.stage
    return s.turn.step if s.turn.seat == seat else WAITING
