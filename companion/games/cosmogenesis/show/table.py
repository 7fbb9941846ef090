"""Star systems as drawings: the seat's own system; and what every seat sees: the scores and all
systems.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from companion.games.cosmogenesis.bodies import Body, Place
from companion.games.cosmogenesis.pieces import (
    EXPANDED_ORBIT_COUNT,
    ORBIT_COUNT,
    ROUND_COUNT,
    SECTORS,
)
from companion.games.cosmogenesis.rules.features import asteroid_belt_value
from companion.games.cosmogenesis.rules.game import seats_still_entering_points
from companion.games.cosmogenesis.rules.score import (
    lasting_points,
    points_so_far,
    unsure_points,
)
from companion.games.cosmogenesis.rules.turn_end import next_seat
from companion.games.cosmogenesis.show.layouts import (
    BROAD_LAYOUT,
    STAR_REACH_INTO_PICTURE,
    STRIP_LAYOUT,
    UPRIGHT_LAYOUT,
    SystemLayout,
)
from companion.games.cosmogenesis.show.names import place_description
from companion.games.cosmogenesis.state import Stage, State, System, objective_kind_in_round
from companion.games.cosmogenesis.tiles import PLANETARY, STELLAR, tile_number
from companion.games.cosmogenesis.words import tile_words
from companion.referee.boards import DrawnBoard, PieceShape
from companion.referee.memo import memoized_by_identity, memoized_by_parts
from companion.referee.panels import (
    ABOVE_ALL_TABS,
    TABLE_SCREEN_ONLY,
    Panel,
    Scene,
    SeatScore,
    Tally,
)
from companion.referee.text import SeatName, Text

#: the drawing of a phone's own system on its page, which other drawings of that system reuse
OWN_SYSTEM_ID = "my-system"
_ROCK = {1: 12, 2: 14, 3: 17, 4: 21}
_GAS = {1: 20, 2: 24}
_STONE = 10


@dataclass(frozen=True)
class BodyDrawing:
    """A body: its place, its looks, its name. `kind`: "stone", "rock" or a colour; `mark`: the
    pattern of a gas giant; `label`: size, or letter and size.
    """

    x: int
    y: int
    r: int
    kind: str
    name: Text
    mark: str = ""
    label: str = ""
    wet: bool = False
    rings: bool = False
    life: int = -1

    @property
    def diameter(self) -> int:
        """Its diameter."""
        return 2 * self.r

    @property
    def ring_radius(self) -> int:
        """How far its rings reach from its middle: not as far as the next orbit's body."""
        return self.r + 10


@dataclass(frozen=True)
class OrbitDrawing:
    """An orbit, and where its number is; `extra`: on the expansion module."""

    number: int
    x: float
    y: float
    path: str
    extra: bool


@dataclass(frozen=True)
class ObjectiveFlagDrawing:
    """An objective beside an orbit."""

    x: int
    y: int
    number: int
    name: Text


@dataclass(frozen=True)
class SystemBoardDrawing:
    """The board that systems with the same number of orbits share. `zone` and `star`: areas;
    `edge`: the border of the habitable zone; `belt`: where the belt is.
    """

    id: str
    lying: bool
    rings: tuple[OrbitDrawing, ...]
    zone: str
    edge: str
    star: str
    belt: tuple[int, int]


@dataclass(frozen=True)
class SystemContentsDrawing:
    """The contents of a system, drawn on the board with the same number of orbits. `life`: where
    it stands, from the middle of its body.
    """

    name: Text
    width: int
    height: int
    room: int
    board: str
    lying: bool
    life: tuple[int, int]
    discs: tuple[BodyDrawing, ...]
    flags: tuple[ObjectiveFlagDrawing, ...]
    belt: tuple[int, int]
    asteroids: int
    comets: int


def system_contents_drawing(
    s: State, seat: int, layout: SystemLayout = UPRIGHT_LAYOUT
) -> SystemContentsDrawing:
    """Returns the drawing of this seat's system."""
    return _picture(s, seat, s.system(seat), layout)


