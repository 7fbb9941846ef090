"""Sectors II and III: what was drawn from the bag, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import ROCKS, Body, gas
from companion.games.cosmogenesis.pieces import (
    COLOUR_NAMES,
    COLOURS,
    GAS_SIZES,
    SPACE_NAMES,
    UNNAMED,
    Sector,
    Space,
)
from companion.games.cosmogenesis.show.aims import aim_sheet, from_sector, icon_of, opens
from companion.games.cosmogenesis.show.names import tile_choice
from companion.games.cosmogenesis.show.offers import offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import EXOTIC_TILES
from companion.games.cosmogenesis.words import body_words
from companion.referee.controls import Choice
from companion.referee.panels import Sheet
from companion.referee.text import Text, raw

#: in the order of the sheet: a row of small ones, a row of large ones
_GIANTS = tuple(gas(colour, size) for size in GAS_SIZES for colour in COLOURS)


def bag_sheets(s: State, seat: int, sector: Sector) -> Iterator[Sheet]:
    """What was drawn from the bag: rocks and where they go, gas giants, exotic objects. While a
    system is empty, a rock can only be its first planet too.
    """
    give_up = discard(s, seat, sector)
    aimed = bool(s.system(seat).orbits)
    puts = tuple(_put(s, seat, sector, body, give_up) for body in ROCKS if aimed)
    exotic = _exotic(s, seat, sector)
    yield Sheet(
        id=f"from-{sector}",
        title=Text("What did you take from sector {sector}?", sector=sector.upper()),
        choices=(
            *map(_aimed_rock, ROCKS, puts),
            *(_first_planet(s, seat, sector, body) for body in ROCKS if not aimed),
            Choice(label=Text("Exotic"), sheet=exotic.id, icon="exotic"),
            *(_giant(s, seat, sector, body) for body in _GIANTS),
            *_leftovers(s, seat, sector),
            give_up,
        ),
        style=" ".join(("fives", *_hues(s))),
        icon="turn",
    )
    yield from puts
    yield exotic


def _hues(s: State) -> Iterator[str]:
    """The colours that this box has where ours are made up: tokens are drawn in those."""
    hues = {colour: s.hue(colour) for colour in UNNAMED}
    yield from (f"{colour}-is-{hue}" for colour, hue in hues.items() if hue != colour)


def _aimed_rock(body: Body, sheet: Sheet) -> Choice:
    return opens(sheet, _rock(body))


def _first_planet(s: State, seat: int, sector: Sector, body: Body) -> Choice:
    return offer(s, seat, do.MakePlanet(sector, body), _rock(body), icon=icon_of(body))


def _rock(body: Body) -> Text:
    return Text("Rock {size}", size=body.size)


def _put(s: State, seat: int, sector: Sector, body: Body, give_up: Choice) -> Sheet:
    title = Text("Where does it go: {body}?", body=body_words(s, body))
    name = (f"put-{sector}-{body.size}", title, icon_of(body))
    spots = from_sector(s, seat, sector, body)
    return aim_sheet(s, seat, name, spots, choices=(give_up,))


def _giant(s: State, seat: int, sector: Sector, body: Body) -> Choice:
    """A gas giant can only be the next planet, so its tap puts it there."""
    hue = s.hue(body.colour)
    colour = raw(hue.upper()) if hue in UNNAMED else COLOUR_NAMES[hue]
    label = Text("{colour} {size}", colour=colour, size=body.size)
    gas_giant = Text("gas giant")
    return offer(s, seat, do.MakePlanet(sector, body), label, gas_giant, icon_of(body))


def discard(s: State, seat: int, sector: Sector) -> Choice:
    """Giving up what was taken."""
    detail = Text("for an asteroid")
    return offer(s, seat, do.Discard(sector), Text("Discard it"), detail, "asteroid")


def _leftovers(s: State, seat: int, sector: Sector) -> Iterator[Choice]:
    """What is only in the bag where the table puts sector IV's leftovers into it."""
    for space in (Space.ASTEROID, Space.COMET):
        choice = offer(
            s, seat, do.FillBelt(space, sector), SPACE_NAMES[space], Text("to your belt"), space
        )
        if choice.refusal is None:
            yield choice


def _exotic(s: State, seat: int, sector: Sector) -> Sheet:
    choices = (tile_choice(s, seat, do.TakeExotic(sector, tile)) for tile in EXOTIC_TILES)
    return Sheet(
        id=f"exotic-{sector}",
        title=Text("Which exotic object?"),
        note=Text("Its number on the reference sheet. A bare number: no one entered that tile yet"),
        choices=tuple(choices),
        style="fives",
        icon="exotic",
    )
