"""Actions that a person might try now. Lazy; free amounts are judged but not listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from companion.games.empires.pieces import BASE_CULTURES, CARDS, DICE_TOTALS
from companion.games.empires.rules.build import BuildCard
from companion.games.empires.rules.card import CopyCard, ScoutCard
from companion.games.empires.rules.culture import (
    EnterCultures,
    RevealCulture,
    seat_that_showed_culture,
)
from companion.games.empires.rules.cycle import CycleCard
from companion.games.empires.rules.end import EndTurn, FinishRevealing
from companion.games.empires.rules.roll import (
    SHIFT_AMOUNT_BY_DIRECTION,
    ConfirmTotal,
    EnterTotal,
    RollDice,
    ShiftTotal,
)
from companion.games.empires.rules.setup import BeginGame
from companion.games.empires.state import (
    ACT,
    CULTURES_OFF,
    OVER,
    PLAY,
    REVEAL,
    ROLL,
    SETUP,
    SHIFT,
    State,
)

#: how many hands of hidden culture cards are tried; any entered one is judged
MAX_CULTURE_HANDS_TRIED = 8


def candidates(s: State, seat: int) -> Iterator[Any]:
    """Yields actions worth offering to this seat, allowed or not."""
    if s.stage == OVER:
        return
    if s.stage == SETUP:
        yield BeginGame()
        yield from (BeginGame(n) for n in s.all_seats)
    elif s.stage == PLAY and s.turn.seat == seat:
        yield from _STEPS[s.turn.step](s)
    elif s.stage == REVEAL:
        yield FinishRevealing()
    if s.culture_variant != CULTURES_OFF:
        yield from (RevealCulture(slug) for slug in BASE_CULTURES)
        yield from _hands(s, seat)


def _roll(s: State) -> Iterator[Any]:
    yield RollDice()
    yield from (EnterTotal(total) for total in DICE_TOTALS)


def _shift(s: State) -> Iterator[Any]:
    yield from (ShiftTotal(way) for way in SHIFT_AMOUNT_BY_DIRECTION)
    yield ScoutCard()
    yield ConfirmTotal()


def _act(s: State) -> Iterator[Any]:
    yield from candidate_builds(s)
    yield from (CopyCard(value) for value in _values(s.turn.pair))
    yield CycleCard()
    yield ScoutCard()
    yield EndTurn()


_STEPS = {ROLL: _roll, SHIFT: _shift, ACT: _act}


def _values(slug: str) -> tuple[int | None, ...]:
    """Returns the roll values that may be chosen for a card; (None,) if it prints its own."""
    return tuple(DICE_TOTALS) if slug and CARDS[slug].has_builder_chosen_roll else (None,)


def candidate_builds(s: State) -> Iterator[BuildCard]:
    """Yields every card, with every roll value if one is chosen."""
    for slug in CARDS:
        yield from (BuildCard(slug, value) for value in _values(slug))


def _hands(s: State, seat: int) -> Iterator[EnterCultures]:
    """Yields some of the hidden culture cards that a seat may hold."""
    unseen = [slug for slug in BASE_CULTURES if seat_that_showed_culture(s, slug) is None]
    hidden = s.hidden_culture_count(seat)
    if hidden:
        yield from (
            EnterCultures(hand)
            for hand in islice(combinations(unseen, hidden), MAX_CULTURE_HANDS_TRIED)
        )