# Saves 14 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, seat, system, layout: (
    system.orbits, system.expanded, system.asteroids, system.comets, s.hues, s.options, seat,
    layout,
))  # fmt: skip
def _picture(s: State, seat: int, system: System, layout: SystemLayout) -> SystemContentsDrawing:
    board = _board(system.orbit_count, layout)
    width, height = layout.picture_size(system.orbit_count)
    return SystemContentsDrawing(
        name=Text("{who}'s system", who=SeatName(seat)),
        width=width,
        height=height,
        room=system.orbit_count,
        board=board.id,
        lying=layout.lying,
        life=layout.life,
        discs=tuple(_disc(s, seat, place, body, layout) for place, body in system.bodies()),
        flags=tuple(_flags(s, seat, layout)),
        belt=board.belt,
        asteroids=system.asteroids,
        comets=system.comets,
    )


#: the colour of each kind of body where no style sheet is, by the token's name
_FILLS = {
    "red": "no",
    "blue": "seat-blue",
    **dict.fromkeys(("green", "turquoise"), "ok"),
    **dict.fromkeys(("d", "purple", "pink"), "seat-violet"),
    **dict.fromkeys(("e", "yellow", "orange"), "seat-amber"),
    **dict.fromkeys(("brown", "rock"), "seat-orange"),
    **dict.fromkeys(("grey", "white", "black", "stone"), "ink-3"),
}


def system_as_shapes(s: State, seat: int) -> DrawnBoard:
    """Returns the seat's system as shapes, on its orbits."""
    picture = system_contents_drawing(s, seat)
    shapes = (
        PieceShape(
            "disc", disc.x, disc.y, disc.r, disc.label, _FILLS[disc.kind.removeprefix("gas-")]
        )
        for disc in picture.discs
    )
    rails = tuple(orbit.y for orbit in _board(picture.room, UPRIGHT_LAYOUT).rings)
    return DrawnBoard(tuple(shapes), rails)


def system_board_drawings(
    s: State, layout: SystemLayout = UPRIGHT_LAYOUT
) -> tuple[SystemBoardDrawing, ...]:
    """Returns the boards of this game; each is drawn once and used by every system that has it."""
    rooms = sorted({system.orbit_count for system in s.systems})
    return tuple(_board(room, layout) for room in rooms)


# Saves 1.3 % of an action's processor time.
@cache
def _board(room: int, layout: SystemLayout) -> SystemBoardDrawing:
    return SystemBoardDrawing(
        id=f"{layout.name}-{room}",
        lying=layout.lying,
        rings=tuple(
            OrbitDrawing(
                n,
                *layout.point_on_orbit(room, layout.orbit_distance(room, n), layout.number),
                layout.orbit_path(room, layout.orbit_distance(room, n)),
                n > ORBIT_COUNT,
            )
            for n in range(1, room + 1)
        ),
        zone=layout.inner_area_path(room, layout.habitable_zone_edge(room)),
        edge=layout.orbit_path(room, layout.habitable_zone_edge(room)),
        star=layout.inner_area_path(room, STAR_REACH_INTO_PICTURE),
        belt=layout.belt_counts_position(room),
    )


def _disc(s: State, seat: int, place: Place, body: Body, layout: SystemLayout) -> BodyDrawing:
    room = s.system(seat).orbit_count
    distance = layout.orbit_distance(room, place.orbit)
    x, y = (
        round(each) for each in layout.point_on_orbit(room, distance, layout.columns[place.moon])
    )
    name = place_description(s, seat, place)
    if body.is_giant:
        label = f"{body.colour[0].upper()}{body.size}"
        hue, mark = s.colour_name_at_table(body.colour), body.colour
        return BodyDrawing(x, y, _GAS[body.size], f"gas-{hue}", name, mark, label, rings=body.rings)
    if not body.is_terrestrial:
        return BodyDrawing(x, y, _STONE, "stone", name, life=body.life)
    r, label = _ROCK[body.size], str(body.size)
    return BodyDrawing(x, y, r, "rock", name, label=label, wet=body.wet, life=body.life)


def _flags(s: State, seat: int, layout: SystemLayout) -> list[ObjectiveFlagDrawing]:
    """Returns the objectives beside the orbits; a second one on an orbit is below the first."""
    system = s.system(seat)
    return [
        ObjectiveFlagDrawing(
            *layout.objective_position(system.orbit_count, n, index),
            tile_number(tile),
            tile_words(tile),
        )
        for n, orbit in enumerate(system.orbits, start=1)
        for index, tile in enumerate(orbit.objectives)
    ]


@dataclass(frozen=True)
class TappableBody:
    """A body that opens a sheet when tapped, by its column (0: planet) and row (orbit). `lit`:
    whether something there is allowed now.
    """

    column: int
    row: int
    label: Text
    sheet: str
    lit: bool = False


