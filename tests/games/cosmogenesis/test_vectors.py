"""Worked examples, as numbers in vectors.toml."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.bodies import Orbit, Place, format_body, make_rock
from companion.games.cosmogenesis.rules.score import belt_points_by_seat, seat_points
from companion.games.cosmogenesis.state import Stage, System
from companion.games.cosmogenesis.tiles import (
    can_tile_kind_have_code,
    format_tile_code,
    parse_tile_code,
)
from companion.referee.judge import judge
from tests.games.cosmogenesis.positions import opened

VECTORS = tomllib.loads((Path(__file__).parent / "vectors.toml").read_text(encoding="utf-8"))
DECIDED = {question.key: question.default for question in GAME.rulebook.questions}


def each(kind: str) -> Any:
    return pytest.mark.parametrize("vector", VECTORS[kind], ids=lambda vector: vector["where"])


@each("collision")
def test_a_collision(vector: dict[str, Any]) -> None:
    state = opened(2, {}, "1 begin 1", f"1 set 1 {vector['planet']}")
    action = GAME.read(f"collide ii {vector['used']} 1")
    assert judge(GAME, state, 1, action).allowed == bool(vector["after"])
    if vector["after"]:
        orbit = GAME.apply(state, 1, action).system(1).orbits[0]
        assert [format_body(body) for body in orbit.bodies] == vector["after"]


@each("life")
def test_life_created_in_a_round(vector: dict[str, Any]) -> None:
    orbit, rounds = vector.get("orbit", 1), vector["round"] - 1
    planets = [
        f"1 set {n} rock-3{'' if vector.get('dry') else ' wet'}" for n in range(1, orbit + 1)
    ]
    before = [f"rounds {rounds}"] if rounds else []
    state = opened(2, DECIDED, "1 begin 1", *before, *planets, "1 discard i", f"1 life {orbit}")
    # The other turns of this round, and the rounds that are left.
    lines = ["1 end", "2 discard i", "2 end"]
    for sector in ("ii", "iii", "iv"):
        lines += [f"1 discard {sector}", "1 end", f"2 discard {sector}", "2 end"]
    left = 6 - vector["round"]
    for line in (*lines, "1 next"):
        seat, _, action = line.partition(" ")
        assert judge(GAME, state, int(seat), GAME.read(action)).allowed, line
        state = GAME.apply(state, int(seat), GAME.read(action))
    for _ in range(left):
        for sector in ("i", "ii", "iii", "iv"):
            for seat in state.turn_order:
                state = GAME.apply(state, seat, GAME.read(f"discard {sector}"))
                state = GAME.apply(state, seat, GAME.read("end"))
        state = GAME.apply(state, 1, GAME.read("next"))
    assert state.stage == Stage.OVER
    assert seat_points(state, 1).life == vector["points"]


@each("belts")
def test_belts(vector: dict[str, Any]) -> None:
    state = GAME.setup(len(vector["values"]), DECIDED)
    for seat, value in enumerate(vector["values"], start=1):
        # A comet is worth two asteroids.
        belt = System(asteroids=value % 2, comets=value // 2)
        state = state.with_system(seat, belt)
    points = belt_points_by_seat(state)
    assert [points.get(seat, 0) for seat in state.all_seats] == vector["points"]


@each("setup")
def test_the_start(vector: dict[str, Any]) -> None:
    state = opened(vector["players"], {}, f"1 begin {vector['first']}")
    assert [system.asteroids for system in state.systems] == vector["asteroids"]
    assert state.monolith == state.turn.seat == vector["first"]


@each("tie")
def test_who_wins(vector: dict[str, Any]) -> None:
    state = opened(len(vector["points"]), DECIDED, "1 begin 1", "rounds 6")
    state = replace(state, monolith=vector["monolith"])
    for seat in state.all_seats:
        orbits = (Orbit(make_rock(1)),) * vector["planets"][seat - 1]
        state = state.with_system(seat, System(orbits=orbits))
    for seat in state.all_seats:
        missing = vector["points"][seat - 1] - seat_points(state, seat).total
        told = (("stellar-1", missing),)
        system = replace(state.system(seat), stellars=("stellar-1",), worths=told)
        state = state.with_system(seat, system)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [place.total for place in outcome.ranking] == sorted(vector["points"], reverse=True)
    assert list(outcome.winners) == vector["winners"]
    assert outcome.rule == "game.tie"


def test_a_code_says_what_it_says() -> None:
    for code in (
        "3",
        "2,per=moons",
        "5,needs=rings+moons:2,gives=asteroid/comet+extra",
        "0,uses=2",
    ):
        assert format_tile_code(parse_tile_code(code)) == code
    for wrong in ("", "x", "3,per=houses", "3,needs=", "0,uses=0", "3,gives=gold", "31", "3,3"):
        assert not can_tile_kind_have_code("stellar-1", wrong)


def test_each_kind_of_tile_says_its_own_things() -> None:
    assert can_tile_kind_have_code("stellar-1", "3,needs=rings:2") and not can_tile_kind_have_code(
        "stellar-1", "3,needs=zone"
    )
    assert can_tile_kind_have_code(
        "planetary-1", "3,needs=zone,gives=extra"
    ) and not can_tile_kind_have_code("planetary-1", "3,uses=2")
    assert can_tile_kind_have_code(
        "exotic-1", "0,gives=extra,uses=2"
    ) and not can_tile_kind_have_code("exotic-1", "3")


def test_a_moved_monolith_begins_the_next_round() -> None:
    state = opened(3, {}, "1 begin 1", "1 belt asteroid", "1 end", "2 belt monolith", "2 end")
    assert state.monolith == 2 and state.system(2).body_at(Place(1)) is None
