"""What this table's cards print where they are not as ours: changes, and the cards after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.empires.pieces import CARD_FIELDS, CARDS, KINDS, Card

#: a card, which of its values, and what it is
Change = tuple[str, str, int | str]


def printed(card: Card, field: str) -> int | str | None:
    """What a card prints in this field; None where it prints nothing there."""
    if field == "kind":
        return card.kinds[0]
    if field == "roll":
        return card.rolls[0] if card.rolls else None
    return card.cost if field == "cost" else card.production


def changed(card: Card, field: str, value: int | str) -> Card:
    if isinstance(value, str):
        return replace(card, kinds=(value,))
    if field == "cost":
        return replace(card, cost=value)
    if field == "roll":
        return replace(card, rolls=(value,))
    return replace(card, production=value)


def handed_on(told: str) -> Iterator[Change]:
    """What the table before this one said of its cards; what cannot be read is left out."""
    for part in told.split(","):
        slug, _, rest = part.partition(".")
        field, _, value = rest.partition(".")
        if slug in CARDS and field in CARD_FIELDS and (field == "kind") == (value in KINDS):
            if value in KINDS:
                yield slug, field, value
            elif value.isascii() and value.isdecimal():
                yield slug, field, int(value)


def told_apart(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The latest word on each value, in order; what is as in our cards again leaves no trace."""
    latest = {(slug, which): value for slug, which, value in changes}
    return tuple(
        (slug, which, value)
        for (slug, which), value in sorted(latest.items())
        if value != printed(CARDS[slug], which)
    )