@dataclass(frozen=True)
class OwnSystemFacts:
    """The seat's own system; whether it has the Monolith, how many tiles, which bodies open a
    sheet.
    """

    picture: SystemContentsDrawing
    monolith: bool
    hand: int
    exotics: int
    #: the drawing on the same page that is reused for this one, or this one's name there
    of: str = ""
    name: str = ""
    targets: tuple[TappableBody, ...] = ()


def own_system_scene(
    s: State,
    seat: int,
    id: str = "now",
    tab: str = "turn",
    targets: tuple[TappableBody, ...] = (),
) -> Scene:
    """Returns the drawing of the seat's own system, with the bodies that open a sheet."""
    system = s.system(seat)
    again = id != "now" and s.stage == Stage.PLAY
    facts = OwnSystemFacts(
        system_contents_drawing(s, seat),
        s.monolith == seat,
        system.hand,
        len(system.exotics),
        of=OWN_SYSTEM_ID if again else "",
        name="" if id != "now" else OWN_SYSTEM_ID,
        targets=targets,
    )
    return Scene(id=id, tab=tab, drawing="system", facts=facts)


def acting_system_scene(s: State) -> Scene:
    """Returns the system of the seat on turn, for a phone without a seat."""
    seat = s.turn.seat
    facts = replace(own_system_scene(s, seat).facts, name="")
    title = Text("{who}'s system", who=SeatName(seat))
    return Scene(id="theirs", drawing="system", title=title, facts=facts, screen="no")


# Saves 0.6 % of the calls of a tap and its pages.
@memoized_by_identity
def tally(s: State) -> Tally:
    """Returns the points of all seats so far."""
    return Tally(
        id="tally",
        shared=True,
        screen="" if s.stage == Stage.SETUP else "no",
        tab="table",
        title=Text("Points") if s.ended else Text("Points if the game ended now"),
        scores=tuple(_line(s, seat) for seat in s.all_seats),
    )


@memoized_by_identity
def waiting_scores(s: State) -> Tally:
    """Returns the points for who waits, in the order of play; the same for all of them. Who plays
    once more is next to nobody.
    """
    comes = next_seat(s)
    return Tally(
        id="scores",
        shared=True,
        screen="no",
        title=Text("Points if the game ended now"),
        scores=tuple(
            SeatScore(
                seat=seat,
                points=points_so_far(s, seat),
                marks=(
                    *((Text("next"),) if seat == comes != s.turn.seat else ()),
                    *_wandering_marks(s, seat, WANDERS),
                ),
                acting=seat == s.turn.seat,
            )
            for seat in s.turn_order
        ),
    )


#: How points that another's move may still take are told: where a row has one line, and with why.
WANDERS = Text("{lasting} + {n} not final")
WANDERS_AND_WHY = Text("{lasting} + {n} not final (belt, Monolith)")


def _wandering_marks(s: State, seat: int, words: Text) -> tuple[Text, ...]:
    """Returns how many of a seat's points another's move may still take, in these words; () if
    none, and in the end.
    """
    unsure = unsure_points(s, seat)
    return (words.filled(lasting=lasting_points(s, seat), n=unsure),) if unsure else ()


def _line(s: State, seat: int) -> SeatScore:
    system = s.system(seat)
    marks = (
        Text("{n} planet", "{n} planets", n=len(system.orbits)),
        Text("belt value {n}", n=asteroid_belt_value(system)),
        Text("{n} objective in hand", "{n} objectives in hand", n=system.hand),
        *_wandering_marks(s, seat, WANDERS_AND_WHY),
    )
    return SeatScore(
        seat=seat,
        points=points_so_far(s, seat),
        marks=marks if s.stage != Stage.SETUP else (),
        acting=s.stage == Stage.PLAY and s.turn.seat == seat,
        flags=(Text("Monolith"),) if s.monolith == seat else (),
    )


@dataclass(frozen=True)
class PublicSystemFacts:
    """One seat's system as every seat sees it. `sectors`: whether each is used this round;
    `counted`: whether all its points are known, None before they are counted.
    """

    seat: int
    acting: bool
    points: int
    sectors: tuple[tuple[str, bool], ...]
    exotics: int
    hand: int
    stellars: tuple[int, ...]
    monolith: bool
    picture: SystemContentsDrawing
    counted: bool | None


