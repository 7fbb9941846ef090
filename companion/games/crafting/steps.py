"""The steps of the game by name, for the lessons: which one a seat is at. It judges nothing."""

from __future__ import annotations

from companion.games.crafting.player import COLLECT, CRAFT, DONE, SHIFT, WAITING
from companion.games.crafting.state import DISCARD, DRAW, OVER, PLAY, REVEAL, SCORE, SETUP, State

#: setting up, when the marbles are known
DEALT = "dealt"
STEPS = (SETUP, DEALT, SHIFT, COLLECT, CRAFT, DONE, WAITING, SCORE, DRAW, DISCARD, REVEAL, OVER)


def step_of(s: State, seat: int) -> str:
    """What this seat is at: its own step while a round is played, otherwise the table's."""
    if s.stage == SETUP and s.first:
        return DEALT
    return s.board(seat).step if s.stage == PLAY else s.stage
