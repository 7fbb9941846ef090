"""The sheets of the craft phase: what each action has to be told."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.book import RULEBOOK
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    POWERS,
    SLOT_PRICE,
    UNTOLD,
    Power,
)
from companion.games.crafting.rules.scoring import next_discharge
from companion.games.crafting.rules.steps import STEPS
from companion.games.crafting.show.answers import answer_fields
from companion.games.crafting.show.offers import (
    SECTOR_MARKS,
    element_picks,
    energy_picks,
    likely_star,
    sector_picks,
    size_picks,
    star_picks,
)
from companion.games.crafting.state import Board, State, Tile
from companion.referee.panels import Field, Pick, Sheet
from companion.referee.text import Text, raw

#: the printed points that are offered as taps; others can be typed in the notation or mended
PRINTED_POINTS = range(1, 16)


def craft_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """All sheets that the craft phase may open now."""
    board = s.board(seat)
    return (
        _complete(board),
        *_discharges(s, seat),
        _life(board),
        _gain(s, seat),
        _five(board),
        _convert(board),
        _move(),
        *(_use(board, POWERS[slug]) for _, slug in board.powers if _has_sheet(POWERS[slug])),
        _end(board),
    )


def completions(board: Board) -> Iterator[do.Complete]:
    """One try per incomplete tile, for saying why none can be completed."""
    star = likely_star(board)
    tiles = [t for t in board.tiles if not t.completed]
    for tile in tiles or [Tile(1, UNTOLD)]:
        yield do.Complete(tile.size, tile.sector, 1, star)


def _complete(board: Board) -> Sheet:
    tiles = [t for t in board.tiles if not t.completed]
    size, sector = (str(tiles[0].size), tiles[0].sector) if tiles else ("1", UNTOLD)
    points = tuple(Pick(value=str(n), label=raw(str(n))) for n in PRINTED_POINTS)
    return Sheet(
        id="complete",
        title=Text("Complete a nebula"),
        verb="complete",
        note=Text("Its stars must stand around it; a supernova stands for any one kind"),
        fields=(
            Field(label=Text("Size"), kind="pick", picks=size_picks(), value=size),
            Field(label=Text("Sector"), kind="pick", picks=sector_picks(untold=True), value=sector),
            Field(label=Text("Points printed on the tile"), kind="pick", picks=points),
            Field(
                label=Text("Discard one touching star, you choose"),
                kind="pick",
                picks=star_picks(board, novae=True),
                value=likely_star(board),
            ),
        ),
        submit=Text("Complete the nebula"),
        icon="nebula",
    )


def _discharges(s: State, seat: int) -> Iterator[Sheet]:
    board = s.board(seat)
    points = next_discharge(board)
    own = [POWERS[slug] for _, slug in board.powers if POWERS[slug].instead]
    plain = [power for power in own if asks_nothing(power)]
    instead = tuple(
        Pick(value=p.slug, label=raw(p.name), icon="power", detail=Text("instead of a star"))
        for p in plain
    )
    yield Sheet(
        id="discharge",
        title=Text("Discharge the time chamber"),
        verb="discharge",
        note=Text("Move the crystal to the {points} space and place the star", points=points)
        if points
        else Text("All 5 scoring spaces are full: a star, no points"),
        fields=(
            Field(label=Text("Your new star"), kind="pick", picks=(*element_picks(), *instead)),
        ),
        submit=Text("Discharge for {points} points", points=points)
        if points
        else Text("Discharge for a star"),
        icon="discharge",
    )
    for power in own:
        if power not in plain:
            yield Sheet(
                id=f"use-{power.slug}",
                title=raw(power.name),
                verb=f"discharge {power.slug}",
                note=effect_text(power),
                fields=answer_fields(board, power),
                submit=Text("Discharge with {card}", card=power.name),
                icon="power",
            )


def _life(board: Board) -> Sheet:
    values = tuple(Pick(value=str(n), label=raw(str(n))) for n in (4, 5, 6, 7, 8))
    numbers = tuple(
        Pick(value=str(n), label=raw(str(n)), off=n > board.proto or 6 - n > board.stable)
        for n in range(7)
    )
    return Sheet(
        id="life",
        title=Text("Create advanced life"),
        verb="life",
        note=Text(
            "Proto life around the nebula goes, stable life stays. Place the token face down"
        ),
        fields=(
            Field(
                label=Text("Proto life around it, all of it goes"),
                kind="pick",
                picks=numbers,
                value=str(min(6, board.proto)),
            ),
            Field(
                label=Text("Value of the token you drew"),
                kind="secret",
                picks=values,
                note=Text("Nobody else sees it. You may leave it out and tell it at the end"),
            ),
        ),
        submit=Text("Create advanced life"),
        icon="life",
    )


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


def _gain(s: State, seat: int) -> Sheet:
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


def _five(board: Board) -> Sheet:
    return Sheet(
        id="five",
        title=Text("5 matching cards for 6 points"),
        verb="five",
        fields=(Field(label=Text("Which kind?"), kind="pick", picks=energy_picks()),),
        submit=Text("Discard 5 for 6 points"),
        icon="five",
    )


def _convert(board: Board) -> Sheet:
    return Sheet(
        id="convert",
        title=Text("Turn a star into a supernova"),
        verb="convert",
        fields=(
            Field(
                label=Text("Which star?"),
                kind="pick",
                picks=star_picks(board, novae=False),
                value=likely_star(board),
            ),
        ),
        submit=Text("Convert it"),
        icon="nova",
    )


def _move() -> Sheet:
    picks = (
        Pick(value="star", label=Text("A star"), icon="h"),
        Pick(value="proto", label=Text("Proto life"), icon="proto"),
        Pick(value="stable", label=Text("Stable life"), icon="stable"),
    )
    return Sheet(
        id="move",
        title=Text("Move 1 piece"),
        verb="move",
        note=Text("To a space next to it, hopping over filled ones. Supernovae stay"),
        fields=(Field(label=Text("What do you move?"), kind="pick", picks=picks),),
        submit=Text("Move it for 1 graviton"),
        icon="graviton",
    )


def _end(board: Board) -> Sheet:
    tiles = tuple(
        Pick(
            value=f"nebula {size} {sector}",
            label=Text("Size {size} to {sector}", size=size, sector=mark),
            icon=f"nebula-{size}",
        )
        for size in (1, 2, 3)
        for sector, mark in SECTOR_MARKS.items()
    )
    stable = Pick(
        value="stabilise",
        label=Text("Stabilise 1 proto"),
        icon="stable",
        off=not board.proto,
    )
    nothing = Pick(value="", label=Text("Neither"))
    return Sheet(
        id="end",
        title=Text("End your turn"),
        verb="end",
        note=Text("Then your sliders go to 0, and what is not placed is lost"),
        fields=(
            Field(label=Text("The closing act"), kind="pick", picks=(stable, *tiles, nothing)),
        ),
        submit=Text("End turn"),
        icon="end",
    )


def asks_nothing(power: Power) -> bool:
    """Whether a card can be used with one tap."""
    open_kind = power.price.kind in ("any", "matching") and power.price.cards > 0
    return not open_kind and not any(STEPS[name].asks for name, *_ in power.does)


def _has_sheet(power: Power) -> bool:
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


def _use(board: Board, power: Power) -> Sheet:
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