@dataclass(frozen=True)
class RoundTrackMark:
    """A round on the track, with the kind of its objectives as words and icon."""

    number: int
    kind: Text
    icon: str
    now: bool
    past: bool


@dataclass(frozen=True)
class RoundsAndSystemsFacts:
    """The track of rounds, and for the table screen the systems with their boards."""

    rounds: tuple[RoundTrackMark, ...]
    boards: tuple[SystemBoardDrawing, ...] = ()
    systems: tuple[PublicSystemFacts, ...] = ()


#: how the television's systems are laid out, by the number of seats; three stand side by side
_SCREEN = {2: BROAD_LAYOUT, 4: STRIP_LAYOUT}
_KINDS = {STELLAR: Text("stellar objectives"), PLANETARY: Text("planetary objectives")}
_ICONS = {STELLAR: "stellar", PLANETARY: "planet"}


def all_systems_panels(s: State, viewer: int) -> tuple[Panel, ...]:
    """Returns the panels with all seats' systems, the same for every viewer: one panel per system
    for a phone, and for viewer 0 one scene for the table screen. Before the game starts: the track
    of rounds for the phone of a seat, () for others.
    """
    if s.stage == Stage.SETUP:
        return _apart(s)[:1] if viewer else ()
    return _apart(s) if viewer else (*_apart(s), _together(s))


def _together(s: State) -> Scene:
    layout = _SCREEN.get(len(s.all_seats), UPRIGHT_LAYOUT)
    systems = tuple(_realm(s, seat, layout) for seat in s.all_seats)
    facts = RoundsAndSystemsFacts(_rounds(s), system_board_drawings(s, layout), systems)
    name = "finished" if s.ended else "systems"
    return Scene(
        id=name, tab=TABLE_SCREEN_ONLY, drawing="systems", screen="scores", facts=facts, shared=True
    )


@cache
def system_boards_scene() -> Scene:
    """Returns the boards that the drawings of systems stand on, above all tabs: a phone is sent a
    tab when it is opened, and each has systems.
    """
    # Both, from the beginning: an expanded system on an open page has its board at once.
    boards = tuple(_board(room, UPRIGHT_LAYOUT) for room in (ORBIT_COUNT, EXPANDED_ORBIT_COUNT))
    return Scene(
        id="boards", tab=ABOVE_ALL_TABS, drawing="boards", screen="no", facts=boards, shared=True
    )


# Saves, with the seat's own system (`_system`), 15 % of an action's processor time.
@memoized_by_identity
def _apart(s: State) -> tuple[Panel, ...]:
    rounds = RoundsAndSystemsFacts(_rounds(s))
    return (
        Scene(id="rounds", tab="table", drawing="rounds", screen="no", facts=rounds, shared=True),
        *(_drawn(_realm(s, seat)) for seat in s.all_seats),
    )


def final_system_scenes(s: State, seats: tuple[int, ...]) -> tuple[Scene, ...]:
    """Returns these seats' final systems, for a page that has the boards elsewhere."""
    return tuple(
        replace(_drawn(_realm(s, seat)), id=f"finished-{seat}", tab="turn") for seat in seats
    )


def _drawn(realm: PublicSystemFacts) -> Scene:
    name = f"system-{realm.seat}"
    return Scene(id=name, tab="table", drawing="realm", screen="no", facts=realm, shared=True)


def _rounds(s: State) -> tuple[RoundTrackMark, ...]:
    return tuple(_round(s, n) for n in range(1, ROUND_COUNT + 1))


def _round(s: State, number: int) -> RoundTrackMark:
    kind, past = objective_kind_in_round(number), number < s.round or s.ended
    return RoundTrackMark(
        number, _KINDS[kind], _ICONS[kind], number == s.round and not s.ended, past
    )


def _realm(s: State, seat: int, layout: SystemLayout = UPRIGHT_LAYOUT) -> PublicSystemFacts:
    system = s.system(seat)
    return PublicSystemFacts(
        seat=seat,
        acting=s.stage == Stage.PLAY and s.turn.seat == seat,
        points=points_so_far(s, seat),
        sectors=tuple((each.upper(), each in system.used) for each in SECTORS),
        exotics=len(system.exotics),
        hand=system.hand,
        stellars=tuple(map(tile_number, system.stellars)),
        monolith=s.monolith == seat,
        picture=system_contents_drawing(s, seat, layout),
        counted=seat not in seats_still_entering_points(s) if s.stage == Stage.COUNT else None,
    )
