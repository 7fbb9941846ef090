"""One player's star system: its orbits, asteroid belt and tiles. Values only; no rule lives here.

What this seat alone may know: `told`, the planetary objectives that it holds face down, and
`noted`, what it typed in about them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.cosmogenesis.bodies import Body, Orbit, Place
from companion.games.cosmogenesis.pieces import MORE_ORBITS, ORBITS, Sector


@dataclass(frozen=True, order=True)
class Exotic:
    """An exotic object. `counters`: those left on it, None if nobody said how many it had."""

    tile: str
    counters: int | None = None


@dataclass(frozen=True)
class System:
    """One player's star system. `orbits`: from the star outwards, without gaps. `used`: the sectors
    with the own token in this round. `hand`: planetary objectives face down. `worths`: what people
    counted for an objective. `done`: has nothing more to count.
    """

    orbits: tuple[Orbit, ...] = ()
    expanded: bool = False
    asteroids: int = 0
    comets: int = 0
    used: tuple[Sector, ...] = ()
    exotics: tuple[Exotic, ...] = ()
    stellars: tuple[str, ...] = ()
    hand: int = 1
    told: tuple[str, ...] = ()
    noted: tuple[tuple[str, str], ...] = ()
    worths: tuple[tuple[str, int], ...] = ()
    done: bool = False

    @property
    def room(self) -> int:
        """How many orbits the board has."""
        return MORE_ORBITS if self.expanded else ORBITS

    @property
    def next_orbit(self) -> int | None:
        """The first free notch; None where there is none."""
        return len(self.orbits) + 1 if len(self.orbits) < self.room else None

    def orbit(self, number: int) -> Orbit | None:
        """None where that orbit has no planet."""
        return self.orbits[number - 1] if 0 < number <= len(self.orbits) else None

    def at(self, place: Place) -> Body | None:
        """The body at this place; None where there is none."""
        orbit = self.orbit(place.orbit)
        bodies = orbit.bodies if orbit else ()
        return bodies[place.moon] if place.moon < len(bodies) else None

    def bodies(self) -> Iterator[tuple[Place, Body]]:
        """Every body with its place, from the star outwards, a planet before its moons."""
        for number, orbit in enumerate(self.orbits, start=1):
            for moon, body in enumerate(orbit.bodies):
                yield Place(number, moon), body

    @cached_property
    def revealed(self) -> tuple[str, ...]:
        """The planetary objectives beside its orbits."""
        return tuple(tile for orbit in self.orbits for tile in orbit.objectives)

    def copies(self, tile: str) -> tuple[Exotic, ...]:
        """The exotic objects called so: several, where the box has more than one."""
        return tuple(each for each in self.exotics if each.tile == tile)

    def with_exotic(self, old: Exotic, new: Exotic, *, last: bool = False) -> System:
        """The same with one copy exchanged; `last`: it stands behind its other copies then."""
        index = self.exotics.index(old)
        rest = (*self.exotics[:index], *self.exotics[index + 1 :])
        index += sum(each.tile == old.tile for each in rest[index:]) if last else 0
        return replace(self, exotics=(*rest[:index], new, *rest[index:]))

    @cached_property
    def open_tiles(self) -> tuple[str, ...]:
        """Every tile that all can see: stellar, revealed planetary, exotic."""
        return (*self.stellars, *self.revealed, *(each.tile for each in self.exotics))

    def with_orbit(self, number: int, orbit: Orbit) -> System:
        orbits = (*self.orbits[: number - 1], orbit, *self.orbits[number:])
        return replace(self, orbits=orbits)

    def with_body(self, place: Place, body: Body) -> System:
        """The same system with another body at a place that has one."""
        orbit = self.orbits[place.orbit - 1]
        return self.with_orbit(place.orbit, orbit.with_body(place.moon, body))
