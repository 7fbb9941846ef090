"""Bodies and where they are: planets, moons, orbits, places. Values only, no rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.cosmogenesis.pieces import (
    ASTEROID,
    FIRST_LIFE_STEP,
    GAS,
    GAS_GIANT_COLOURS,
    GAS_GIANT_SIZES,
    ROCK,
    ROCK_SIZES,
)
from companion.referee.notation import Word, one_of

_ROCK = re.compile(r"rock-([1-4])")
_GAS = re.compile(rf"gas-({'|'.join(GAS_GIANT_COLOURS)})-([12])")
_PLACE = re.compile(r"([1-7])(?:\.([1-3]))?")


@dataclass(frozen=True, order=True)
class Body:
    """A body in a system. `life`: the step of its life counter, -1 without one."""

    kind: str
    size: int = 1
    colour: str = ""
    wet: bool = False
    rings: bool = False
    life: int = -1

    @property
    def is_terrestrial(self) -> bool:
        """Whether it is a rock."""
        return self.kind == ROCK

    @property
    def is_giant(self) -> bool:
        """Whether it is a gas giant."""
        return self.kind == GAS

    @property
    def has_life(self) -> bool:
        """Whether it has a life counter."""
        return self.life >= FIRST_LIFE_STEP

    @property
    def without_water_rings_life(self) -> Body:
        """Its token as new: dry, without rings, without life."""
        return Body(self.kind, self.size, self.colour)


ASTEROID_BODY = Body(ASTEROID)


def make_rock(size: int, *, wet: bool = False, life: int = -1) -> Body:
    """Returns a terrestrial body."""
    return Body(ROCK, size, wet=wet, life=life)


def make_gas_giant(colour: str, size: int, *, rings: bool = False) -> Body:
    """Returns a gas giant."""
    return Body(GAS, size, colour, rings=rings)


def parse_body(word: str) -> Body:
    """Returns the body of "rock-3", "gas-red-1" or "asteroid". Raises ValueError otherwise."""
    if word == ASTEROID:
        return ASTEROID_BODY
    if found := _ROCK.fullmatch(word):
        return make_rock(int(found[1]))
    if found := _GAS.fullmatch(word):
        return make_gas_giant(found[1], int(found[2]))
    raise ValueError(word)


def format_body(body: Body) -> str:
    """Returns the word for a body, without water, rings or life."""
    if body.is_giant:
        return f"gas-{body.colour}-{body.size}"
    return f"rock-{body.size}" if body.is_terrestrial else ASTEROID


#: every body that can be drawn from the bag
ROCKS = tuple(make_rock(size) for size in ROCK_SIZES)
GAS_GIANTS = tuple(
    make_gas_giant(colour, size) for colour in GAS_GIANT_COLOURS for size in GAS_GIANT_SIZES
)


@dataclass(frozen=True, order=True)
class Place:
    """Where a body is: its orbit, counted from the star, and which moon (0: the planet)."""

    orbit: int
    moon: int = 0

    def __str__(self) -> str:
        return f"{self.orbit}.{self.moon}" if self.moon else str(self.orbit)


#: the planet next to the star
INNERMOST_PLANET_PLACE = Place(1)


def parse_place(word: str) -> Place:
    """Returns the place of "2" (a planet) or "2.1" (its first moon). Raises ValueError."""
    found = _PLACE.fullmatch(word)
    if found is None:
        raise ValueError(word)
    return Place(int(found[1]), int(found[2] or 0))


@dataclass(frozen=True, order=True)
class Orbit:
    """A planet, its moons in the order added, and the objectives beside it."""

    planet: Body
    moons: tuple[Body, ...] = ()
    objectives: tuple[str, ...] = ()

    @property
    def bodies(self) -> tuple[Body, ...]:
        """The planet, then its moons."""
        return (self.planet, *self.moons)

    def with_body(self, moon: int, body: Body) -> Orbit:
        """Returns the orbit with `body` as its planet (moon 0) or as that moon."""
        if not moon:
            return replace(self, planet=body)
        return replace(self, moons=(*self.moons[: moon - 1], body, *self.moons[moon:]))

    def with_moon(self, body: Body) -> Orbit:
        """Returns the orbit with one more moon."""
        return replace(self, moons=(*self.moons, body))


def _body(*bodies: Body) -> Word:
    known = one_of(*map(format_body, bodies))
    return Word("body", lambda word: parse_body(known(word)), format_body)


#: how actions are written: a body is "rock-3" or "gas-red-1"; a place is "2" (the planet of orbit
#: 2) or "2.1" (its first moon)
BagBodyParameter = Annotated[Body, _body(*ROCKS, *GAS_GIANTS)]
AnyBodyParameter = Annotated[Body, _body(*ROCKS, *GAS_GIANTS, ASTEROID_BODY)]
PlaceParameter = Annotated[Place, Word("place", parse_place, where=True)]
