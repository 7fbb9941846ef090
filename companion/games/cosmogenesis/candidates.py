"""What a person might plausibly try now. Lazy; free amounts are judged but not enumerated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.cosmogenesis import actions as do
from companion.games.cosmogenesis.bodies import GIANTS, ROCKS, Place
from companion.games.cosmogenesis.pieces import BAG_SECTORS, SECTORS, SPACES, Sector
from companion.games.cosmogenesis.rules.score import uncounted
from companion.games.cosmogenesis.state import Stage, State, Step
from companion.games.cosmogenesis.system import System
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    OTHER,
    PLACED,
    PLANETARY_TILES,
    STELLAR_TILES,
    TAKEN,
)

#: points that are tried for an objective that only people can count; all are judged when told
LIKELY_POINTS = range(13)


def candidates(s: State, seat: int) -> Iterator[Any]:
    """Actions worth offering to this seat, allowed or not."""
    if s.stage == Stage.SETUP:
        yield do.Begin()
        yield from (do.Begin(each) for each in s.all_seats)
    elif s.stage == Stage.PLAY and s.turn.seat == seat:
        yield from _main(s, seat) if s.turn.step == Step.MAIN else _after(s, seat)
    elif s.stage == Stage.ROUND:
        yield do.FinishRound()
    elif s.stage == Stage.COUNT:
        for tile in uncounted(s, seat):
            yield from (do.Worth(tile, points) for points in LIKELY_POINTS)
        yield do.Done()


def _main(s: State, seat: int) -> Iterator[Any]:
    for sector in BAG_SECTORS:
        yield from from_bag(s, seat, sector)
        yield from (do.TakeExotic(sector, tile) for tile in EXOTIC_TILES)
    yield from (do.TakeStellar(tile) for tile in STELLAR_TILES)
    yield do.TakePlanetary()
    yield from (do.TakePlanetary(tile) for tile in PLANETARY_TILES)
    yield from (do.HitWithComet(place) for place in places(s, seat))
    yield from (do.FillBelt(space) for space in SPACES)
    yield from (do.Discard(sector) for sector in SECTORS)
    yield from (do.Discard(Sector.IV, space) for space in SPACES)


def from_bag(s: State, seat: int, sector: Sector) -> Iterator[Any]:
    """Everything that can be done with bodies out of this sector."""
    yield from (do.MakePlanet(sector, body) for body in (*ROCKS, *GIANTS))
    for body in ROCKS:
        yield from (do.MakeMoon(sector, body, orbit) for orbit in orbits(s, seat))
        yield from (do.Collide(sector, body, place) for place in places(s, seat))


def orbits(s: State, seat: int) -> range:
    """The orbits of this seat that have a planet."""
    return range(1, len(s.system(seat).orbits) + 1)


def places(s: State, seat: int) -> tuple[Place, ...]:
    """The places of this seat that have a body."""
    return _places(s.system(seat))


def _places(system: System) -> tuple[Place, ...]:
    return tuple(place for place, _ in system.bodies())


def _after(s: State, seat: int) -> Iterator[Any]:
    yield do.End()
    yield from extras(s, seat)
    yield from (do.Use(each.tile) for each in s.system(seat).exotics)
    yield from (do.Gain(gift) for gift in TAKEN)
    yield from (do.Gain(gift, place) for gift in PLACED for place in places(s, seat))
    yield from (do.Gain(gift) for gift in ("module", OTHER))


def extras(s: State, seat: int) -> Iterator[Any]:
    """Every additional action with every place."""
    yield from (do.ExtraMoon(orbit) for orbit in orbits(s, seat))
    yield do.ExtraComet()
    for place in places(s, seat):
        yield do.ExtraCollide(place)
        yield do.ExtraComet(place)
        yield do.CreateLife(place)
        yield do.Smash(place)
    yield do.Expand()
    yield from reveals(s, seat)


def reveals(s: State, seat: int) -> Iterator[do.Reveal]:
    """Every objective that may be in the own hand, beside every orbit."""
    system = s.system(seat)
    known = len(system.told) >= system.hand
    noted = dict(system.noted)
    for tile in system.told if known else PLANETARY_TILES:
        yield from (do.Reveal(tile, orbit, noted.get(tile)) for orbit in orbits(s, seat))
