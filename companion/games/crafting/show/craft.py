"""The turn tab while crafting: what is held, the chamber, the sliders, every action, the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.crafting import actions as do
from companion.games.crafting.candidates import uses
from companion.games.crafting.pieces import (
    CONTROLS,
    ELEMENTS,
    POWERS,
    SECTOR_NAMES,
    SECTORS,
)
from companion.games.crafting.rules.scoring import next_discharge
from companion.games.crafting.rules.turns import piece
from companion.games.crafting.show import power_sheets, sheets
from companion.games.crafting.show.losses import held_words
from companion.games.crafting.show.offers import first_refusal, offer, opens
from companion.games.crafting.show.scenes import chamber
from companion.games.crafting.state import Board, State
from companion.referee.panels import Choice, Choices, Dock, Notice, Panel
from companion.referee.text import Text


def crafting(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything a seat may do in its craft phase, and why not where not."""
    return (
        *_held(s, seat),
        chamber(s, seat),
        _sliders(s, seat),
        Choices(id="tiles", choices=tuple(_tiles(s, seat)), style="tiles"),
        *_powers(s, seat),
        *sheets.craft_sheets(s, seat),
        Dock(id="dock", choices=(_end(s.board(seat)),)),
    )


def _held(s: State, seat: int) -> tuple[Panel, ...]:
    """What waits to be placed, one tap each; gone when nothing does."""
    board = s.board(seat)
    if not board.holds_unplaced:
        return (Choices(id="held", choices=(), style="row"),)
    stars = tuple(
        offer(s, seat, do.Place(e, n), Text("Place {what}", what=piece(e, n)), icon=e)
        for e, n in zip(ELEMENTS, board.held_stars, strict=True)
        if n
    )
    proto = (_place_proto(s, seat, board.held_proto),) if board.held_proto else ()
    pieces = (*stars, *proto)
    everything = (_place_all(s, seat),) if len(pieces) > 1 else ()
    return (
        Notice(
            id="unplaced",
            kind="warn",
            words=Text("To place, or lost at the end of your turn: {what}", what=held_words(board)),
            rule="place.lost",
        ),
        Choices(
            id="held",
            choices=(*everything, *pieces, *_tiles_to_lay(s, seat)),
            style="row",
        ),
    )


def _place_all(s: State, seat: int) -> Choice:
    return offer(s, seat, do.Place("all"), Text("Place all stars and life"), icon="check")


def _place_proto(s: State, seat: int, number: int) -> Choice:
    return offer(
        s,
        seat,
        do.Place("proto", number),
        Text("Place {n} proto life", "Place {n} proto life", n=number),
        icon="proto",
    )


def _tiles_to_lay(s: State, seat: int) -> Iterator[Choice]:
    for size in s.board(seat).held_sizes:
        for sector in SECTORS:
            yield offer(
                s,
                seat,
                do.Lay(size, sector),
                Text("Size {size} to {sector}", size=size, sector=SECTOR_NAMES[sector]),
                icon=sector,
            )


def _sliders(s: State, seat: int) -> Choices:
    board = s.board(seat)
    convert = first_refusal(s, seat, (do.Convert(e) for e in ELEMENTS))
    move = first_refusal(s, seat, (do.Move(p) for p in ("star", "proto", "stable")))
    return Choices(
        id="sliders",
        style="cells",
        choices=(
            opens(
                "convert",
                Text("Convert"),
                Text("{n} supernova point", "{n} supernova points", n=board.nova),
                "nova",
                convert,
            ),
            offer(
                s,
                seat,
                do.Stabilise(),
                Text("Stabilise"),
                Text("{n} DNA", "{n} DNA", n=board.dna),
                "dna",
            ),
            opens(
                "move",
                Text("Move"),
                Text("{n} graviton", "{n} gravitons", n=board.graviton),
                "graviton",
                move,
            ),
        ),
    )


def _tiles(s: State, seat: int) -> Iterator[Choice]:
    board = s.board(seat)
    yield opens(
        "complete",
        Text("Complete nebula"),
        Text("Points now, 1 star goes"),
        "nebula",
        first_refusal(s, seat, sheets.completions(board)),
    )
    yield opens(
        "discharge",
        Text("Discharge"),
        _discharge_gives(board),
        "discharge",
        first_refusal(s, seat, [do.Discharge("h")]),
    )
    yield opens(
        "life",
        Text("Advanced life"),
        Text("6 life around a completed nebula"),
        "life",
        first_refusal(s, seat, (do.CreateLife(n) for n in range(7))),
    )
    yield opens(
        "gain",
        Text("Gain a power"),
        Text("You have {n} card in hand", "You have {n} cards in hand", n=board.hand),
        "power",
        first_refusal(s, seat, power_sheets.gains(s, seat)),
    )
    yield opens(
        "five",
        Text("5 for 6 points"),
        Text("5 matching energy cards"),
        "five",
        first_refusal(s, seat, (do.Five(c) for c in CONTROLS)),
    )


def _discharge_gives(board: Board) -> Text:
    points = next_discharge(board)
    return Text("{points} points and a star", points=points) if points else Text("A star")


def _powers(s: State, seat: int) -> tuple[Panel, ...]:
    """The own power cards: a tap where nothing is asked, a sheet where something is."""
    choices = tuple(_power(s, seat, slug) for _, slug in s.board(seat).powers)
    if not choices:
        return (Choices(id="powers", choices=()),)
    return (Choices(id="powers", title=Text("Your powers"), choices=choices, style="tiles"),)


def _power(s: State, seat: int, slug: str) -> Choice:
    power = POWERS[slug]
    label = Text("{name}", name=power.name)
    detail = power_sheets.price_words(power)
    if power_sheets.asks_nothing(power):
        return offer(s, seat, next(iter(uses(power))), label, detail, power.deck)
    no = first_refusal(s, seat, uses(power))
    sheet = "discharge" if power.instead else f"use-{slug}"
    return opens(sheet, label, detail, power.deck, no)


def _end(board: Board) -> Choice:
    detail = (
        Text("Not placed yet: {what}", what=held_words(board))
        if board.holds_unplaced
        else Text("First take a nebula or stabilise 1 proto")
    )
    return Choice(label=Text("End turn"), sheet="end", detail=detail, icon="end", main=True)
