"""The sheets of power cards: gaining one, and the choices of each, with one field or more for each
step of its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from companion.games.crafting.board import Board, max_hand_cards_of_kind
from companion.games.crafting.book import RULEBOOK
from companion.games.crafting.pieces import (
    CARD_PRICE_BY_POWER_SLOT,
    CONTROL_NAMES,
    CONTROLS,
    ELEMENTS,
    LIFE_VALUES,
    POWERS,
    SECTORS,
    Power,
)
from companion.games.crafting.rules.bounds import MAX_LIFE_SPACES_AT_STAR
from companion.games.crafting.rules.power import GainPower
from companion.games.crafting.rules.power_cards import CARD_STEP_BY_NAME
from companion.games.crafting.show.offers import (
    element_picks,
    energy_picks,
    first_refusal,
    likely_discarded_star,
    open_sheet_choice,
    refusal,
    sector_picks,
    star_picks,
)
from companion.games.crafting.state import State
from companion.referee.controls import Field, Pick, number_picks
from companion.referee.panels import Sheet
from companion.referee.rows import Row
from companion.referee.text import SeatName, Text, printed, untranslated

#: for a galaxy without a star: the rest of the card may still count (rule power.partial)
_NO_STAR_PICKS = (Pick(value="h", label=Text("I have none"), icon="no"),)


def _discard(board: Board, arg: str) -> tuple[Field, ...]:
    picks = star_picks(board, novae=True) or _NO_STAR_PICKS
    return (
        Field(
            label=Text("Star you discard"),
            kind="pick",
            picks=picks,
            value=likely_discarded_star(board),
        ),
    )


def _gain(board: Board, arg: str) -> tuple[Field, ...]:
    return (Field(label=Text("Star you gain"), kind="pick", picks=element_picks()),)


def _convert(board: Board, arg: str) -> tuple[Field, ...]:
    return (
        Field(
            label=Text("Star you flip to a supernova"),
            kind="pick",
            picks=star_picks(board, novae=False) or _NO_STAR_PICKS,
            value=likely_discarded_star(board),
        ),
    )


def _turn_back(board: Board, arg: str) -> tuple[Field, ...]:
    return (Field(label=Text("Star under the supernova"), kind="pick", picks=element_picks()),)


def _some(low: int) -> Callable[[Board, str], tuple[Field, ...]]:
    def fields(board: Board, arg: str) -> tuple[Field, ...]:
        stars = max(
            (board.star_count_of_kind(kind) for kind in arg.split() if kind in ELEMENTS), default=0
        )
        reach = int(arg) if arg.isdecimal() else MAX_LIFE_SPACES_AT_STAR * stars
        high = max(low, min(reach, board.proto))
        return (
            Field(
                label=Text("Proto life next to it to stabilise"),
                kind="number",
                value=str(low),
                low=low,
                high=high,
            ),
        )

    return fields


def _crystals_or_proto(board: Board, arg: str) -> tuple[Field, ...]:
    picks = (
        Pick(
            value="crystals",
            label=Text("{n} time crystal", "{n} time crystals", n=int(arg)),
            icon="time",
        ),
        Pick(
            value="proto", label=Text("{n} proto life", "{n} proto life", n=int(arg)), icon="proto"
        ),
    )
    return (Field(label=Text("You gain"), kind="pick", picks=picks),)


def _evolve(board: Board, arg: str) -> tuple[Field, ...]:
    values = number_picks(LIFE_VALUES)
    return (
        Field(
            label=Text("Value of the token you drew"),
            kind="secret",
            picks=values,
            note=Text("Only you see it. You can also enter it at the end"),
        ),
    )


def _star_stuff(board: Board, arg: str) -> tuple[Field, ...]:
    acts = (
        Pick(value="gain", label=Text("Gain a size 1"), icon="nebula-1"),
        Pick(value="replace", label=Text("Replace a size 1 with a size 2"), icon="nebula-2"),
    )
    return (
        Field(label=Text("What will you do?"), kind="pick", picks=acts),
        _sector(Text("Sector")),
    )


def _sector(label: Text) -> Field:
    return Field(label=label, kind="pick", picks=sector_picks(untold=True), value="?")


def _shoot(board: Board, arg: str) -> tuple[Field, ...]:
    tiles = sorted({t for t in board.tiles if not t.completed})
    nebulae = tuple(
        Pick(
            value=f"nebula {t.size} {t.sector} {end}",
            label=Text(
                "Size {size}: {start} to {end}",
                size=t.size,
                start=_mark(t.sector),
                end=_mark(end),
            ),
            icon=f"nebula-{t.size}",
        )
        for t in tiles
        for end in SECTORS
    )
    stars = (
        Pick(value="star", label=Text("A star"), icon="h", off=not sum(board.stars)),
        Pick(value="nova", label=Text("A supernova"), icon="nova", off=not board.novae),
    )
    return (Field(label=Text("What moves?"), kind="pick", picks=(*stars, *nebulae)),)


def _mark(sector: str) -> Text:
    marks = {"psi": untranslated("Ψ"), "phi": untranslated("Φ"), "delta": untranslated("Δ")}
    return marks.get(sector, untranslated("?"))


def _wormhole(board: Board, arg: str) -> tuple[Field, ...]:
    picks = (
        Pick(value="proto", label=Text("Up to 3 proto life"), icon="proto"),
        Pick(value="stable", label=Text("Up to 3 stable life"), icon="stable"),
    )
    return (Field(label=Text("What moves?"), kind="pick", picks=picks),)


_FIELDS: dict[str, Callable[[Board, str], tuple[Field, ...]]] = {
    "discard-star": _discard,
    "gain-star": _gain,
    "convert-star": _convert,
    "turn-back": _turn_back,
    "stabilise-some": _some(1),
    "stabilise-near": _some(1),
    "stabilise-any": _some(0),
    "crystals-or-proto": _crystals_or_proto,
    "evolve": _evolve,
    "star-stuff": _star_stuff,
    "shoot": _shoot,
    "wormhole": _wormhole,
}


def power_answer_fields(board: Board, power: Power) -> tuple[Field, ...]:
    """Returns the fields of this card's choices, in the order of its steps."""
    return tuple(
        field
        for name, *args in power.does
        if name in _FIELDS
        for field in _FIELDS[name](board, " ".join(args))
    )


