"""The own system and hand: what is there, set right by hand; tiles entered once."""

from __future__ import annotations

from companion.games.cosmogenesis.bodies import GIANTS, ROCKS, STONE, Place
from companion.games.cosmogenesis.pieces import LIFE_NAMES
from companion.games.cosmogenesis.show.names import body_picks, place_facts, tile_facts, tile_picks
from companion.games.cosmogenesis.show.picture import picture
from companion.games.cosmogenesis.state import Stage, State
from companion.games.cosmogenesis.tile_words import (
    COUNTER_NAMES,
    FEATURE_NAMES,
    counted_words,
    gift_words,
)
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    GIFTS,
    PLANETARY_TILES,
    STELLAR_TILES,
    kind_of,
)
from companion.games.cosmogenesis.words import tile_words
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Count, Counts, Panel, Scene, Sheet
from companion.referee.text import Text, raw

#: points and numbers that a sheet offers
POINTS = range(16)
MANY = range(2, 5)


def own_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """The tabs "My system" and "Objectives"."""
    if s.stage == Stage.SETUP:
        return ()
    return (*_system(s, seat), *_hand(s, seat), *_entering(s))


def _system(s: State, seat: int) -> tuple[Panel, ...]:
    system = s.system(seat)
    fix = _fix(s, seat)
    return (
        Scene(id="own", tab="own", drawing="system", facts=picture(s, seat)),
        Counts(
            id="belt-counts",
            tab="own",
            title=Text("Asteroid belt"),
            counts=(
                Count(label=Text("Asteroids"), value=system.asteroids, verb="mend asteroids"),
                Count(label=Text("Comets"), value=system.comets, verb="mend comets", high=25),
            ),
            rule="game.correct",
        ),
        Choices(
            id="own-fix",
            tab="own",
            choices=(Choice(label=fix.title, sheet=fix.id, icon="pencil"),),
        ),
        fix,
    )


def _fix(s: State, seat: int) -> Sheet:
    """What is at a place, as it really is; also the next planet or moon."""
    system = s.system(seat)
    places = [place for place, _ in system.bodies()]
    places += [
        Place(n, len(o.moons) + 1) for n, o in enumerate(system.orbits, 1) if len(o.moons) < 3
    ]
    if system.next_orbit is not None:
        places.append(Place(system.next_orbit))
    life = (Pick(value="", label=Text("No life")), *_life_picks())
    side = (
        Pick(value="", label=Text("Neither")),
        Pick(value="wet", label=Text("Water")),
        Pick(value="rings", label=Text("Rings")),
    )
    picks = tuple(
        Pick(value=str(each), label=place_facts(s, seat, each)) for each in sorted(places)
    )
    return Sheet(
        id="set",
        tab="own",
        title=Text("Fix what is at a place"),
        verb="set",
        fields=(
            Field(label=Text("Where"), kind="pick", picks=picks),
            Field(
                label=Text("Body"),
                kind="grid",
                picks=body_picks(s, (*ROCKS, STONE)),
                rare=body_picks(s, GIANTS),
            ),
            Field(label=Text("Water or rings"), kind="pick", picks=side),
            Field(label=Text("Life"), kind="pick", picks=life, lead="life"),
        ),
        submit=Text("Save"),
        icon="pencil",
    )


def _life_picks() -> tuple[Pick, ...]:
    return tuple(Pick(value=str(n), label=name) for n, name in enumerate(LIFE_NAMES))


def _hand(s: State, seat: int) -> tuple[Panel, ...]:
    system = s.system(seat)
    unnamed = Pick(value="", label=Text("Don't enter it"))
    fields = tuple(
        Field(
            label=Text("Objective {n}", n=n),
            kind="secret",
            picks=(unnamed, *tile_picks(PLANETARY_TILES)),
            value=system.told[n - 1] if n <= len(system.told) else "",
        )
        for n in range(1, system.hand + 1)
    )
    keep = Sheet(
        id="keep",
        tab="shared",
        title=Text("Enter your planetary objectives"),
        verb="keep",
        fields=fields,
        submit=Text("Save"),
        note=Text("Only you see them"),
        icon="eye",
    )
    held = Counts(
        id="hand",
        tab="shared",
        title=Text("Planetary objectives in hand"),
        counts=(Count(label=Text("In hand"), value=system.hand, verb="mend hand", high=25),),
    )
    opens = Choices(
        id="hand-sheet",
        tab="shared",
        choices=(Choice(label=keep.title, sheet=keep.id, icon=keep.icon),),
    )
    return (held, *_open_tiles(s, seat), *((opens, keep) if fields else ()))


