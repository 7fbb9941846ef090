"""The own empire: every card with its worked production, and the corrections."""

from __future__ import annotations

from collections import Counter
from functools import cache

from companion.games.empires import actions as do
from companion.games.empires.empire import Built
from companion.games.empires.pieces import TOTALS
from companion.games.empires.rules.card_production import (
    production,
    rolls_of,
    total_production,
)
from companion.games.empires.say import card_words
from companion.games.empires.show.fixes import fixes, of_the_turn
from companion.games.empires.show.offers import offer
from companion.games.empires.show.working import copies_words, group_words
from companion.games.empires.state import PLAY, State
from companion.referee.controls import Choice
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Choices, Count, Counts, Panel, Sheet
from companion.referee.text import Text

MOST_CREDITS = 999


def own_empire(s: State, seat: int) -> tuple[Panel, ...]:
    """What the app knows of this seat's cards and credits, and how to set it right."""
    return (
        _own_cards(s, seat),
        _purse(s, seat),
        _corrections(bool(s.empire(seat).cards)),
        _add_sheet(s, seat),
        *_remove_sheet(s, seat),
        *fixes(s, seat),
    )


def _own_cards(s: State, seat: int) -> Counts:
    return Counts(
        id="own-cards",
        tab="own",
        title=Text("Your cards make {n}", n=total_production(s, seat)),
        note=None if s.empire(seat).cards else Text("You haven't built a card yet"),
        counts=tuple(_group(s, seat, built, n) for built, n in _by_roll(s, seat)),
    )


def _by_roll(s: State, seat: int) -> list[tuple[Built, int]]:
    """The cards in the order that the rulebook advises: by roll value, equal ones together."""
    counted = Counter(s.empire(seat).cards)
    return sorted(counted.items(), key=lambda pair: (rolls_of(s, pair[0]), pair[0]))


def _group(s: State, seat: int, built: Built, number: int) -> Count:
    return Count(
        label=copies_words(built.card, number),
        value=number * production(s, seat, built.card),
        icon="card",
        detail=group_words(s, seat, built),
    )


def _purse(s: State, seat: int) -> Counts:
    has = s.empire(seat).credits
    if s.stage != PLAY or s.turn.seat != seat:
        return _numbers(has)
    return _numbers(has, *of_the_turn(s, seat))


def _numbers(has: int, *more: Count) -> Counts:
    """A seat's credits; in its turn more that may be wrong."""
    label = Text("Credits")
    purse = Count(label=label, value=has, verb="mend credits", icon="score", high=MOST_CREDITS)
    return Counts(
        id="purse",
        tab="own",
        title=Text("Fix a number"),
        counts=(purse, *more),
        rule="game.correct",
    )


@cache
def _corrections(built: bool) -> Choices:
    add = Choice(label=Text("Add a card"), sheet="add", icon="plus")
    remove = Choice(label=Text("Remove a card"), sheet="remove", icon="minus")
    return Choices(id="correct", tab="own", choices=(add, remove) if built else (add,), style="row")


# Saves 8 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, seat: (s.changes, *s.all_cards))
def _add_sheet(s: State, seat: int) -> Sheet:
    """The same for every seat and at every moment until a card is built: a correction is allowed
    while the deck has another copy.
    """
    wanted = [
        do.Add(card.slug, value)
        for card in s.cards.values()
        for value in (TOTALS if card.chooses else (None,))
    ]
    return Sheet(
        id="add",
        tab="own",
        title=Text("Which card is missing?"),
        note=Text("Credits don't change"),
        choices=tuple(offer(s, seat, a, card_words(a.card, a.value)) for a in wanted),
        icon="plus",
    )


def _remove_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    wanted = [do.Remove(b.card, b.chosen or None) for b, _ in _by_roll(s, seat)]
    if not wanted:
        return ()
    sheet = Sheet(
        id="remove",
        tab="own",
        title=Text("Which card should go?"),
        choices=tuple(offer(s, seat, a, card_words(a.card, a.value)) for a in wanted),
        note=Text("Credits don't change"),
        icon="minus",
    )
    return (sheet,)
