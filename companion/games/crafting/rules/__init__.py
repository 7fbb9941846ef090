"""The rules by chapter. `objections` is the only place where legality lives."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.crafting.pieces import HAND_LIMIT
from companion.games.crafting.rules import (
    card,
    corrections,
    end,
    energy,
    game,
    goal,
    life,
    move,
    nebula,
    place,
    power,
    setup,
    slider,
    time,
    turn,
)
from companion.games.crafting.rules.chance import chance, on_the_table, redact, saw_hidden
from companion.games.crafting.rules.track import with_passed
from companion.games.crafting.state import DISCARD, OVER, PLAY, REVEAL, SCORE, State
from companion.referee.actions import Action, actions_in, notation_of
from companion.referee.ruling import Doubt, Objection

outcome = game.outcome

__all__ = [
    "ACTIONS",
    "NOTATION",
    "apply",
    "chance",
    "objections",
    "on_the_table",
    "outcome",
    "redact",
    "saw_hidden",
    "to_act",
]

_CHAPTERS = (
    setup,
    energy,
    place,
    nebula,
    time,
    life,
    power,
    card,
    slider,
    move,
    goal,
    end,
    game,
    corrections,
)
ACTIONS = actions_in(_CHAPTERS)
NOTATION = notation_of(ACTIONS)


def objections(s: State, seat: int, a: Action) -> Iterable[Objection | Doubt]:
    """Everything that speaks against this action now, and every doubt about it.

    Out of turn or phase, that alone is said: the rest would be noise.
    """
    barred = turn.out_of_turn(s, seat, a.when)
    return (barred,) if barred is not None else a.may(s, seat)


def apply(s: State, seat: int, a: Action) -> State:
    """What happens; never checks, copes with any readable action."""
    return with_passed(s, card.after_hands(a.apply(s, seat)), seat, a)


def to_act(s: State) -> frozenset[int]:
    """The seats that the table waits for; empty exactly when the game is over."""
    if s.stage == OVER:
        return frozenset()
    if s.stage == PLAY:
        return frozenset(turn.acting_seats(s))
    if s.stage == SCORE:
        return frozenset(goal.missing_counts(s) or s.all_seats)
    if s.stage == DISCARD:
        return frozenset(n for n in s.all_seats if s.board(n).hand > HAND_LIMIT)
    if s.stage == REVEAL:
        return frozenset(n for n in s.all_seats if not s.board(n).revealed)
    return frozenset(s.all_seats)
