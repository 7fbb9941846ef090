"""The tab "My system": what is in it, and all corrections of it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cosmogenesis.bodies import (
    ASTEROID_BODY,
    GAS_GIANTS,
    ROCKS,
    Body,
    Place,
    format_body,
)
from companion.games.cosmogenesis.pieces import (
    COLOUR_NAMES,
    COLOURS_FOR_UNNAMED_GIANTS,
    LIFE_STEP_NAMES,
    MAX_MOONS_PER_ORBIT,
    PLANETARY_COUNT,
    SECTORS,
    UNNAMED_GIANT_COLOURS,
)
from companion.games.cosmogenesis.rules.corrections import ClearBody, CorrectNumber, RemoveTile
from companion.games.cosmogenesis.rules.score import (
    PointsBySource,
    has_anybody_moved,
    seat_points,
)
from companion.games.cosmogenesis.show.names import body_field_picks, offer
from companion.games.cosmogenesis.show.table import TappableBody, own_system_scene
from companion.games.cosmogenesis.state import Stage, State, System, turns_left
from companion.games.cosmogenesis.tiles import TILE_COUNT_BY_KIND
from companion.games.cosmogenesis.words import body_description, place_label, tile_words
from companion.referee.controls import Choice, Field, Pick
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import Choices, Count, Counts, Panel, Scene, Sheet
from companion.referee.text import SeatName, Text, untranslated

_NEITHER = Pick(value="", label=Text("Plain"))
_WET = Pick(value="wet", label=Text("Water"))
_RINGS = Pick(value="rings", label=Text("Rings"))


def body_correction_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns the sheet that lists the bodies, then the sheets that its lines open."""
    system = s.system(seat)
    fixes = tuple(_fix(s, place, body) for place, body in system.bodies())
    return (_all(s, seat), *fixes, _missing(s, seat))


