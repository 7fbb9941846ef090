"""The rules by chapter. `objections` is the only place where legality lives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.crafting.pieces import HAND_LIMIT
from companion.games.crafting.rules import (
    closing,
    completing,
    energy,
    goals,
    life,
    mending,
    opening,
    placing,
    powers,
    scoring,
    sliders,
    turns,
)
from companion.games.crafting.rules.drawing import chance, saw_hidden
from companion.games.crafting.rules.winning import outcome
from companion.games.crafting.state import (
    DISCARD,
    OVER,
    PLAY,
    REVEAL,
    SCORE,
    State,
)
from companion.referee.deeds import Deeds, kinds_in
from companion.referee.ruling import Doubt, Objection

__all__ = ["apply", "chance", "objections", "outcome", "saw_hidden", "to_act"]

_CHAPTERS = (
    opening,
    energy,
    placing,
    completing,
    scoring,
    life,
    powers,
    sliders,
    goals,
    closing,
    mending,
)
DEEDS: Deeds[State] = Deeds(kinds_in(_CHAPTERS), turns.out_of_turn)


def objections(s: State, seat: int, a: Any) -> Iterable[Objection | Doubt]:
    """Everything that speaks against this action now, and every doubt about it.

    Out of turn or phase, that alone is said: the rest would be noise.
    """
    return DEEDS.objections(s, seat, a)


def apply(s: State, seat: int, a: Any) -> State:
    """What happens; never checks, copes with any readable action."""
    return closing.after_hands(DEEDS.apply(s, seat, a))


def to_act(s: State) -> frozenset[int]:
    """The seats that the table waits for; empty exactly when the game is over."""
    if s.stage == OVER:
        return frozenset()
    if s.stage == PLAY:
        return frozenset(turns.acting_seats(s))
    if s.stage == SCORE:
        return frozenset(goals.missing_counts(s) or s.all_seats)
    if s.stage == DISCARD:
        return frozenset(n for n in s.all_seats if s.board(n).hand > HAND_LIMIT)
    if s.stage == REVEAL:
        return frozenset(n for n in s.all_seats if not s.board(n).revealed)
    return frozenset(s.all_seats)
