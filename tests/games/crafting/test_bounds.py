"""The bounds on counts never refuse what can stand on a board: played on a board of hexagons.

The model below knows every side of every hexagon; the referee is told the counts alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.actions import CreateLife
from companion.games.crafting.board import add_proto, add_stable, move_stable, stabilise
from companion.games.crafting.player import Board
from companion.games.crafting.rules.bounds import sides_shared, stable_needed
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.judge import judge
from tests.games.crafting.positions import opened

Hexagon = tuple[int, int]
Side = frozenset[Hexagon]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
#: 3-4-3-2, our guess of a board; the bounds do not depend on it
HEXAGONS = [(q, r) for r, row in enumerate((3, 4, 3, 2)) for q in range(-(r // 2), row - r // 2)]
SEEDS = range(24)
STEPS = 250


def neighbours(hexagon: Hexagon) -> list[Hexagon]:
    return [(hexagon[0] + q, hexagon[1] + r) for q, r in AROUND]


def sides(hexagon: Hexagon) -> list[Side]:
    return [frozenset({hexagon, other}) for other in neighbours(hexagon)]


class Model:
    """One galaxy: what lies on each side, beside the counts as the referee keeps them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        # All on few neighbours: that is where life is shared.
        self.hexagons = self.rng.sample(HEXAGONS, 4) if seed % 2 else HEXAGONS[:4]
        self.places = sorted({s for h in self.hexagons for s in sides(h)}, key=sorted)
        self.proto: set[Side] = set()
        self.stable: set[Side] = set()
        self.given: set[Hexagon] = set()
        start = opened("crafting")
        tiles = tuple(Tile(1, "psi", True) for _ in range(12))
        board = replace(start.board(1), tiles=tiles, proto=0)
        self.state: State = start.with_board(1, board)
        self.refused = self.at_bound = self.created = 0

    @property
    def board(self) -> Board:
        return self.state.board(1)

    def put(self, board: Board) -> None:
        self.state = self.state.with_board(1, board)

    def step(self) -> None:
        act = self.rng.choice(
            (self.place, self.place, self.grow, self.turn, self.turn, self.move, self.pay)
        )
        act()
        for hexagon in self.hexagons:
            self.create(hexagon)

    def free(self) -> list[Side]:
        return [side for side in self.places if side not in self.proto | self.stable]

    def pick(self, places: set[Side]) -> Side | None:
        return self.rng.choice(sorted(places, key=sorted)) if places else None

    def place(self) -> None:
        if self.free():
            self.proto.add(self.rng.choice(self.free()))
            self.put(add_proto(self.board, 1))

    def grow(self) -> None:
        if self.free():
            self.stable.add(self.rng.choice(self.free()))
            self.put(add_stable(self.board, 1))

    def turn(self) -> None:
        side = self.pick(self.proto)
        if side:
            self.proto.remove(side)
            self.stable.add(side)
            self.put(stabilise(self.board, 1))

    def move(self) -> None:
        side, free = self.pick(self.stable), self.free()
        if side and free and self.rng.random() < 0.3:
            self.stable.remove(side)
            self.stable.add(self.rng.choice(free))
            self.put(move_stable(self.board, 1))

    def pay(self) -> None:
        side = self.pick(self.stable)
        if side and self.rng.random() < 0.2:
            self.stable.remove(side)
            self.put(add_stable(self.board, -1))

    def create(self, hexagon: Hexagon) -> None:
        around = set(sides(hexagon))
        if hexagon in self.given or not around <= self.proto | self.stable:
            return
        action = CreateLife(len(around & self.proto))
        ruling = judge(GAME, self.state, 1, action)
        assert ruling.allowed, ruling
        stable = len(around & self.stable)
        self.created += 1
        self.at_bound += stable_needed(self.board, stable) == self.board.stable
        self.proto -= around
        self.given.add(hexagon)
        self.state = GAME.apply(self.state, 1, action)
        assert (self.board.proto, self.board.stable) == (len(self.proto), len(self.stable))


@cache
def played(seed: int) -> Model:
    model = Model(seed)
    for _ in range(STEPS):
        model.step()
    return model


@pytest.mark.parametrize("seed", SEEDS)
def test_no_life_that_can_be_created_is_refused(seed: int) -> None:
    assert played(seed).created > 0


@pytest.mark.parametrize("number", range(1, 5))
def test_the_bound_is_reached(number: int) -> None:
    """Nebulae packed closely, stable life around them alone: not one could be missing."""
    model = Model(0)
    model.hexagons = [(0, 0), *neighbours((0, 0))][:number]
    for hexagon in model.hexagons:
        model.places = sides(hexagon)
        while model.free():
            model.grow()
        model.create(hexagon)
    assert model.created == model.at_bound == number


def grown(shape: frozenset[Hexagon]) -> Iterator[frozenset[Hexagon]]:
    """Every shape with one hexagon more."""
    for hexagon in shape:
        for other in neighbours(hexagon):
            if other not in shape:
                yield shape | {other}


def shared_in(shape: frozenset[Hexagon]) -> int:
    return sum(other in shape for hexagon in shape for other in neighbours(hexagon)) // 2


def test_no_shape_of_hexagons_shares_more_sides() -> None:
    shapes = {frozenset({(0, 0)})}
    for number in range(1, 7):
        assert max(map(shared_in, shapes)) == sides_shared(number)
        shapes = {shape for old in shapes for shape in grown(old)}


def test_without_nebulae_nothing_is_shared() -> None:
    assert [sides_shared(n) for n in range(8)] == [0, 0, 1, 3, 5, 7, 9, 12]
