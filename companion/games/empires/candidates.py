"""Actions that a person might try now. Lazy; free amounts are judged but not listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from companion.games.empires.pieces import CARDS, CULTURES, TOTALS
from companion.games.empires.rules.build import Build
from companion.games.empires.rules.card import Copy, Scout
from companion.games.empires.rules.culture import Keep, Reveal, seat_that_showed_culture
from companion.games.empires.rules.cycle import Cycle
from companion.games.empires.rules.end import Done, End
from companion.games.empires.rules.roll import STEP, Confirm, Roll, Shift, Total
from companion.games.empires.rules.setup import Begin
from companion.games.empires.state import ACT, OFF, OVER, PLAY, REVEAL, ROLL, SETUP, SHIFT, State

#: how many hands of hidden culture cards are tried; any entered one is judged
MOST_HANDS = 8


def candidates(s: State, seat: int) -> Iterator[Any]:
    """Yields actions worth offering to this seat, allowed or not."""
    if s.stage == OVER:
        return
    if s.stage == SETUP:
        yield Begin()
        yield from (Begin(n) for n in s.all_seats)
    elif s.stage == PLAY and s.turn.seat == seat:
        yield from _STEPS[s.turn.step](s)
    elif s.stage == REVEAL:
        yield Done()
    if s.culture != OFF:
        yield from (Reveal(slug) for slug in CULTURES)
        yield from _hands(s, seat)


def _roll(s: State) -> Iterator[Any]:
    yield Roll()
    yield from (Total(total) for total in TOTALS)


def _shift(s: State) -> Iterator[Any]:
    yield from (Shift(way) for way in STEP)
    yield Scout()
    yield Confirm()


def _act(s: State) -> Iterator[Any]:
    yield from build_candidates(s)
    yield from (Copy(value) for value in _values(s.turn.pair))
    yield Cycle()
    yield Scout()
    yield End()


_STEPS = {ROLL: _roll, SHIFT: _shift, ACT: _act}


def _values(slug: str) -> tuple[int | None, ...]:
    """Returns the roll values that may be chosen for a card; (None,) if it prints its own."""
    return tuple(TOTALS) if slug and CARDS[slug].has_chosen_roll else (None,)


def build_candidates(s: State) -> Iterator[Build]:
    """Yields every card, with every roll value if one is chosen."""
    for slug in CARDS:
        yield from (Build(slug, value) for value in _values(slug))


def _hands(s: State, seat: int) -> Iterator[Keep]:
    """Yields some of the hidden culture cards that a seat may hold."""
    unseen = [slug for slug in CULTURES if seat_that_showed_culture(s, slug) is None]
    hidden = s.hidden_culture_count(seat)
    if hidden:
        yield from (Keep(hand) for hand in islice(combinations(unseen, hidden), MOST_HANDS))
