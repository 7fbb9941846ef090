"""The state of a game of Cosmogenesis. Values only, no rules.

A seat's secrets are in its `System`. Bag, reserve and central board are not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from companion.games.cosmogenesis.bodies import Body, Orbit, Place
from companion.games.cosmogenesis.pieces import (
    COLOURS_FOR_UNNAMED_GIANTS,
    EXPANDED_ORBIT_COUNT,
    ORBIT_COUNT,
    TURNS_PER_ROUND,
    UNNAMED_GIANT_COLOURS,
    Sector,
    SectorFourSpace,
)
from companion.games.cosmogenesis.tiles import (
    COLOUR_OPTION_PREFIX,
    STELLAR,
    TILE_OPTION_PREFIX,
    TILES,
    GiftAlternatives,
    TileText,
    can_tile_kind_have_code,
    parse_tile_code,
    tile_codes_from_options,
)
from companion.referee.standard import SeatedState


@dataclass(frozen=True, order=True)
class ExoticObject:
    """An exotic object. `counters`: those left on it; None if unknown."""

    tile: str
    counters: int | None = None


@dataclass(frozen=True)
class System:
    """One player's star system. `orbits`: from the star outwards, without gaps. `used`: the sectors
    with its token this round. `hand`: planetary objectives face down. `worths`: points that people
    counted for an objective. `done`: has no more points to enter.
    """

    orbits: tuple[Orbit, ...] = ()
    expanded: bool = False
    asteroids: int = 0
    comets: int = 0
    used: tuple[Sector, ...] = ()
    exotics: tuple[ExoticObject, ...] = ()
    stellars: tuple[str, ...] = ()
    hand: int = 1
    entered: tuple[str, ...] = ()
    noted: tuple[tuple[str, str], ...] = ()
    worths: tuple[tuple[str, int], ...] = ()
    done: bool = False

    @property
    def orbit_count(self) -> int:
        """How many orbits the board has."""
        return EXPANDED_ORBIT_COUNT if self.expanded else ORBIT_COUNT

    @property
    def next_free_orbit(self) -> int | None:
        """The number of the next free orbit; None if there is none."""
        return len(self.orbits) + 1 if len(self.orbits) < self.orbit_count else None

    def orbit(self, number: int) -> Orbit | None:
        """Returns that orbit; None if it has no planet."""
        return self.orbits[number - 1] if 0 < number <= len(self.orbits) else None

    def body_at(self, place: Place) -> Body | None:
        """Returns the body at this place; None if there is none."""
        orbit = self.orbit(place.orbit)
        bodies = orbit.bodies if orbit else ()
        return bodies[place.moon] if place.moon < len(bodies) else None

    def bodies(self) -> Iterator[tuple[Place, Body]]:
        """Yields every body with its place, from the star outwards, a planet before its moons."""
        for number, orbit in enumerate(self.orbits, start=1):
            for moon, body in enumerate(orbit.bodies):
                yield Place(number, moon), body

    @cached_property
    def revealed_objectives(self) -> tuple[str, ...]:
        """The planetary objectives beside its orbits."""
        return tuple(tile for orbit in self.orbits for tile in orbit.objectives)

    def exotic_object_copies(self, tile: str) -> tuple[ExoticObject, ...]:
        """Returns the exotic objects of this name; the box may have several."""
        return tuple(each for each in self.exotics if each.tile == tile)

    def with_exotic_object_replaced(
        self, old: ExoticObject, new: ExoticObject, *, last: bool = False
    ) -> System:
        """Returns the system with one copy replaced; `last`: it is put after its other copies."""
        index = self.exotics.index(old)
        rest = (*self.exotics[:index], *self.exotics[index + 1 :])
        index += sum(each.tile == old.tile for each in rest[index:]) if last else 0
        return replace(self, exotics=(*rest[:index], new, *rest[index:]))

    @cached_property
    def public_tiles(self) -> tuple[str, ...]:
        """Every tile that all seats can see: stellar, revealed planetary, exotic."""
        return (*self.stellars, *self.revealed_objectives, *(each.tile for each in self.exotics))

    def with_orbit(self, number: int, orbit: Orbit) -> System:
        """Returns the system with another orbit in that position."""
        orbits = (*self.orbits[: number - 1], orbit, *self.orbits[number:])
        return replace(self, orbits=orbits)

    def with_body(self, place: Place, body: Body) -> System:
        """Returns the system with another body at a place that has one."""
        orbit = self.orbits[place.orbit - 1]
        return self.with_orbit(place.orbit, orbit.with_body(place.moon, body))


class Stage(StrEnum):
    """The stage of a game. ROUND: every seat had 4 turns. COUNT: people enter points."""

    SETUP = "setup"
    PLAY = "play"
    ROUND = "round"
    COUNT = "count"
    OVER = "over"


class Step(StrEnum):
    """The step of a turn: the main action, then the additional one and exotic objects."""

    MAIN = "main"
    EXTRA = "extra"


@dataclass(frozen=True)
class TokenInstructions:
    """What to do with the real tokens after the last action, besides placing the body.

    `back` and `take`: what goes to the reserve and comes from it, in notation ("rock-3"; "rock-2"
    is the small token, on either side). `turned`: bodies whose token is turned over. `grown`:
    bodies that are one size larger, by the other side of their token or by another one. `moon`:
    where the remainder of a collision is a new moon; `returned`: the one that was the fourth moon.
    `fell`: where life fell back to the bacterium. `monolith`: it moves. `hands`: the seat that does
    it, if the action ended its turn (0: the seat on turn).
    """

    back: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    turned: tuple[Place, ...] = ()
    grown: tuple[Place, ...] = ()
    moon: Place | None = None
    returned: str = ""
    fell: tuple[Place, ...] = ()
    monolith: bool = False
    hands: int = 0


@dataclass(frozen=True)
class Turn:
    """The present turn.

    `extras`: additional actions left. `used`: exotic objects used in it, one entry a copy. `gains`:
    gifts of tiles to choose or to place; `got`: what was taken of them. `unread`: tiles used or
    revealed whose gifts were not entered; `read_out`: what was taken for them, as their owner said.
    `wood`: what to do with the tokens after the last action.
    """

    seat: int = 0
    step: Step = Step.MAIN
    extras: int = 1
    used: tuple[str, ...] = ()
    gains: tuple[GiftAlternatives, ...] = ()
    got: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    read_out: tuple[str, ...] = ()
    wood: TokenInstructions = TokenInstructions()


@dataclass(frozen=True)
class State(SeatedState):
    """A whole game.

    Facts, which only actions change: `systems`, `first` (who began this round), `monolith` (who has
    it), `turn`, `round`, `taken` (spaces of sector IV that exist once, emptied this round), `tiles`
    (entered in this game), `hues` (of unknown colours), `ended` (the sixth round is finished),
    `history` (each seat's points after each round). Worked out from them after every action, by
    `rules.with_stage_updated`: `stage`.
    """

    seats: int
    options: tuple[tuple[str, str], ...]
    systems: tuple[System, ...]
    stage: Stage = Stage.SETUP
    round: int = 1
    first: int = 0
    monolith: int = 0
    turn: Turn = Turn()
    taken: tuple[SectorFourSpace, ...] = ()
    tiles: tuple[tuple[str, str], ...] = ()
    hues: tuple[tuple[str, str], ...] = ()
    ended: bool = False
    history: tuple[tuple[int, ...], ...] = ()

    def system(self, seat: int) -> System:
        """Returns a seat's system."""
        return self.systems[seat - 1]

    def with_system(self, seat: int, system: System) -> State:
        """Returns the state with another system for the seat."""
        systems = (*self.systems[: seat - 1], system, *self.systems[seat:])
        return replace(self, systems=systems)

    def with_turn(self, **changes: object) -> State:
        """Returns the state with fields of its turn changed."""
        return replace(self, turn=replace(self.turn, **changes))  # type: ignore[arg-type]

    def with_turn_of_seat(self, seat: int, **changes: object) -> State:
        """Returns the state with fields of its turn changed; unchanged if it is not this seat's
        turn, so that a late action costs the next player nothing.
        """
        return self.with_turn(**changes) if self.turn.seat == seat else self

    @property
    def objective_kind(self) -> str:
        """The kind of objective that sector I holds in this round."""
        return objective_kind_in_round(self.round)

    @cached_property
    def known_tile_codes(self) -> Mapping[str, str]:
        """The public codes of tiles: of the box, and those entered in this game, which prevail."""
        return {**tile_codes_from_options(self.options), **dict(self.tiles)}

    def tile_text(self, tile: str) -> TileText | None:
        """Returns what this tile says; None if it was not entered."""
        code = self.known_tile_codes.get(tile)
        return None if code is None else parse_tile_code(code)

    def tile_text_for_seat(self, seat: int, tile: str) -> TileText | None:
        """Returns what this tile says to this seat, with its secret notes; None if unknown."""
        code = dict(self.system(seat).noted).get(tile) or self.known_tile_codes.get(tile)
        return None if code is None else parse_tile_code(code)

    def colour_name_at_table(self, colour: str) -> str:
        """Returns what a colour of gas giants is called in this group's box."""
        name = dict(self.hues).get(colour) or self.option_value(f"{COLOUR_OPTION_PREFIX}{colour}")
        return name if name in COLOURS_FOR_UNNAMED_GIANTS else colour


def objective_kind_in_round(number: int) -> str:
    """Returns the kind of objective of a round: stellar in odd rounds, planetary in even ones."""
    return STELLAR if number % 2 else "planetary"


def turns_left(s: State, seat: int) -> int:
    """Returns how many turns this seat still has in this round."""
    return TURNS_PER_ROUND - len(s.system(seat).used)


def box_facts(s: State) -> Mapping[str, str]:
    """Returns what is known of the group's box, for its later games."""
    hues = {
        colour: s.colour_name_at_table(colour)
        for colour in UNNAMED_GIANT_COLOURS
        if s.colour_name_at_table(colour) != colour
    }
    return {
        **{f"{TILE_OPTION_PREFIX}{tile}": code for tile, code in s.known_tile_codes.items()},
        **{f"{COLOUR_OPTION_PREFIX}{colour}": hue for colour, hue in hues.items()},
    }


def is_box_fact(name: str, value: str) -> bool:
    """Returns whether this can be known of a box."""
    if name.startswith(COLOUR_OPTION_PREFIX):
        return (
            name.removeprefix(COLOUR_OPTION_PREFIX) in UNNAMED_GIANT_COLOURS
            and value in COLOURS_FOR_UNNAMED_GIANTS
        )
    tile = name.removeprefix(TILE_OPTION_PREFIX)
    return (
        name.startswith(TILE_OPTION_PREFIX)
        and tile in TILES
        and can_tile_kind_have_code(tile, value)
    )


def current_round(s: State) -> int:
    """Returns the number of the present round; 0 before the first one."""
    return 0 if s.stage == Stage.SETUP else s.round


def setup(seats: int, options: Mapping[str, str]) -> State:
    """Returns the state of a new game, before any seat has the Monolith."""
    return State(seats=seats, options=tuple(sorted(options.items())), systems=(System(),) * seats)
