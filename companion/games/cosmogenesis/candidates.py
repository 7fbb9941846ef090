"""Actions that a person might try now. Lazy; free amounts are judged but not listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.cosmogenesis.bodies import GAS_GIANTS, ROCKS, Place
from companion.games.cosmogenesis.pieces import (
    SECTOR_FOUR_SPACES,
    SECTORS,
    SECTORS_FILLED_FROM_BAG,
    Sector,
)
from companion.games.cosmogenesis.rules.belt import AddToAsteroidBelt
from companion.games.cosmogenesis.rules.collide import CollideBody
from companion.games.cosmogenesis.rules.comet import HitWithComet
from companion.games.cosmogenesis.rules.discard import DiscardForAsteroid
from companion.games.cosmogenesis.rules.exotic import TakeExoticObject, UseExoticObject
from companion.games.cosmogenesis.rules.extra import (
    CollideBeltAsteroid,
    CreateLife,
    ExpandSystem,
    HitWithBeltComet,
    MakeCometFromAsteroids,
    MakeMoonFromAsteroid,
)
from companion.games.cosmogenesis.rules.gain import TakeGift
from companion.games.cosmogenesis.rules.moon import MakeMoon
from companion.games.cosmogenesis.rules.objective import (
    RevealObjective,
    TakePlanetaryObjective,
    TakeStellarObjective,
)
from companion.games.cosmogenesis.rules.planet import MakePlanet
from companion.games.cosmogenesis.rules.round import FinishRound
from companion.games.cosmogenesis.rules.score import (
    EnterObjectivePoints,
    FinishEnteringPoints,
    objectives_without_points,
)
from companion.games.cosmogenesis.rules.setup import BeginGame
from companion.games.cosmogenesis.rules.turn import EndTurn
from companion.games.cosmogenesis.state import Stage, State, Step, System
from companion.games.cosmogenesis.tiles import (
    EXOTIC_TILES,
    GIFTS_NEEDING_PLACE,
    GIFTS_WITHOUT_PLACE,
    PLANETARY_TILES,
    STELLAR_TILES,
    UNCOUNTABLE_FEATURE,
)

#: points tried for an objective that only people can count; any entered number is judged
CANDIDATE_OBJECTIVE_POINTS = range(13)


def candidates(s: State, seat: int) -> Iterator[Any]:
    """Yields actions worth offering to this seat, allowed or not."""
    if s.stage == Stage.SETUP:
        yield BeginGame()
        yield from (BeginGame(each) for each in s.all_seats)
    elif s.stage == Stage.PLAY and s.turn.seat == seat:
        yield from _main(s, seat) if s.turn.step == Step.MAIN else _after(s, seat)
    elif s.stage == Stage.ROUND:
        yield FinishRound()
    elif s.stage == Stage.COUNT:
        for tile in objectives_without_points(s, seat):
            yield from (EnterObjectivePoints(tile, points) for points in CANDIDATE_OBJECTIVE_POINTS)
        yield FinishEnteringPoints()


def _main(s: State, seat: int) -> Iterator[Any]:
    for sector in SECTORS_FILLED_FROM_BAG:
        yield from bag_body_candidates(s, seat, sector)
        yield from (TakeExoticObject(sector, tile) for tile in EXOTIC_TILES)
    yield from (TakeStellarObjective(tile) for tile in STELLAR_TILES)
    yield TakePlanetaryObjective()
    yield from (TakePlanetaryObjective(tile) for tile in PLANETARY_TILES)
    yield from (HitWithComet(place) for place in places_with_body(s, seat))
    yield from (AddToAsteroidBelt(space) for space in SECTOR_FOUR_SPACES)
    yield from (DiscardForAsteroid(sector) for sector in SECTORS)
    yield from (DiscardForAsteroid(Sector.IV, space) for space in SECTOR_FOUR_SPACES)


def bag_body_candidates(s: State, seat: int, sector: Sector) -> Iterator[Any]:
    """Yields everything that can be done with bodies from this sector."""
    yield from (MakePlanet(sector, body) for body in (*ROCKS, *GAS_GIANTS))
    for body in ROCKS:
        yield from (MakeMoon(sector, body, orbit) for orbit in orbits_with_planet(s, seat))
        yield from (CollideBody(sector, body, place) for place in places_with_body(s, seat))


def orbits_with_planet(s: State, seat: int) -> range:
    """Returns the numbers of this seat's orbits that have a planet."""
    return range(1, len(s.system(seat).orbits) + 1)


def places_with_body(s: State, seat: int) -> tuple[Place, ...]:
    """Returns the places of this seat that have a body."""
    return _places(s.system(seat))


def _places(system: System) -> tuple[Place, ...]:
    return tuple(place for place, _ in system.bodies())


def _after(s: State, seat: int) -> Iterator[Any]:
    yield EndTurn()
    yield from extra_action_candidates(s, seat)
    yield from (UseExoticObject(each.tile) for each in s.system(seat).exotics)
    yield from (TakeGift(gift) for gift in GIFTS_WITHOUT_PLACE)
    yield from (
        TakeGift(gift, place) for gift in GIFTS_NEEDING_PLACE for place in places_with_body(s, seat)
    )
    yield from (TakeGift(gift) for gift in ("module", UNCOUNTABLE_FEATURE))


def extra_action_candidates(s: State, seat: int) -> Iterator[Any]:
    """Yields every additional action with every place."""
    yield from (MakeMoonFromAsteroid(orbit) for orbit in orbits_with_planet(s, seat))
    yield MakeCometFromAsteroids()
    for place in places_with_body(s, seat):
        yield CollideBeltAsteroid(place)
        yield MakeCometFromAsteroids(place)
        yield CreateLife(place)
        yield HitWithBeltComet(place)
    yield ExpandSystem()
    yield from reveal_candidates(s, seat)


def reveal_candidates(s: State, seat: int) -> Iterator[RevealObjective]:
    """Yields every objective that may be in the seat's hand, beside every orbit."""
    system = s.system(seat)
    known = len(system.entered) >= system.hand
    noted = dict(system.noted)
    for tile in system.entered if known else PLANETARY_TILES:
        yield from (
            RevealObjective(tile, orbit, noted.get(tile)) for orbit in orbits_with_planet(s, seat)
        )
