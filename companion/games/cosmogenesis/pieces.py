"""The components: sectors, sizes, colours, steps of life, numbers of the box.

Only what the rulebook says of the real pieces. No rules.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.text import Text


class Sector(StrEnum):
    """The four sectors of the central board; a player takes from each once a round."""

    I = "i"  # noqa: E741 - the board numbers them so
    II = "ii"
    III = "iii"
    IV = "iv"


SECTORS = tuple(Sector)
#: the sectors with bodies and exotic objects, drawn from the bag
SECTORS_FILLED_FROM_BAG = (Sector.II, Sector.III)


class SectorFourSpace(StrEnum):
    """The kinds of space in sector IV. Their places are on the board, not here."""

    ASTEROID = "asteroid"
    MONOLITH = "monolith"
    TWO = "two"
    COMET = "comet"


SECTOR_FOUR_SPACES = tuple(SectorFourSpace)

SECTOR_FOUR_SPACE_NAMES = {
    SectorFourSpace.ASTEROID: Text("1 asteroid"),
    SectorFourSpace.MONOLITH: Text("1 asteroid and the Monolith"),
    SectorFourSpace.TWO: Text("2 asteroids"),
    SectorFourSpace.COMET: Text("1 comet"),
}

ROUND_COUNT = 6
TURNS_PER_ROUND = len(SECTORS)
ORBIT_COUNT = 5
#: with the expansion module
EXPANDED_ORBIT_COUNT = 7
MAX_MOONS_PER_ORBIT = 3
#: the habitable zone: the first three orbits, counted from the star
HABITABLE_ORBITS = range(1, 4)

ROCK, GAS, ASTEROID = "rock", "gas", "asteroid"
ROCK_SIZES = range(1, 5)
GAS_GIANT_SIZES = range(1, 3)
#: sizes of a token that can have water and atmosphere on its other side
SIZES_WITH_WATER = range(3, 5)
#: the colours of the gas giants; each group sees in its box what the last two are
GAS_GIANT_COLOURS = ("red", "green", "blue", "d", "e")
#: the last two, before the group has named them
UNNAMED_GIANT_COLOURS = ("d", "e")
COLOURS_FOR_UNNAMED_GIANTS = (
    "yellow",
    "orange",
    "purple",
    "brown",
    "grey",
    "white",
    "pink",
    "turquoise",
    "black",
)

#: the steps of life: bacterium, jellyfish, fish, lizard, intelligent life
LIFE_STEPS = range(5)
POINTS_BY_LIFE_STEP = (0, 1, 2, 3, 5)
FIRST_LIFE_STEP = 0
LIFE_STEP_NAMES = (
    Text("bacterium"),
    Text("jellyfish"),
    Text("fish"),
    Text("lizard"),
    Text("intelligent life"),
)

#: how many of each token the box has; one token is size 1 on one side and size 2 on the other
SMALL_ROCK_COUNT, SIZE_3_ROCK_COUNT, SIZE_4_ROCK_COUNT = 30, 15, 10
GAS_GIANTS_PER_COLOUR_BY_SIZE = {1: 2, 2: 1}
STELLAR_COUNT, PLANETARY_COUNT, EXOTIC_COUNT = 19, 25, 10
COMET_COUNT, COUNTER_COUNT = 25, 30
#: how many objectives are face down at the start, by number of players
STELLAR_DECK_SIZE_BY_PLAYERS = {2: 9, 3: 12, 4: 15}
PLANETARY_DECK_SIZE_BY_PLAYERS = {2: 11, 3: 15, 4: 19}
#: tokens that return to the box before the game, marked 4 or 3+
REMOVED_TOKEN_COUNT_BY_PLAYERS = {2: 20, 3: 10, 4: 0}
#: the value of an asteroid and of a comet in a belt
BELT_VALUE_BY_KIND = {"asteroid": 1, "comet": 2}
FIRST_BELT_POINTS, SECOND_BELT_POINTS = 5, 3

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


def sector_one_filled_space_count(seats: int) -> int:
    """Returns how many spaces of sector I are filled: one more than there are players."""
    return seats + 1


def _sector(word: str) -> Sector:
    return Sector(one_of(*SECTORS)(word))


def _space(word: str) -> SectorFourSpace:
    return SectorFourSpace(one_of(*SECTOR_FOUR_SPACES)(word))


#: how actions are written: sectors, spaces, orbits
SectorParameter = Annotated[Sector, Word("sector", _sector)]
FromSectorParameter = Annotated[Sector, Word("sector", _sector, lead="from")]
SectorFourSpaceParameter = Annotated[SectorFourSpace, Word("space", _space)]
OrbitParameter = Annotated[int, Word("orbit", whole_number_reader(1, EXPANDED_ORBIT_COUNT))]
