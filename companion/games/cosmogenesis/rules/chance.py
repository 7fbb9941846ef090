"""What the app may draw for the table, and which actions show something hidden."""

from __future__ import annotations

from typing import Any

from companion.games.cosmogenesis.actions import Begin, FinishRound
from companion.games.cosmogenesis.state import State, is_last
from companion.referee.game import Draw


def chance(s: State, a: Any) -> Draw | None:
    """What must be drawn before this action is whole: who takes the Monolith first."""
    if isinstance(a, Begin) and a.seat is None:
        return Draw(tuple(str(seat) for seat in s.all_seats), 1)
    return None


def saw_hidden(s: State, a: Any) -> bool:
    """Whether the table saw something new: what fills the board for a new round. Who begins is
    nothing hidden.
    """
    return on_the_table(s, a)


def on_the_table(s: State, a: Any) -> bool:
    """Whether it was the real bag and decks that showed something: a slip turns nothing over."""
    return isinstance(a, FinishRound) and not is_last(s)
