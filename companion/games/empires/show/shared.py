"""All cards as this group's box has them, which values are unsure, and how to correct them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.empires.book import printed_values_words, uncertain_values_words
from companion.games.empires.pieces import (
    CARD_FIELD_NAMES,
    CARD_KIND_NAMES,
    CARD_KINDS,
    CARDS,
    DICE_TOTALS,
    MAX_PRINTED_NUMBER,
    PRINTED_CARD_FIELDS,
    Card,
)
from companion.games.empires.rules import NOTATION
from companion.games.empires.rules.game import CorrectPrintedValue
from companion.games.empires.show.faces import printed_card_face
from companion.games.empires.state import State, printed_value
from companion.referee.controls import Choice, Field, Pick
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, printed, untranslated

_OTHER = {
    "cost": Text("Other cost"),
    "kind": Text("Other type"),
    "roll": Text("Other roll value"),
    "production": Text("Other production"),
}
_DIFFERENT = {
    "cost": Text("A different cost on your cards"),
    "kind": Text("A different type on your cards"),
    "roll": Text("A different roll value on your cards"),
    "production": Text("A different production on your cards"),
}


# Saves 14 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s: (s.changes,))
def card_reference_panels(s: State) -> tuple[Panel, ...]:
    """Returns all cards, and the sheets that change a printed value."""
    all_cards = tuple(s.cards.values())
    cards = Choices(
        id="cards",
        tab="shared",
        shared=True,
        title=Text("All cards"),
        choices=tuple(_entry(card) for card in all_cards),
        style="list",
        drawing="entry",
    )
    differ = tuple(
        Choice(
            label=_OTHER[field],
            sheet=f"print-{field}",
            icon="pencil",
        )
        for field in PRINTED_CARD_FIELDS
    )
    title = Text("Our card is different")
    row = Choices(id="differ", tab="shared", title=title, choices=differ, style="row")
    each = (_card_sheet(card) for card in all_cards)
    return (row, *(_sheet(all_cards, field) for field in PRINTED_CARD_FIELDS), cards, *each)


@dataclass(frozen=True)
class PrintedValueChoice:
    """One value that a card may print, with the action that sets it; `now`: it is set already."""

    label: Text
    action: str
    now: bool


@dataclass(frozen=True)
class PrintedValueChoices:
    """The values of one kind that a card may print, on the sheet of that card."""

    id: str
    sheet: str
    name: Text
    values: tuple[PrintedValueChoice, ...]


#: likely numbers: no card of the box has a larger one; the sheets for one kind have all
LIKELY_PRINTED_NUMBERS = range(10)


def _card_sheet(card: Card) -> Sheet:
    """Returns the sheet of one card's values: one tap sets what the group's own copies print."""
    return Sheet(
        id=f"prints-{card.slug}",
        tab="shared",
        title=printed(card.name),
        drawing="printed",
        facts=tuple(_values_of(card)),
        note=Text("Counts for everyone at this table"),
        icon="card",
    )


def _values_of(card: Card) -> Iterator[PrintedValueChoices]:
    choices = {
        "cost": LIKELY_PRINTED_NUMBERS,
        "kind": CARD_KINDS,
        "roll": DICE_TOTALS,
        "production": LIKELY_PRINTED_NUMBERS,
    }
    for field, values in choices.items():
        now = printed_value(card, field)
        if now is not None:
            known = (*values, *(() if now in values else (now,)))
            yield PrintedValueChoices(
                f"{card.slug}-{field}",
                f"prints-{card.slug}",
                CARD_FIELD_NAMES[field],
                tuple(_value_of(card, field, value, now) for value in known),
            )


def _value_of(card: Card, field: str, value: int | str, now: int | str) -> PrintedValueChoice:
    label = CARD_KIND_NAMES[value] if isinstance(value, str) else untranslated(str(value))
    return PrintedValueChoice(
        label, NOTATION.write(CorrectPrintedValue(card.slug, field, value)), value == now
    )


def _entry(card: Card) -> Choice:
    changed = card != CARDS[card.slug]
    unsure = uncertain_values_words(card)
    detail = printed_values_words(card)
    if changed:
        detail = Text("{figures} Changed at this table.", figures=detail)
    elif unsure:
        detail = Text("{figures} {unsure}.", figures=detail, unsure=unsure)
    icon, sheet = "pencil" if changed else "card", f"prints-{card.slug}"
    return Choice(
        label=printed(card.name),
        detail=detail,
        icon=icon,
        sheet=sheet,
        facts=printed_card_face(card),
    )


def _sheet(all_cards: tuple[Card, ...], field: str) -> Sheet:
    which = tuple(
        Pick(value=card.slug, label=printed(card.name), detail=_now(card, field))
        for card in all_cards
        if not (field == "production" and card.production is None)
        and not (field == "roll" and card.has_builder_chosen_roll)
    )
    return Sheet(
        id=f"print-{field}",
        tab="shared",
        title=_DIFFERENT[field],
        verb="card",
        note=Text("Counts for everyone at this table"),
        fields=(Field(label=Text("Card"), kind="pick", picks=which), _value(field)),
        submit=Text("Use our value"),
        icon="pencil",
    )


def _now(card: Card, field: str) -> Text:
    """Returns the present value of this card."""
    if field == "kind":
        return CARD_KIND_NAMES[card.kinds[0]]
    number = {"cost": card.cost, "roll": (*card.rolls, 0)[0], "production": card.production or 0}
    return untranslated(str(number[field]))


def _value(field: str) -> Field:
    label = Text("Value on our card")
    if field == "kind":
        picks = tuple(Pick(value=kind, label=CARD_KIND_NAMES[kind]) for kind in CARD_KINDS)
        return Field(label=label, kind="pick", picks=picks, lead=field)
    low, high = (DICE_TOTALS[0], DICE_TOTALS[-1]) if field == "roll" else (0, MAX_PRINTED_NUMBER)
    return Field(label=label, kind="number", low=low, high=high, value=str(low), lead=field)
