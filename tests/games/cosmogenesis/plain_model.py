"""Collisions, comets and moons as the rulebook's words have them, for the tests. It shares nothing
with the game's code: bodies are pairs of words and numbers, an orbit is a list.

A body is ("rock", 1 to 4), ("asteroid", 1) or ("gas", 1 to 2).
"""

from __future__ import annotations

from dataclasses import dataclass

Thing = tuple[str, int]
REFUSED = None


@dataclass
class Ring:
    """An orbit: the planet first, then its moons."""

    bodies: list[Thing]

    @property
    def planet(self) -> Thing:
        return self.bodies[0]


def larger(planet: Thing, size: int) -> bool:
    """All gas giants are always considered larger than any terrestrial body or asteroid."""
    return planet[0] == "gas" or planet[1] > size


def collide(used: Thing, ring: Ring, hit: int, *, large_fourth: bool) -> Ring | None:
    """The orbit after `used` has hit the body there; None where that is not allowed.

    `large_fourth`: whether a fourth moon that would be too large just goes back.
    """
    # Only a terrestrial body (or an asteroid) against a terrestrial body or an asteroid.
    if used[0] == "gas" or ring.bodies[hit][0] == "gas":
        return REFUSED
    # Asteroids are equivalent to size 1. Only bodies smaller than size 4.
    if ring.bodies[hit][1] == 4:
        return REFUSED
    bodies = list(ring.bodies)
    bodies[hit] = ("rock", bodies[hit][1] + 1)
    left_over = [] if used[1] == 1 else [("rock", used[1] - 1)]
    # A fourth moon is returned to the reserve.
    returned = left_over if len(bodies) == 4 else []
    if not returned:
        bodies += left_over
    # Moons resulting from a collision are never equal to the planet's size, nor exceed it.
    changed = ([bodies[hit]] if hit else []) + (left_over if not returned else [])
    if any(not larger(bodies[0], moon[1]) for moon in changed):
        return REFUSED
    if returned and not large_fourth and not larger(bodies[0], returned[0][1]):
        return REFUSED
    return Ring(bodies)


def capture(used: Thing, ring: Ring) -> Ring | None:
    """The orbit with a new moon; None where that is not allowed."""
    if used[0] == "gas" or len(ring.bodies) == 4 or not larger(ring.planet, used[1]):
        return REFUSED
    return Ring([*ring.bodies, used])


def comet(hit: Thing, *, marked: bool) -> bool:
    """Whether a comet may hit this; `marked`: it has rings, or water and atmosphere."""
    return not marked and (hit[0] == "gas" or (hit[0] == "rock" and hit[1] in (3, 4)))
