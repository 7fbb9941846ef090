"""The rules by chapter. `objections` is the only place where legality lives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.empires.rules import (
    building,
    closing,
    cultures,
    cycling,
    mending,
    opening,
    rolling,
    turns,
)
from companion.games.empires.rules.closing import with_final_round
from companion.games.empires.rules.drawing import chance, saw_hidden
from companion.games.empires.rules.winning import outcome
from companion.games.empires.state import OVER, PLAY, REVEAL, State
from companion.referee.deeds import Deeds, kinds_in
from companion.referee.ruling import Doubt, Objection

__all__ = ["apply", "chance", "objections", "outcome", "saw_hidden", "to_act"]

_CHAPTERS = (opening, rolling, building, cycling, cultures, closing, mending)
DEEDS: Deeds[State] = Deeds(kinds_in(_CHAPTERS), turns.out_of_turn)


def objections(s: State, seat: int, a: Any) -> Iterable[Objection | Doubt]:
    """Everything that speaks against this action now, and every doubt about it.

    Out of turn or phase, that alone is said: the rest would be noise.
    """
    return DEEDS.objections(s, seat, a)


def apply(s: State, seat: int, a: Any) -> State:
    """What happens; never checks, copes with any readable action.

    Any action may change a production, so the final round is looked at after each.
    """
    return with_final_round(DEEDS.apply(s, seat, a))


def to_act(s: State) -> frozenset[int]:
    """The seats that the table waits for; empty exactly when the game is over."""
    if s.stage == OVER:
        return frozenset()
    if s.stage == PLAY:
        return frozenset((s.turn.seat,))
    if s.stage == REVEAL:
        return frozenset(n for n in s.all_seats if not s.empire(n).passed)
    return frozenset(s.all_seats)