def _open_tiles(s: State, seat: int) -> tuple[Panel, ...]:
    """The open tiles of this seat, with what they say."""
    system = s.system(seat)
    if not system.open_tiles:
        return ()
    counts = tuple(
        Count(
            label=tile_words(tile),
            value=_left(s, seat, tile),
            detail=tile_facts(s.says(tile), tile),
        )
        for tile in dict.fromkeys(system.open_tiles)
    )
    return (Counts(id="open-tiles", tab="shared", title=Text("My tiles"), counts=counts),)


def _left(s: State, seat: int, tile: str) -> int | None:
    """The counters on an exotic object; objectives have none."""
    own = s.system(seat).exotic(tile)
    return None if own is None else own.counters


def _entering(s: State) -> tuple[Panel, ...]:
    """One sheet a kind of tile, to enter once what it says."""
    sheets = tuple(
        _tile_sheet(kind_of(tiles[0]), title, tiles)
        for title, tiles in (
            (Text("Enter a stellar objective"), STELLAR_TILES),
            (Text("Enter a planetary objective"), PLANETARY_TILES),
            (Text("Enter an exotic object"), EXOTIC_TILES),
        )
    )
    opens = Choices(
        id="entering",
        tab="shared",
        title=Text("Enter it once. Your group keeps it"),
        choices=tuple(Choice(label=each.title, sheet=each.id, icon="pencil") for each in sheets),
    )
    return (opens, *sheets)


def _tile_sheet(kind: str, title: Text, tiles: tuple[str, ...]) -> Sheet:
    parts = {"stellar": _stellar_parts, "planetary": _planetary_parts, "exotic": _exotic_parts}
    return Sheet(
        id=f"tile-{kind}",
        tab="shared",
        title=title,
        verb="tile",
        fields=(
            Field(label=Text("Its number"), kind="grid", picks=tile_picks(tiles)),
            *parts[kind](),
        ),
        submit=Text("Save"),
        icon="pencil",
    )


def _points() -> Field:
    picks = tuple(Pick(value=str(n), label=raw(str(n))) for n in POINTS)
    return Field(label=Text("Points"), kind="grid", picks=picks, join="code")


def _per() -> Field:
    picks = tuple(Pick(value=f",per={name}", label=label) for name, label in COUNTER_NAMES.items())
    once = Pick(value="", label=Text("Once"))
    return Field(label=Text("For each"), kind="pick", picks=(once, *picks), join="code")


def _needs(names: dict[str, Text]) -> Field:
    one = [Pick(value=f",needs={name}", label=label) for name, label in names.items()]
    more = [
        Pick(value=f",needs={name}:{n}", label=counted_words(label, n))
        for name, label in names.items()
        for n in MANY
        if name.endswith("s") or "moons" in name
    ]
    nothing = Pick(value="", label=Text("Nothing"))
    return Field(label=Text("Needs"), kind="pick", picks=(nothing, *one, *more), join="code")


def _gives() -> Field:
    nothing = Pick(value="", label=Text("Nothing"))
    picks = tuple(Pick(value=f",gives={gift}", label=gift_words(gift)) for gift in GIFTS)
    return Field(label=Text("Gives right away"), kind="pick", picks=(nothing, *picks), join="code")


def _stellar_parts() -> tuple[Field, ...]:
    return (_points(), _per(), _needs(COUNTER_NAMES))


def _planetary_parts() -> tuple[Field, ...]:
    return (_points(), _per(), _needs(FEATURE_NAMES), _gives())


def _exotic_parts() -> tuple[Field, ...]:
    none = Field(
        label=Text("Points"),
        kind="pick",
        picks=(Pick(value="0", label=Text("1 at the end, as always")),),
        join="code",
    )
    uses = tuple(Pick(value=f",uses={n}", label=raw(str(n))) for n in range(1, 6))
    unknown = Pick(value="", label=Text("Not sure"))
    field = Field(label=Text("Counters on it"), kind="pick", picks=(unknown, *uses), join="code")
    return (none, _gives(), field)
