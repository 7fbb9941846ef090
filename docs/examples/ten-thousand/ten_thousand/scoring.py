"""Scoring: what dice of one throw are worth when they are set aside together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod

DICE = 6
FACES = range(1, 7)
#: What a face is worth alone; the others are worth nothing alone.
ALONE = {1: 100, 5: 50}
STRAIGHT = 1500
PAIRS = 1000
#: What points come in: the least that a die can score.
UNIT = 50


@dataclass(frozen=True)
class House:
    """What this table plays where the rules are silent.

    `more`: what dice beyond three of a kind do, "double", "add" or "three" for nothing more.
    `pairs`: whether three pairs score.
    """

    more: str = "double"
    pairs: bool = True


@dataclass(frozen=True)
class Worth:
    """The points of some dice together, and those among them that score nothing, in order."""

    points: int
    idle: tuple[int, ...] = ()


def worth(dice: Iterable[int], house: House) -> Worth:
    """The most that these dice score, set aside together out of one throw."""
    count = Counter(dice)
    ways = [_by_face(count, house)]
    if all(count[face] == 1 for face in FACES):
        ways.append(Worth(STRAIGHT))
    if house.pairs and is_three_pairs(count):
        ways.append(Worth(PAIRS))
    return max(ways, key=lambda way: (-len(way.idle), way.points))


def is_three_pairs(dice: Iterable[int] | Counter[int]) -> bool:
    """Whether these are three pairs of three faces."""
    return sorted(Counter(dice).values()) == [2, 2, 2]


def three(face: int) -> int:
    """What three of a kind are worth."""
    return 1000 if face == 1 else 100 * face


def kind(face: int, n: int, house: House) -> Worth:
    """What n dice of one face are worth."""
    loose = Worth(ALONE[face] * n) if face in ALONE else Worth(0, (face,) * n)
    if n < 3:
        return loose
    if house.more == "three":
        rest = kind(face, n - 3, house)
        return Worth(three(face) + rest.points, rest.idle)
    more = n - 3
    times = 2**more if house.more == "double" else 1 + more
    return Worth(three(face) * times)


def _by_face(count: Counter[int], house: House) -> Worth:
    parts = [kind(face, count[face], house) for face in FACES if count[face]]
    idle = tuple(die for part in parts for die in part.idle)
    return Worth(sum(part.points for part in parts), idle)


def blanks(n: int) -> float:
    """How likely it is, from 0 to 1, that nothing scores in a throw of n dice."""
    ways = 0
    for dice in combinations_with_replacement(FACES, n):
        count = Counter(dice)
        scores = any(face in ALONE or some >= 3 for face, some in count.items())
        if not scores and not is_three_pairs(count):
            ways += factorial(n) // prod(factorial(some) for some in count.values())
    return float(ways / len(FACES) ** n)
