"""The sheets of power cards: gaining one, and telling each what it asks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.book import RULEBOOK
from companion.games.crafting.pieces import CONTROL_NAMES, CONTROLS, POWERS, SLOT_PRICE, Power
from companion.games.crafting.rules.steps import STEPS
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.offers import energy_picks
from companion.games.crafting.state import Board, State
from companion.referee.panels import Field, Pick, Sheet
from companion.referee.text import Text, raw


def gains(s: State, seat: int) -> Iterator[do.GainPower]:
    """Tries for the cheapest open slot, for saying why no card can be gained."""
    board = s.board(seat)
    free = [slot for slot in SLOT_PRICE if board.power_in(slot) is None]
    left = [slug for slug in POWERS if not any(b.has_power(slug) for b in s.boards)]
    slot = min(free or [1], key=SLOT_PRICE.__getitem__)
    for control in CONTROLS:
        first = next((slug for slug in left if POWERS[slug].deck == control), None)
        if first:
            yield do.GainPower(slot, first)


def gain_sheet(s: State, seat: int) -> Sheet:
    board = s.board(seat)
    free = [slot for slot in SLOT_PRICE if board.power_in(slot) is None]
    slots = tuple(
        Pick(
            value=str(slot),
            label=Text("Slot {slot}", slot=slot),
            detail=Text("{n} card", "{n} cards", n=SLOT_PRICE[slot]),
        )
        for slot in free
    )
    cards = tuple(
        Pick(value=p.slug, label=raw(p.name), icon=p.deck, detail=CONTROL_NAMES[p.deck])
        for control in CONTROLS
        for p in POWERS.values()
        if p.deck == control and not any(b.has_power(p.slug) for b in s.boards)
    )
    return Sheet(
        id="gain",
        title=Text("Gain a power card"),
        verb="gain",
        note=Text(
            "Pay matching cards, draw as many power cards of that type, keep 1. "
            "Its token goes to its control"
        ),
        fields=(
            Field(
                label=Text("Slot"),
                kind="pick",
                picks=slots,
                value=str(min(free, key=SLOT_PRICE.__getitem__)) if free else "",
            ),
            Field(label=Text("The card you keep"), kind="pick", picks=cards),
        ),
        submit=Text("Gain this power"),
        icon="power",
    )


def asks_nothing(power: Power) -> bool:
    """Whether a card can be used with one tap."""
    open_kind = power.price.kind in ("any", "matching") and power.price.cards > 0
    return not open_kind and not any(STEPS[name].asks for name, *_ in power.does)


def has_sheet(power: Power) -> bool:
    return not power.instead and not asks_nothing(power)


def effect_text(power: Power) -> Text:
    """What the card costs and does: its entry in the rulebook."""
    rule = RULEBOOK.find(f"power.{power.slug}")
    return rule.text if hasattr(rule, "text") else raw(power.name)


def price_words(power: Power) -> Text:
    """The price in short: "1 Time card", "2 matching cards and 1 graviton"."""
    price = power.price
    if power.instead:
        return Text("Instead of a discharge's star")
    kinds = {
        "any": Text("{n} card", "{n} cards", n=price.cards),
        "matching": Text("{n} matching cards", "{n} matching cards", n=price.cards),
    }
    cards = kinds.get(price.kind) or Text(
        "{n} {kind} card",
        "{n} {kind} cards",
        n=price.cards,
        kind=CONTROL_NAMES.get(price.kind, raw(price.kind)),
    )
    extras = (
        (price.graviton, Text("{n} graviton", "{n} gravitons", n=price.graviton)),
        (price.supernova, Text("{n} supernova", "{n} supernovae", n=price.supernova)),
        (price.proto, Text("{n} proto life", "{n} proto life", n=price.proto)),
        (price.stable, Text("{n} stable life", "{n} stable life", n=price.stable)),
    )
    for number, words in extras:
        if number:
            cards = Text("{cards} and {more}", cards=cards, more=words)
    return cards


def use_sheet(board: Board, power: Power) -> Sheet:
    fields = answer_fields(board, power)
    if power.price.kind in ("any", "matching"):
        paid = (Pick(value="", label=Text("Any")), *energy_picks())
        kinds = Field(
            label=Text("Paid with, if you like to say"), kind="pick", picks=paid, lead="with"
        )
        fields = (*fields, kinds)
    return Sheet(
        id=f"use-{power.slug}",
        title=raw(power.name),
        verb=f"use {power.slug}",
        note=effect_text(power),
        fields=fields,
        submit=Text("Use {card}", card=power.name),
        icon=power.deck,
    )