def cheapest_gain_power_actions(s: State, seat: int) -> Iterator[GainPower]:
    """Yields tries for the cheapest open slot, to find out why no card can be gained."""
    board = s.board(seat)
    free = [slot for slot in CARD_PRICE_BY_POWER_SLOT if board.power_in_slot(slot) is None]
    owners = power_owners(s)
    left = [slug for slug in POWERS if slug not in owners]
    slot = min(free or [1], key=CARD_PRICE_BY_POWER_SLOT.__getitem__)
    for control in CONTROLS:
        first = next((slug for slug in left if POWERS[slug].deck == control), None)
        if first:
            yield GainPower(slot, first)


def power_owners(s: State) -> dict[str, int]:
    """Returns which seat has which power card."""
    return {slug: seat for seat in reversed(s.all_seats) for _, slug in s.board(seat).powers}


def gain_power_row(s: State, seat: int) -> Row:
    """Returns the row that gains a power: each type of card opens its sheet; refused if none can be
    gained. For the seat that crafts.
    """
    tries = {POWERS[a.power].deck: a for a in cheapest_gain_power_actions(s, seat)}
    return Row(
        label=Text("Gain a power"),
        icon="power",
        detail=cheapest_slot_price_text(s.board(seat)),
        choices=tuple(
            open_sheet_choice(
                f"gain-{deck}", CONTROL_NAMES[deck], None, deck, refusal(s, seat, tries[deck])
            )
            for deck in tries
        ),
        refusal=first_refusal(s, seat, tries.values()),
    )


def free_slot_per_price(board: Board) -> tuple[int, ...]:
    """Returns one open slot for each price, the cheapest first."""
    free = [slot for slot in CARD_PRICE_BY_POWER_SLOT if board.power_in_slot(slot) is None]
    by_price = {CARD_PRICE_BY_POWER_SLOT[slot]: slot for slot in reversed(free)}
    return tuple(by_price[price] for price in sorted(by_price))


def cheapest_slot_price_text(board: Board) -> Text:
    """Returns the price of the cheapest open slot."""
    slots = free_slot_per_price(board)
    if not slots:
        return Text("All 4 slots are full")
    return Text("{n} matching cards", "{n} matching cards", n=CARD_PRICE_BY_POWER_SLOT[slots[0]])


