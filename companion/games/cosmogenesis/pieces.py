"""The components: bodies, places on a player's board, sectors, numbers of the box.

Only what the rulebook says of the real pieces. No rule lives here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.referee.text import Text


class Sector(StrEnum):
    """The four sectors of the central board; a player takes from each once a round."""

    I = "i"  # noqa: E741 - the board numbers them so
    II = "ii"
    III = "iii"
    IV = "iv"


SECTORS = tuple(Sector)
#: the sectors that hold bodies and exotic objects, drawn from the bag
BAG_SECTORS = (Sector.II, Sector.III)


class Space(StrEnum):
    """The kinds of space in sector IV. Which of them are where is on the board, not here."""

    ASTEROID = "asteroid"
    MONOLITH = "monolith"
    TWO = "two"
    COMET = "comet"


SPACES = tuple(Space)

ROUNDS = 6
TURNS = len(SECTORS)
ORBITS = 5
#: with the expansion module
MORE_ORBITS = 7
MOST_MOONS = 3
#: the first, second and third orbit, counted from the star
ZONE = range(1, 4)

ROCK, GAS, ASTEROID = "rock", "gas", "asteroid"
ROCK_SIZES = range(1, 5)
GAS_SIZES = range(1, 3)
#: sizes of which a token can have water and atmosphere on its other side
WET_SIZES = range(3, 5)
#: the colours of the gas giants. What the last two are, each group sees in its own box
COLOURS = ("red", "green", "blue", "d", "e")
#: what the last two can be called, once the group says so
UNNAMED = ("d", "e")
HUES = ("yellow", "orange", "purple", "brown", "grey", "white", "pink", "turquoise", "black")

#: the steps of life: bacterium, jellyfish, fish, lizard, intelligent life
LIFE = range(5)
LIFE_POINTS = (0, 1, 2, 3, 5)
BASIC = 0
LIFE_NAMES = (
    Text("bacterium"),
    Text("jellyfish"),
    Text("fish"),
    Text("lizard"),
    Text("intelligent life"),
)

#: what the box holds of each token. One token is size 1 on one side and size 2 on the other
SMALL_ROCKS, SIZE_3_ROCKS, SIZE_4_ROCKS = 30, 15, 10
GAS_OF_A_COLOUR = {1: 2, 2: 1}
STELLARS, PLANETARIES, EXOTICS = 19, 25, 10
COMETS, ASTEROIDS, COUNTERS = 25, 35, 30
#: how many objectives lie face down at the start, by number of players
STELLAR_DECK = {2: 9, 3: 12, 4: 15}
PLANETARY_DECK = {2: 11, 3: 15, 4: 19}
#: tokens that go back into the box before the game, marked 4 or 3+
TOKENS_OUT = {2: 20, 3: 10, 4: 0}
#: what an asteroid and a comet are worth in a belt
BELT_WORTH = {"asteroid": 1, "comet": 2}
FIRST_BELT, SECOND_BELT = 5, 3

_ROCK = re.compile(r"rock-([1-4])")
_GAS = re.compile(rf"gas-({'|'.join(COLOURS)})-([12])")
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
    def terrestrial(self) -> bool:
        return self.kind == ROCK

    @property
    def giant(self) -> bool:
        return self.kind == GAS

    @property
    def alive(self) -> bool:
        return self.life >= BASIC

    @property
    def token(self) -> Body:
        """The token as it comes: dry, without rings, without life."""
        return Body(self.kind, self.size, self.colour)


STONE = Body(ASTEROID)


def rock(size: int, *, wet: bool = False, life: int = -1) -> Body:
    """A terrestrial body."""
    return Body(ROCK, size, wet=wet, life=life)


def gas(colour: str, size: int, *, rings: bool = False) -> Body:
    """A gas giant."""
    return Body(GAS, size, colour, rings=rings)


def read_body(word: str) -> Body:
    """The body of "rock-3", "gas-red-1" or "asteroid". Raises `ValueError`."""
    if word == ASTEROID:
        return STONE
    if found := _ROCK.fullmatch(word):
        return rock(int(found[1]))
    if found := _GAS.fullmatch(word):
        return gas(found[1], int(found[2]))
    raise ValueError(word)


def write_body(body: Body) -> str:
    """The word for a body, without what happened to it."""
    if body.giant:
        return f"gas-{body.colour}-{body.size}"
    return f"rock-{body.size}" if body.terrestrial else ASTEROID


#: every body that is drawn from the bag
ROCKS = tuple(rock(size) for size in ROCK_SIZES)
GIANTS = tuple(gas(colour, size) for colour in COLOURS for size in GAS_SIZES)


@dataclass(frozen=True, order=True)
class Place:
    """Where a body is: its orbit, counted from the star, and which moon; 0 is the planet."""

    orbit: int
    moon: int = 0

    def __str__(self) -> str:
        return f"{self.orbit}.{self.moon}" if self.moon else str(self.orbit)


def read_place(word: str) -> Place:
    """The place of "2" (a planet) or "2.1" (its first moon). Raises `ValueError`."""
    found = _PLACE.fullmatch(word)
    if found is None:
        raise ValueError(word)
    return Place(int(found[1]), int(found[2] or 0))


@dataclass(frozen=True, order=True)
class Orbit:
    """A planet, its moons as they came, and the objectives that were put beside it."""

    planet: Body
    moons: tuple[Body, ...] = ()
    objectives: tuple[str, ...] = ()

    @property
    def bodies(self) -> tuple[Body, ...]:
        return (self.planet, *self.moons)

    def with_body(self, moon: int, body: Body) -> Orbit:
        """The same orbit with another planet (0) or moon there."""
        if not moon:
            return replace(self, planet=body)
        return replace(self, moons=(*self.moons[: moon - 1], body, *self.moons[moon:]))

    def with_moon(self, body: Body) -> Orbit:
        return replace(self, moons=(*self.moons, body))


COLOUR_NAMES = {
    "red": Text("red"),
    "green": Text("green"),
    "blue": Text("blue"),
    "d": Text("fourth colour"),
    "e": Text("fifth colour"),
    "yellow": Text("yellow"),
    "orange": Text("orange"),
    "purple": Text("purple"),
    "brown": Text("brown"),
    "grey": Text("grey"),
    "white": Text("white"),
    "pink": Text("pink"),
    "turquoise": Text("turquoise"),
    "black": Text("black"),
}
SECTOR_NAMES = {
    Sector.I: Text("sector I"),
    Sector.II: Text("sector II"),
    Sector.III: Text("sector III"),
    Sector.IV: Text("sector IV"),
}


def spaces_in_sector(seats: int) -> int:
    """How many spaces of sector I are filled: one more than there are players."""
    return seats + 1
