"""The main action: what was taken from which sector, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import GIANTS, ROCKS
from companion.games.cosmogenesis.candidates import from_bag, places
from companion.games.cosmogenesis.pieces import (
    BAG_SECTORS,
    SECTOR_NAMES,
    SECTORS,
    SPACES,
    Sector,
    Space,
)
from companion.games.cosmogenesis.show.names import (
    body_picks,
    orbit_picks,
    place_facts,
    place_picks,
    tile_picks,
)
from companion.games.cosmogenesis.show.offers import first_refusal, offer
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    MOST_USES,
    PLANETARY,
    PLANETARY_TILES,
    STELLAR_TILES,
)
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, raw

_SPACES = {
    Space.ASTEROID: Text("1 asteroid"),
    Space.MONOLITH: Text("1 asteroid and the Monolith"),
    Space.TWO: Text("2 asteroids"),
    Space.COMET: Text("1 comet"),
}


def taking(s: State, seat: int) -> tuple[Panel, ...]:
    """Everything that can be taken, as sheets, and one list that opens them."""
    sheets = (
        _planet(s),
        _moon(s, seat),
        _collide(s, seat),
        _comet(s, seat),
        _belt(s, seat),
        _exotic(s),
        _objective(s),
        _discard(s, seat),
    )
    return (
        Choices(
            id="take",
            title=Text("What do you do with what you take?"),
            choices=tuple(_opens(s, seat, sheet) for sheet in sheets),
        ),
        *sheets,
    )


def _opens(s: State, seat: int, sheet: Sheet) -> Choice:
    kinds = _TRIES.get(sheet.id)
    tries = () if kinds is None else tuple(kinds(s, seat))
    refusal = first_refusal(s, seat, tries) if tries else None
    return Choice(label=sheet.title, sheet=sheet.id, icon=sheet.icon, refusal=refusal)


_TRIES: dict[str, Callable[[State, int], Iterator[Any]]] = {
    "planet": lambda s, seat: (
        a for each in BAG_SECTORS for a in from_bag(s, seat, each) if isinstance(a, do.MakePlanet)
    ),
    "discard": lambda s, seat: (do.Discard(sector) for sector in SECTORS),
    "belt": lambda s, seat: (do.FillBelt(space) for space in SPACES),
}


def _sector() -> Field:
    picks = tuple(Pick(value=each, label=SECTOR_NAMES[each]) for each in BAG_SECTORS)
    return Field(label=Text("From"), kind="pick", picks=picks)


def _planet(s: State) -> Sheet:
    body = Field(
        label=Text("Body"),
        kind="grid",
        picks=body_picks(s, ROCKS),
        rare=body_picks(s, GIANTS),
    )
    return Sheet(
        id="planet",
        title=Text("Create a planet"),
        verb="planet",
        fields=(_sector(), body),
        submit=Text("Create a planet"),
        icon="galaxy",
    )


def _rock(s: State) -> Field:
    return Field(label=Text("Body"), kind="grid", picks=body_picks(s, ROCKS))


def _nothing_there(sheet_id: str, title: Text, icon: str) -> Sheet:
    return Sheet(id=sheet_id, title=title, icon=icon, note=Text("You have no planet yet"))


def _moon(s: State, seat: int) -> Sheet:
    title = Text("Create a moon")
    if not s.system(seat).orbits:
        return _nothing_there("moon", title, "convert")
    orbit = Field(label=Text("Where"), kind="pick", picks=orbit_picks(s, seat))
    fields = (_sector(), _rock(s), orbit)
    return Sheet(id="moon", title=title, verb="moon", fields=fields, submit=title, icon="convert")


def _collide(s: State, seat: int) -> Sheet:
    title = Text("Collide")
    if not s.system(seat).orbits:
        return _nothing_there("collide", title, "move")
    place = Field(label=Text("Where"), kind="pick", picks=place_picks(s, seat))
    fields = (_sector(), _rock(s), place)
    return Sheet(
        id="collide", title=title, verb="collide", fields=fields, submit=title, icon="move"
    )


def _comet(s: State, seat: int) -> Sheet:
    title = Text("Hit a body with the comet you took")
    targets = places(s, seat)
    if not targets:
        return _nothing_there("comet", title, "discharge")
    choices = tuple(
        offer(s, seat, do.HitWithComet(place), place_facts(s, seat, place)) for place in targets
    )
    return Sheet(id="comet", title=title, choices=choices, icon="discharge")


def _belt(s: State, seat: int) -> Sheet:
    choices = tuple(offer(s, seat, do.FillBelt(space), _SPACES[space]) for space in SPACES)
    return Sheet(
        id="belt", title=Text("Add to your asteroid belt"), choices=choices, icon="star-group"
    )


def _exotic(s: State) -> Sheet:
    title = Text("Take an exotic object")
    counters = (
        Pick(value="", label=Text("As entered")),
        *(Pick(value=str(n), label=raw(str(n))) for n in range(1, MOST_USES + 1)),
    )
    return Sheet(
        id="exotic",
        title=title,
        verb="exotic",
        fields=(
            _sector(),
            Field(label=Text("Its number"), kind="grid", picks=tile_picks(EXOTIC_TILES)),
            Field(label=Text("Counters on it"), kind="pick", picks=counters),
        ),
        submit=title,
        icon="power",
    )


def _objective(s: State) -> Sheet:
    if s.objective_kind == PLANETARY:
        unnamed = Pick(value="", label=Text("Don't enter it"))
        picks = (unnamed, *tile_picks(PLANETARY_TILES))
        number = Field(label=Text("Its number (only you see it)"), kind="secret", picks=picks)
        title, verb = Text("Take a planetary objective"), "planetary"
    else:
        number = Field(label=Text("Its number"), kind="grid", picks=tile_picks(STELLAR_TILES))
        title, verb = Text("Take a stellar objective"), "stellar"
    return Sheet(
        id="objective", title=title, verb=verb, fields=(number,), submit=title, icon="goal"
    )


def _discard(s: State, seat: int) -> Sheet:
    sectors = tuple(offer(s, seat, do.Discard(each), SECTOR_NAMES[each]) for each in SECTORS[:-1])
    spaces = tuple(offer(s, seat, do.Discard(Sector.IV, space), _SPACES[space]) for space in SPACES)
    return Sheet(
        id="discard",
        title=Text("Discard it for an asteroid"),
        choices=(*sectors, *spaces),
        icon="refresh",
    )
