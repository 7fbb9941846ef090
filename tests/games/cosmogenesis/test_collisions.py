"""Every collision, moon and comet against the plain model, written from the rulebook's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.bodies import (
    ASTEROID_BODY,
    Body,
    Orbit,
    Place,
    make_gas_giant,
    make_rock,
)
from companion.games.cosmogenesis.pieces import Sector
from companion.games.cosmogenesis.rules.collide import CollideBody
from companion.games.cosmogenesis.rules.comet import HitWithComet
from companion.games.cosmogenesis.rules.extra import (
    CollideBeltAsteroid,
    HitWithBeltComet,
    MakeMoonFromAsteroid,
)
from companion.games.cosmogenesis.rules.moon import MakeMoon
from companion.games.cosmogenesis.rules.setup import BeginGame
from companion.games.cosmogenesis.state import State, Step, System
from companion.referee.judge import judge
from tests.games.cosmogenesis.plain_model import Ring, Thing, capture, collide, comet, larger

ROCKS: list[Thing] = [("rock", size) for size in (1, 2, 3, 4)]
ASTEROID: Thing = ("asteroid", 1)
GIANTS: list[Thing] = [("gas", 1), ("gas", 2)]
MOONS: list[Thing] = [ASTEROID, *ROCKS]
SETTLED = {
    "collide.wet-grows": "kept",
    "collide.basic-life": "stays",
    "collide.no-token": "substitute",
    "life.no-counter": "substitute",
}


def body_of(thing: Thing) -> Body:
    kind, size = thing
    return {
        "rock": make_rock(size),
        "asteroid": ASTEROID_BODY,
        "gas": make_gas_giant("red", min(size, 2)),
    }[kind]


def thing_of(body: Body) -> Thing:
    return body.kind, body.size


def rings() -> Iterator[Ring]:
    """Every orbit that there can be."""
    for planet in (*ROCKS, *GIANTS):
        for number in range(4):
            for moons in combinations_with_replacement(MOONS, number):
                if all(larger(planet, size) for _, size in moons):
                    yield Ring([planet, *moons])


def table(ring: Ring, step: Step, **options: str) -> State:
    """A table at which seat 1 has this orbit alone."""
    state: State = GAME.setup(2, {**SETTLED, **options})
    state = GAME.apply(state, 1, BeginGame(1))
    planet, *moons = map(body_of, ring.bodies)
    system = System(orbits=(Orbit(planet, tuple(moons)),), asteroids=3, comets=3)
    return replace(state, turn=replace(state.turn, step=step)).with_system(1, system)


def result(state: State, action: Any) -> Ring | None:
    """The orbit afterwards; None where the referee refuses."""
    if not judge(GAME, state, 1, action).allowed:
        return None
    after: State = GAME.apply(state, 1, action)
    return Ring([thing_of(body) for body in after.system(1).orbits[0].bodies])


def test_there_are_many_orbits() -> None:
    assert len(list(rings())) > 100


@pytest.mark.parametrize("fourth", ["back", "no"])
def test_every_collision_of_a_body_from_the_board(fourth: str) -> None:
    seen: Counter[bool] = Counter()
    for ring in rings():
        state = table(ring, Step.MAIN, **{"collide.fourth-large": fourth})
        for used in (*ROCKS, *GIANTS):
            for hit in range(len(ring.bodies)):
                body = body_of(used) if used[0] == "rock" else make_gas_giant("blue", used[1])
                expected = collide(used, ring, hit, large_fourth=fourth == "back")
                got = result(state, CollideBody(Sector.II, body, Place(1, hit)))
                assert got == expected, (ring, used, hit)
                seen[got is None] += 1
    assert min(seen.values()) > 400


def test_a_large_fourth_moon_is_a_doubt_where_the_table_has_not_decided() -> None:
    for ring in rings():
        state = table(ring, Step.MAIN)
        for used in ROCKS:
            for hit in range(len(ring.bodies)):
                action = CollideBody(Sector.II, body_of(used), Place(1, hit))
                doubts = {d.question for d in judge(GAME, state, 1, action).doubts}
                open_case = collide(used, ring, hit, large_fourth=True) != collide(
                    used, ring, hit, large_fourth=False
                )
                assert ("collide.fourth-large" in doubts) == open_case, (ring, used, hit)


def test_every_collision_of_an_asteroid_from_the_belt() -> None:
    for ring in rings():
        state = table(ring, Step.EXTRA)
        for hit in range(len(ring.bodies)):
            expected = collide(ASTEROID, ring, hit, large_fourth=True)
            assert result(state, CollideBeltAsteroid(Place(1, hit))) == expected, (ring, hit)


def test_every_new_moon() -> None:
    for ring in rings():
        state = table(ring, Step.MAIN)
        for used in (*ROCKS, *GIANTS):
            body = body_of(used) if used[0] == "rock" else make_gas_giant("blue", used[1])
            expected = capture(used, ring)
            assert result(state, MakeMoon(Sector.III, body, 1)) == expected, (ring, used)
        expected = capture(ASTEROID, ring)
        assert result(table(ring, Step.EXTRA), MakeMoonFromAsteroid(1)) == expected, ring


@pytest.mark.parametrize("marked", [False, True])
def test_every_comet(marked: bool) -> None:
    for ring in rings():
        bodies = [
            replace(b, rings=marked and b.is_giant, wet=marked and b.is_terrestrial and b.size > 2)
            for b in map(body_of, ring.bodies)
        ]
        system = System(orbits=(Orbit(bodies[0], tuple(bodies[1:])),), asteroids=2, comets=1)
        for step, kind in ((Step.MAIN, HitWithComet), (Step.EXTRA, HitWithBeltComet)):
            state = table(ring, step).with_system(1, system)
            for hit, thing in enumerate(ring.bodies):
                action: Any = kind(Place(1, hit))
                expected = comet(thing, marked=bodies[hit].rings or bodies[hit].wet)
                assert judge(GAME, state, 1, action).allowed == expected, (ring, hit)
                after = GAME.apply(state, 1, action).system(1).body_at(Place(1, hit))
                if expected:
                    assert after.rings == (thing[0] == "gas") and after.wet == (thing[0] == "rock")


def kind_of_token(thing: Thing) -> Thing:
    """Sizes 1 and 2 are the two sides of one token."""
    return ("rock", 2) if thing == ("rock", 1) else thing


def test_the_tokens_add_up() -> None:
    """What lies there, what was used, what comes and goes: no token appears or is lost."""
    for ring in rings():
        state = table(ring, Step.MAIN, **{"collide.fourth-large": "back"})
        for used in ROCKS:
            for hit in range(len(ring.bodies)):
                action = CollideBody(Sector.II, body_of(used), Place(1, hit))
                if not judge(GAME, state, 1, action).allowed:
                    continue
                after = GAME.apply(state, 1, action)
                wood = after.turn.wood
                before = Counter(map(kind_of_token, [*ring.bodies, used]))
                for word in wood.back:
                    before[kind_of_token(_read(word))] -= 1
                for word in wood.take:
                    before[kind_of_token(_read(word))] += 1
                now = Counter(
                    kind_of_token(thing_of(body)) for body in after.system(1).orbits[0].bodies
                )
                assert +before == now, (ring, used, hit)
                assert min(before.values()) >= 0


def _read(word: str) -> Thing:
    kind, _, size = word.partition("-")
    return kind, int(size or 1)


@pytest.mark.parametrize("life", range(5))
@pytest.mark.parametrize("wet", ["kept", "lost"])
def test_extinction_leaves_the_bacterium(life: int, wet: str) -> None:
    state: State = table(Ring([("rock", 3)]), Step.MAIN, **{"collide.wet-grows": wet})
    system = System(orbits=(Orbit(make_rock(3, wet=True, life=life)),))
    after = GAME.apply(
        state.with_system(1, system), 1, CollideBody(Sector.II, make_rock(1), Place(1))
    )
    assert after.system(1).body_at(Place(1)) == make_rock(4, wet=wet == "kept", life=0)
    assert bool(after.turn.wood.fell) == (life > 0)