def gain_power_sheets(s: State, seat: int) -> Iterator[Sheet]:
    """Yields the sheets that gain a power, one for each type: the price, then its cards."""
    slots, owners = free_slot_per_price(s.board(seat)), power_owners(s)
    prices = tuple(
        Pick(value=str(n), label=Text("{n} card", "{n} cards", n=CARD_PRICE_BY_POWER_SLOT[n]))
        for n in slots
    )
    slot = Field(
        label=Text("You pay"), kind="pick", picks=prices, value=prices[0].value if prices else ""
    )
    for deck in CONTROLS:
        kept = Field(
            label=Text("Tap the card you kept"),
            kind="cards",
            second=Pick(value="used", label=Text("Gain and use")),
            picks=tuple(
                _card(slug, owners.get(slug)) for slug in POWERS if POWERS[slug].deck == deck
            ),
        )
        yield Sheet(
            id=f"gain-{deck}",
            title=Text("Gain a power: {kind}", kind=CONTROL_NAMES[deck]),
            verb="gain",
            note=Text("Draw as many as you paid, keep 1. Put its token on its control"),
            fields=(slot, kept),
            submit=Text("Gain this power"),
            icon=deck,
        )


# With the eight like it in this game, saves 8 % of an action's processor time.
@cache
def _card(slug: str, owner: int | None) -> Pick:
    power = POWERS[slug]
    return Pick(
        value=slug,
        label=printed(power.name),
        detail=Text("{who} has it", who=SeatName(owner)) if owner else price_words(power),
        group=power.deck,
        off=owner is not None,
        with_second=not power.instead
        and not any(CARD_STEP_BY_NAME[name].asks for name, *_ in power.does),
    )


def is_used_with_one_tap(board: Board, power: Power) -> bool:
    """Returns whether a card can be used with one tap."""
    return not (
        must_choose_payment(board, power)
        or any(CARD_STEP_BY_NAME[name].asks for name, *_ in power.does)
    )


def payment_kinds(board: Board, power: Power) -> tuple[str, ...]:
    """Returns the types that an entered hand can pay with for a price that names none; () if the
    hand is not entered, since then the type makes no difference.
    """
    if board.entered is None or power.price.kind not in ("any", "matching"):
        return ()
    price = power.price.cards
    return tuple(c for c in CONTROLS if price and max_hand_cards_of_kind(board, c) >= price)


def must_choose_payment(board: Board, power: Power) -> bool:
    """Returns whether the payment must be chosen, so that an entered hand stays correct."""
    return len(payment_kinds(board, power)) > 1


def single_payment_kind(board: Board, power: Power) -> str | None:
    """Returns the one type that an entered hand can pay with; None if there is not exactly one."""
    kinds = payment_kinds(board, power)
    return kinds[0] if len(kinds) == 1 else None


def is_discharge_power_without_choice(power: Power) -> bool:
    """Returns whether a card replaces a discharge's star and needs no choice."""
    return power.instead and not any(CARD_STEP_BY_NAME[name].asks for name, *_ in power.does)


def is_answered_by_one_tap(board: Board, power: Power) -> bool:
    """Returns whether a card asks a single thing, so that each option is a tap."""
    fields = power_answer_fields(board, power)
    if power.instead or len(fields) != 1:
        return False
    return fields[0].kind != "secret" and not must_choose_payment(board, power)


def has_own_sheet(board: Board, power: Power) -> bool:
    """Returns whether a card is used from a sheet of its own."""
    return not (
        power.instead or is_used_with_one_tap(board, power) or is_answered_by_one_tap(board, power)
    )


def power_effect_text(power: Power) -> Text:
    """Returns what the card costs and does: its entry in the rulebook."""
    rule = RULEBOOK.find_entry(f"power.{power.slug}")
    return rule.text if hasattr(rule, "text") else printed(power.name)


def price_words(power: Power) -> Text:
    """Returns the price in short: "1 Time card", "2 matching cards and 1 graviton"."""
    price = power.price
    if power.instead:
        return Text("Instead of the star of a discharge")
    kinds = {
        "any": Text("{n} card", "{n} cards", n=price.cards),
        "matching": Text("{n} matching cards", "{n} matching cards", n=price.cards),
    }
    cards = kinds.get(price.kind) or Text(
        "{n} {kind} card",
        "{n} {kind} cards",
        n=price.cards,
        kind=CONTROL_NAMES.get(price.kind, untranslated(price.kind)),
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


def use_power_sheet(board: Board, power: Power) -> Sheet:
    """Returns the sheet that uses a power card."""
    fields = power_answer_fields(board, power)
    if power.price.kind in ("any", "matching"):
        paid = (Pick(value="", label=Text("Any")), *energy_picks())
        kinds = Field(
            label=Text("Paid with (optional)"),
            kind="pick",
            picks=paid,
            value=single_payment_kind(board, power) or "",
            lead="with",
        )
        fields = (*fields, kinds)
    return Sheet(
        id=f"use-{power.slug}",
        title=printed(power.name),
        verb=f"use {power.slug}",
        note=power_effect_text(power),
        fields=fields,
        submit=Text("Use {card}", card=power.name),
        icon=power.deck,
    )
