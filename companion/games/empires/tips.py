"""The numbers in the tips, worked out from the cards: nothing here is typed from a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from companion.games.empires.pieces import (
    BIO,
    CARDS,
    CYCLE_PAY,
    DECK_SIZE,
    MECH,
    ROLLS,
    SPIRIT,
    TOTALS,
    Card,
    percent,
    ways,
)
from companion.games.empires.rules.build import INDUSTRIOUS_MOST
from companion.games.empires.rules.cycle import RESOURCEFUL_PAY
from companion.games.empires.rules.end_ranking import MILITARISTIC_BONUS
from companion.referee.text import Text
from companion.referee.tips import Numbers


def chance(totals: tuple[int, ...]) -> Text:
    """The chance of these totals, "6.25%"."""
    return Text("{percent}%", percent=percent(totals))


def ratio(card: Card) -> float:
    """Production for each credit of a card with a fixed production; 0.0 for any other."""
    return (card.production or 0) / card.cost


def back(card: Card) -> float:
    """Credits that it pays a roll, on average, for each credit that it costs."""
    return ratio(card) * ways(card.rolls) / ROLLS


def in_deck(kind: str) -> int:
    """How many cards of the deck are of this type."""
    return sum(card.copies for card in CARDS.values() if kind in card.kinds)


def _of(card: Card) -> Iterator[tuple[str, Text | float | str]]:
    yield from (("cost", card.cost), ("copies", card.copies))
    if card.rolls:
        yield "chance", chance(card.rolls)
    if card.production:
        yield from (("made", card.production), ("ratio", round(ratio(card), 2)))
    if card.production and card.rolls:
        yield from (("back", round(back(card), 2)), ("rolls", round(1 / back(card))))


_DECK: dict[str, Text | float | str] = {
    "deck": DECK_SIZE,
    "bios": in_deck(BIO),
    "mechs": in_deck(MECH),
    "spirits": in_deck(SPIRIT),
}
_LIKELIEST = max(TOTALS, key=lambda total: ways((total,)))
_DEAREST = max(card.cost for card in CARDS.values())
_MORE: Numbers = {
    "card.collective": {"most_copies": max(card.copies for card in CARDS.values())},
    # Alone, each of n Ancient Gates makes n.
    "card.ancient-gate": {"two": 2 * 2, "three": 3 * 3},
    "card.transit-hub": {"most": len(TOTALS)},
    "card.darkspace-hub": {"best": _LIKELIEST, "best_chance": chance((_LIKELIEST,))},
    "culture.industrious": {
        "cheap": sum(card.cost <= INDUSTRIOUS_MOST for card in CARDS.values()),
        "most_price": INDUSTRIOUS_MOST,
    },
    "culture.militaristic": {"bonus": MILITARISTIC_BONUS},
    "culture.resourceful": {
        "plain": CYCLE_PAY,
        "cycled": CYCLE_PAY + RESOURCEFUL_PAY,
        "cycles": ceil(_DEAREST / (CYCLE_PAY + RESOURCEFUL_PAY)),
    },
}
NUMBERS: Numbers = {
    **{f"card.{slug}": {**_DECK, **dict(_of(card))} for slug, card in CARDS.items()},
    "culture.awakened": _DECK,
    "culture.transcendent": _DECK,
}
NUMBERS = {key: {**NUMBERS.get(key, {}), **_MORE.get(key, {})} for key in {**NUMBERS, **_MORE}}
