"""How a number came about, in words: the production of a card, what a total pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.games.empires.empire import Built, Pay
from companion.games.empires.pieces import CARDS
from companion.games.empires.rules.card_production import (
    groups,
    is_bio,
    largest_group,
    paired_names,
    production,
    roll_values,
    rolls_of,
)
from companion.games.empires.state import State
from companion.referee.text import Text, listed, raw


def copies_words(slug: str, number: int) -> Text:
    """ "2 T-Wing"."""
    return Text("{number} {card}", number=number, card=CARDS[slug].name)


def _bios(s: State, seat: int) -> Text:
    counted = groups(s.empire(seat))
    own = [copies_words(slug, n) for slug, n in counted.items() if is_bio(s, seat, slug)]
    return Text("Bios: {cards}", cards=listed(own)) if own else Text("no Bio")


def _pairs(s: State, seat: int) -> Text:
    names = [raw(CARDS[slug].name) for slug in paired_names(s, seat)]
    if not names:
        return Text("no card twice")
    return Text("2 for each card owned twice: {cards}", cards=listed(names))


def _largest(s: State, seat: int) -> Text:
    most = largest_group(s, seat)
    slug = next((slug for slug, n in groups(s.empire(seat)).items() if n == most), "")
    return Text("largest group: {cards}", cards=copies_words(slug, most)) if slug else Text("none")


def _values(s: State, seat: int) -> Text:
    values = [raw(str(roll)) for roll in sorted(roll_values(s, seat))]
    return Text("roll values {values}", values=listed(values)) if values else Text("none")


_WORDS: dict[str, Callable[[State, int], Text]] = {
    "bios": _bios,
    "pairs": _pairs,
    "largest-group": _largest,
    "roll-values": _values,
}


def working(s: State, seat: int, slug: str) -> Text | None:
    """How the production of a variable card is worked out; None for a printed number."""
    card = s.card(slug)
    return _WORDS[card.works](s, seat) if card.production is None else None


def group_words(s: State, seat: int, built: Built) -> Text:
    """What one copy of a card makes, when, and how it is worked out."""
    rolls = rolls_of(s, built)
    where = listed(raw(str(roll)) for roll in rolls) if rolls else Text("?")
    made = production(s, seat, built.card)
    told = Text("on {rolls}, {made} each", rolls=where, made=made)
    how = working(s, seat, built.card)
    return Text("{told}; {how}", told=told, how=how) if how else told


def pay_words(pays: tuple[Pay, ...]) -> Text:
    """What was earned, card by card: "2 T-Wing 2, 1 Ancient Gate 3"."""
    if not pays:
        return Text("nothing")
    number = Counter(pay.card for pay in pays)
    amount: Counter[str] = Counter()
    for pay in pays:
        amount[pay.card] += pay.amount
    return listed(
        Text("{cards}: {amount}", cards=copies_words(slug, n), amount=amount[slug])
        for slug, n in number.items()
    )
