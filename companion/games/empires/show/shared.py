"""All the cards as this table plays them, which values are unsure, and saying that ours differ."""

from __future__ import annotations

from companion.games.empires.book import figures, unsure_words
from companion.games.empires.pieces import (
    CARD_FIELDS,
    CARDS,
    FIELD_NAMES,
    KIND_NAMES,
    KINDS,
    MOST_PRINTED,
    TOTALS,
    Card,
)
from companion.games.empires.state import State
from companion.referee.controls import Choice, Field, Pick
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, raw


# Saves 14 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s: (s.changes,))
def reference(s: State) -> tuple[Panel, ...]:
    """All cards, and the sheets that change a printed value."""
    all_cards = tuple(s.cards.values())
    cards = Choices(
        id="cards",
        tab="shared",
        shared=True,
        title=Text("All cards"),
        choices=tuple(_entry(card) for card in all_cards),
        style="list",
    )
    differ = tuple(
        Choice(
            label=Text("Other {field}", field=FIELD_NAMES[field]),
            sheet=f"print-{field}",
            icon="pencil",
        )
        for field in CARD_FIELDS
    )
    title = Text("Our card is different")
    row = Choices(id="differ", tab="shared", title=title, choices=differ, style="row")
    return (row, *(_sheet(all_cards, field) for field in CARD_FIELDS), cards)


def _entry(card: Card) -> Choice:
    changed = card != CARDS[card.slug]
    unsure = unsure_words(card)
    detail = figures(card)
    if changed:
        detail = Text("{figures} Changed at this table.", figures=detail)
    elif unsure:
        detail = Text("{figures} {unsure}.", figures=detail, unsure=unsure)
    return Choice(label=raw(card.name), detail=detail, icon="pencil" if changed else "card")


def _sheet(all_cards: tuple[Card, ...], field: str) -> Sheet:
    which = tuple(
        Pick(value=card.slug, label=raw(card.name), detail=_now(card, field))
        for card in all_cards
        if not (field == "production" and card.production is None)
        and not (field == "roll" and card.chooses)
    )
    return Sheet(
        id=f"print-{field}",
        tab="shared",
        title=Text("A different {field} on your cards", field=FIELD_NAMES[field]),
        verb="card",
        note=Text("Counts for everyone at this table"),
        fields=(Field(label=Text("Card"), kind="pick", picks=which), _value(field)),
        submit=Text("Use our value"),
        icon="pencil",
    )


def _now(card: Card, field: str) -> Text:
    """What the app has for this card."""
    if field == "kind":
        return KIND_NAMES[card.kinds[0]]
    number = {"cost": card.cost, "roll": (*card.rolls, 0)[0], "production": card.production or 0}
    return raw(str(number[field]))


def _value(field: str) -> Field:
    label = Text("Value on our card")
    if field == "kind":
        picks = tuple(Pick(value=kind, label=KIND_NAMES[kind]) for kind in KINDS)
        return Field(label=label, kind="pick", picks=picks, lead=field)
    low, high = (TOTALS[0], TOTALS[-1]) if field == "roll" else (0, MOST_PRINTED)
    return Field(label=label, kind="number", low=low, high=high, value=str(low), lead=field)
