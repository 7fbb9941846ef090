"""The words of the notation: marbles, stars, sizes, sectors, and how each is written and read."""

from __future__ import annotations

from companion.games.crafting.fields import PICKS
from companion.games.crafting.pieces import (
    CONTROLS,
    ELEMENTS,
    GOALS,
    MOST_POINTS,
    POWERS,
    SECTORS,
    UNTOLD,
)
from companion.games.crafting.tiles import printed
from companion.referee.notation import Word, one_of, whole


def _marble(word: str) -> int:
    return 0 if word == "dark" else whole(1, 4)(word)


def _write_marble(marble: int) -> str:
    return "dark" if marble == 0 else str(marble)


def pick(word: str) -> str:
    if word in PICKS or word in (*SECTORS, UNTOLD):
        return word
    return str(whole(0, 30)(word))


def value_or_unknown(word: str) -> int | str:
    return "?" if word == "?" else whole(0, 999)(word)


def _code(word: str) -> str:
    printed(word)
    return word


def code_or_unknown(word: str) -> str:
    return "" if word == "?" else _code(word)


def points_or_code(word: str) -> int | str:
    return _code(word) if "=" in word else whole(1, MOST_POINTS)(word)


MARBLE = Word("marble", _marble, _write_marble)

MARBLES = Word("marble", _marble, _write_marble, many=True)

FROM_CONTROL = Word("control", one_of(*CONTROLS), optional=True)

CONTROL = Word("control", one_of(*CONTROLS))

ENERGY = Word("energy", one_of(*CONTROLS))

GOAL = Word("goal", one_of(*GOALS), optional=True)

STAR = Word("star", one_of(*ELEMENTS, "nova"))

ELEMENTS_LEFT = Word("element", one_of(*ELEMENTS), many=True)

SIZE = Word("size", whole(1, 3))

SIZE_IF = Word("size", whole(1, 3), optional=True)

SECTOR = Word("sector", one_of(*SECTORS, UNTOLD))

#: what a nebula tile prints: needs in the order h he o c, then its points
CODE_IF = Word("tile", _code, optional=True)

SECTOR_IF = Word("sector", one_of(*SECTORS, UNTOLD), optional=True)

USED_IF = Word("used", one_of("used"), optional=True)

PLACED_IF = Word("placed", one_of("placed"), optional=True)

POWER = Word("power", one_of(*POWERS))

INSTEAD = tuple(slug for slug, power in POWERS.items() if power.instead)


SPENT = (
    Word("dna", whole(1, 20), lead="dna", optional=True),
    Word("star", one_of(*ELEMENTS), lead="nova", optional=True),
)


def number(name: str, low: int, high: int, optional: bool = False) -> Word:
    return Word(name, whole(low, high), optional=optional)