def _all(s: State, seat: int) -> Sheet:
    lines = tuple(
        Choice(label=place_label(place), detail=body_description(s, body), sheet=_name(place))
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


def _missing(s: State, seat: int) -> Sheet:
    """Returns the sheet that adds a planet or moon that the app does not have."""
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
        if len(orbit.moons) < MAX_MOONS_PER_ORBIT:
            yield Place(n, len(orbit.moons) + 1)
    if system.next_free_orbit is not None:
        yield Place(system.next_free_orbit)


def _facts(s: State, *, moon: bool = False, body: Body | None = None) -> Iterator[Field]:
    """Yields the fields of a body. A moon is never a gas giant, an existing planet no asteroid."""
    stones = (*ROCKS, ASTEROID_BODY) if moon or body is None else ROCKS
    yield Field(
        label=Text("Body"),
        kind="pick",
        picks=body_field_picks(s, stones),
        rare=() if moon else body_field_picks(s, GAS_GIANTS),
        value=format_body(body) if body else "",
    )
    sides = (_NEITHER, _WET) if moon else (_NEITHER, _WET, _RINGS)
    side = "" if body is None else "wet" if body.wet else "rings" if body.rings else ""
    yield Field(label=Text("Water or rings"), kind="pick", picks=sides, value=side)
    lives = tuple(Pick(value=str(n), label=name) for n, name in enumerate(LIFE_STEP_NAMES))
    yield Field(
        label=Text("Life"),
        kind="pick",
        picks=(Pick(value="", label=Text("No life")), *lives),
        value=str(body.life) if body and body.has_life else "",
        lead="life",
    )


_POINTS = {
    "planetary": Text("Planetary objectives"),
    "stellar": Text("Stellar objectives"),
    "life": Text("Life"),
    "exotic": Text("Exotic objects"),
    "belt": Text("Asteroid belt"),
    "monolith": Text("Monolith"),
}
_KINDS = {
    "stellar": Text("Stellar"),
    "planetary": Text("Planetary"),
    "exotic": Text("Exotic object"),
}


def own_system_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the panels of the tab "My system"."""
    drawing, counts, openers, sheets = _system(s, seat)
    return (drawing, *_so_far(s, seat), counts, openers, *sheets, _table(s, seat))


def own_system_inputs(s: State, seat: int) -> tuple[object, ...]:
    """Returns what `own_system_panels` hang on."""
    extras = s.turn.extras if s.turn.seat == seat else None
    left = (turns_left(s, n) for n in s.all_seats)
    turn = (s.turn.seat, extras, s.round, s.ended, _points_to_tell(s, seat))
    return (*_inputs(s, seat), *turn, *left)


def _inputs(s: State, seat: int) -> tuple[object, ...]:
    return (s.system(seat), s.hues, s.options, s.tiles, s.monolith, s.stage, seat)


# Saves, with the systems of all seats (`_apart`), 15 % of an action's processor time.
@memoized_by_parts(_inputs)
def _system(s: State, seat: int) -> tuple[Scene, Counts, Choices, tuple[Sheet, ...]]:
    """Returns the drawing, the counts, the openers of all corrections, and the sheets of those
    that depend on the seat's system alone.
    """
    system = s.system(seat)
    bodies, *each_body = body_correction_sheets(s, seat)
    clear, tiles, colours = _clear(s, seat), _tiles(s, seat), _colours()
    targets = tuple(
        TappableBody(place.moon, place.orbit, place_label(place), _name(place))
        for place, _ in system.bodies()
    )
    drawing = own_system_scene(s, seat, "own", "own", targets)
    openers = _openers(bodies, clear, tiles, _mend_sheet(), colours)
    return drawing, _counts(system), openers, (bodies, clear, tiles, colours, *each_body)


def _so_far(s: State, seat: int) -> tuple[Panel, ...]:
    points = _points_to_tell(s, seat)
    return () if points is None else (_points(points),)


def _points_to_tell(s: State, seat: int) -> PointsBySource | None:
    """Returns the points so far while they can change; None before any move and after the game."""
    if s.stage in (Stage.SETUP, Stage.OVER) or not has_anybody_moved(s):
        return None
    return seat_points(s, seat)


def _points(points: PointsBySource) -> Counts:
    counts = tuple(
        Count(label=label, value=getattr(points, kind))
        for kind, label in _POINTS.items()
        if getattr(points, kind)
    )
    total = Count(label=Text("Total"), value=points.total)
    title = Text("Your points if the game ended now")
    return Counts(id="so-far", tab="own", title=title, counts=(*counts, total))


def _counts(system: System) -> Counts:
    counts = (
        Count(label=Text("Asteroids"), value=system.asteroids, verb="mend asteroids"),
        Count(label=Text("Comets"), value=system.comets, verb="mend comets", high=25),
        Count(
            label=Text("Planetary objectives in hand"),
            value=system.hand,
            verb="mend hand",
            high=PLANETARY_COUNT,
        ),
    )
    return Counts(
        id="belt-counts",
        tab="own",
        title=Text("What you have"),
        counts=counts,
        rule="game.correct",
    )


def _openers(*sheets: Sheet) -> Choices:
    return Choices(
        id="own-fix",
        tab="own",
        title=Text("Doesn't match your board? Fix it here"),
        choices=tuple(Choice(label=each.title, sheet=each.id, icon=each.icon) for each in sheets),
    )


def _clear(s: State, seat: int) -> Sheet:
    """Returns the sheet that removes a moon, or the outermost planet with its moons."""
    places = (place for place, _ in s.system(seat).bodies())
    tries = (offer(s, seat, ClearBody(place), place_label(place)) for place in places)
    return Sheet(
        id="clear",
        tab="own",
        title=Text("Remove a body"),
        choices=tuple(each for each in tries if each.refusal is None),
        note=Text("Removing a planet removes its moons; only the outermost can be removed"),
        icon="close",
    )


def _tiles(s: State, seat: int) -> Sheet:
    """Returns the sheet that adds a tile that the app missed, or removes one that is not there."""
    system = s.system(seat)
    drops = (
        offer(s, seat, RemoveTile(tile), Text("Remove {tile}", tile=tile_words(tile)))
        for tile in dict.fromkeys(system.public_tiles)
    )
    kinds = tuple(Pick(value=f"{kind}-", label=label) for kind, label in _KINDS.items())
    numbers = tuple(
        Pick(value=str(n), label=untranslated(str(n)))
        for n in range(1, max(TILE_COUNT_BY_KIND.values()) + 1)
    )
    orbits = tuple(
        Pick(value=str(n), label=untranslated(str(n))) for n in range(1, len(system.orbits) + 1)
    )
    none = Pick(value="", label=Text("No tile"))
    return Sheet(
        id="hold",
        tab="own",
        title=Text("Add or remove a tile"),
        verb="hold",
        choices=tuple(drops),
        fields=(
            Field(label=Text("Add a missing tile"), kind="pick", picks=kinds, join="tile"),
            Field(label=Text("Its number"), kind="numbers", picks=numbers, join="tile"),
            Field(
                label=Text("Beside which orbit (planetary only)"),
                kind="numbers",
                picks=(none, *orbits),
            ),
        ),
        submit=Text("Add it"),
        icon="flag",
    )


def _table(s: State, seat: int) -> Sheet:
    """Returns the sheet that corrects the turn, the Monolith, sectors, module and round."""
    mine = s.turn.seat == seat
    return _mend_sheet(
        _seated(s), _own_mends(s, seat), _more(s, seat) if mine else (), _rounds(s, seat)
    )


def _mend_sheet(*choices: tuple[Choice, ...]) -> Sheet:
    return Sheet(
        id="mend",
        tab="own",
        title=Text("Fix the turn, Monolith or sectors"),
        choices=tuple(each for some in choices for each in some if each.refusal is None),
        icon="monolith",
    )


def _mend(s: State, seat: int, field: str, value: int, label: Text) -> Choice:
    return offer(s, seat, CorrectNumber(field, value), label)


def _seated(s: State) -> tuple[Choice, ...]:
    """Returns the corrections that any seat may make: who has the Monolith, whose turn it is."""
    choices = []
    for n in s.all_seats:
        if s.monolith != n:
            choices.append(
                _mend(s, 0, "monolith", n, Text("{who} has the Monolith", who=SeatName(n)))
            )
        if s.turn.seat != n:
            choices.append(_mend(s, 0, "turn", n, Text("It's {who}'s turn", who=SeatName(n))))
    return tuple(choices)


def _own_mends(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the corrections of the sectors that this seat has used, and of its expansion."""
    system, choices = s.system(seat), []
    for sector in SECTORS:
        name = sector.upper()
        used = sector in system.used
        unused, now = Text("You didn't use sector {n}", n=name), Text("You used sector {n}", n=name)
        label = unused if used else now
        choices.append(_mend(s, seat, f"sector-{sector}", int(not used), label))
    label = Text("You haven't expanded") if system.expanded else Text("You have expanded")
    return (*choices, _mend(s, seat, "module", int(not system.expanded), label))


def _more(s: State, seat: int) -> tuple[Choice, ...]:
    more = s.turn.extras + 1
    label = Text("{n} additional action left", "{n} additional actions left", n=more)
    return (_mend(s, seat, "extras", more, label),)


def _rounds(s: State, seat: int) -> tuple[Choice, ...]:
    return tuple(
        _mend(s, seat, "round", n, Text("It's round {n}", n=n)) for n in (s.round - 1, s.round + 1)
    )


def _colours() -> Sheet:
    """Returns the sheet that names the colours of the last two kinds of gas giants in this box."""
    which = tuple(
        Pick(value=each, label=Text("Gas giant {letter}", letter=each.upper()))
        for each in UNNAMED_GIANT_COLOURS
    )
    hues = tuple(Pick(value=hue, label=COLOUR_NAMES[hue]) for hue in COLOURS_FOR_UNNAMED_GIANTS)
    return Sheet(
        id="colours",
        tab="own",
        title=Text("Choose a gas giant's colour"),
        verb="colour",
        fields=(
            Field(label=Text("Which"), kind="pick", picks=which),
            Field(label=Text("Its colour in your box"), kind="pick", picks=hues),
        ),
        note=Text("You only need to do this once"),
        submit=Text("Save"),
        icon="planet",
    )
