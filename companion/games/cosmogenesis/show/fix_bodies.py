"""The sheets that set a body right: one for each, filled in with what the app has of it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis.bodies import GIANTS, ROCKS, STONE, Body, Place, write_body
from companion.games.cosmogenesis.pieces import LIFE_NAMES, MOST_MOONS
from companion.games.cosmogenesis.show.names import body_picks
from companion.games.cosmogenesis.state import State
from companion.games.cosmogenesis.system import System
from companion.games.cosmogenesis.words import body_facts, place_label
from companion.referee.controls import Choice, Field, Pick
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Sheet
from companion.referee.text import Text

_NEITHER = Pick(value="", label=Text("Neither"))
_WET = Pick(value="wet", label=Text("Water"))
_RINGS = Pick(value="rings", label=Text("Rings"))


def body_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """The list of the bodies, then what each of its lines opens."""
    system = s.system(seat)
    fixes = tuple(_fix(s, place, body) for place, body in system.bodies())
    return (_all(s, seat), *fixes, _missing(s, seat))


def _all(s: State, seat: int) -> Sheet:
    lines = tuple(
        Choice(label=place_label(place), detail=body_facts(s, body), sheet=_name(place))
        for place, body in s.system(seat).bodies()
    )
    missing = Choice(label=Text("Another body"), detail=Text("Not in the app yet"), sheet="set-new")
    return Sheet(
        id="set", tab="own", title=Text("Fix a body"), choices=(*lines, missing), icon="pencil"
    )


def _name(place: Place) -> str:
    return f"set-{place.orbit}-{place.moon}"


def _fix(s: State, place: Place, body: Body) -> Sheet:
    return Sheet(
        id=_name(place),
        tab="own",
        title=place_label(place),
        verb=f"set {place}",
        fields=tuple(_facts(s, moon=bool(place.moon), body=body)),
        submit=Text("Save"),
        icon="pencil",
    )


# Saves 2 % of the calls of a tap and its pages.
@memoized_by_parts(
    lambda s, seat: (s.system(seat).orbits, s.system(seat).expanded, s.hues, s.options)
)
def _missing(s: State, seat: int) -> Sheet:
    """The next planet or moon, which the app does not have yet."""
    free = sorted(_free(s.system(seat)))
    where = tuple(Pick(value=str(each), label=place_label(each)) for each in free)
    return Sheet(
        id="set-new",
        tab="own",
        title=Text("Another body"),
        verb="set",
        fields=(Field(label=Text("Where"), kind="pick", picks=where), *_facts(s)),
        submit=Text("Add it"),
        icon="plus",
    )


def _free(system: System) -> Iterator[Place]:
    for n, orbit in enumerate(system.orbits, start=1):
        if len(orbit.moons) < MOST_MOONS:
            yield Place(n, len(orbit.moons) + 1)
    if system.next_orbit is not None:
        yield Place(system.next_orbit)


def _facts(s: State, *, moon: bool = False, body: Body | None = None) -> Iterator[Field]:
    """What is said of a body. A moon is never a gas giant, a planet that is there no asteroid."""
    stones = (*ROCKS, STONE) if moon or body is None else ROCKS
    yield Field(
        label=Text("Body"),
        kind="pick",
        picks=body_picks(s, stones),
        rare=() if moon else body_picks(s, GIANTS),
        value=write_body(body) if body else "",
    )
    sides = (_NEITHER, _WET) if moon else (_NEITHER, _WET, _RINGS)
    side = "" if body is None else "wet" if body.wet else "rings" if body.rings else ""
    yield Field(label=Text("Water or rings"), kind="pick", picks=sides, value=side)
    lives = tuple(Pick(value=str(n), label=name) for n, name in enumerate(LIFE_NAMES))
    yield Field(
        label=Text("Life"),
        kind="pick",
        picks=(Pick(value="", label=Text("No life")), *lives),
        value=str(body.life) if body and body.alive else "",
        lead="life",
    )
