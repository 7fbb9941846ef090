"""The bounds on counts never refuse what can stand on a board: played on a board of hexagons.

The model below knows every side of every hexagon. The referee is told what phones ask, no more:
what a graviton moves is not among it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.board import SHIFT, Board
from companion.games.crafting.pieces import CONTROLS
from companion.games.crafting.rules.bounds import max_sides_shared_by_nebulae
from companion.games.crafting.state import State
from companion.games.crafting.tiles import Tile
from companion.referee.judge import judge
from companion.referee.ruling import Ruling
from tests.games.crafting.positions import asked, opened
from tests.games.crafting.positions import played as played_on
from tests.games.crafting.wood import (
    HEXAGONS,
    NEXT,
    SIDES,
    Hexagon,
    Space,
    neighbours,
    reach,
    sides,
)

GALAXIES = 600
BATCHES = 5
TURNS = 9
POWERS = ("pulsar", "wormhole", "genetic-drift", "abiogenesis", "evolution", "binary-star")


class Galaxy:
    """One galaxy: what lies on each side, told to the referee in the words of the phones alone."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        # On few neighbours life is shared most.
        self.hexagons = HEXAGONS[:4] if seed % 4 == 0 else self.rng.sample(HEXAGONS, 9)
        # A galaxy in the middle of its game. Half of them carry a little stable life on and on.
        self.carries = seed % 2 == 1
        there = self.rng.sample(SIDES, self.rng.randint(8, 10 if self.carries else 20))
        self.proto, self.stable = set(there[:3]), set(there[3:])
        self.lives: dict[Hexagon, int] = {}
        self.gravitons = self.carried = 0
        cards = (
            ["binary-star", "pulsar"]
            if self.carries
            else self.rng.sample(POWERS, self.rng.randint(0, 4))
        )
        start = opened("shifting")
        board = replace(
            start.board(1),
            tiles=tuple(Tile(1, "psi", True) for _ in self.hexagons),
            proto=len(self.proto),
            stable=len(self.stable),
            powers=tuple(enumerate(cards, start=1)),
        )
        self.powers = cards
        self.state: State = start.with_board(1, board)

    @property
    def board(self) -> Board:
        return self.state.board(1)

    @property
    def filled(self) -> set[Space]:
        return self.proto | self.stable

    @property
    def free(self) -> list[Space]:
        return [side for side in SIDES if side not in self.filled]

    def judge(self, line: str) -> Ruling:
        return judge(GAME, self.state, 1, GAME.read(line))

    def tell(self, line: str) -> None:
        ruling = self.judge(line)
        assert ruling.allowed, (line, ruling, self.board)
        self.state = GAME.apply(self.state, 1, GAME.read(line))
        assert (self.board.proto, self.board.stable) == (len(self.proto), len(self.stable))

    def turn(self) -> None:
        """Marbles anywhere, then everything is collected and crafted with."""
        marbles = [0, 0, 0, 0, 1, 2]
        self.rng.shuffle(marbles)
        where = {marble: self.rng.randrange(4) for marble in (1, 2)}
        wheel: list[list[int]] = [[], [], [], []]
        for marble in marbles:
            at = where.get(marble, 2 if self.carries else self.rng.randrange(4))
            wheel[at if len(wheel[at]) < 3 else min(range(4), key=lambda i: len(wheel[i]))] += [
                marble
            ]
        own = next(i for i, there in enumerate(wheel) if 1 in there)
        board = replace(self.board, step=SHIFT, hand=60, entered=None)
        self.state = replace(
            self.state.with_board(1, board),
            wheel=tuple(map(tuple, wheel)),
            moves=((1, CONTROLS[own - 1], CONTROLS[own]),),
            supply=6,
        )
        self.gravitons = len(wheel[2]) + sum(
            card in ("pulsar", "wormhole", "binary-star") for card in self.powers
        )
        chemistry = ("genetic-drift", "abiogenesis", "evolution")
        proto = len(wheel[3]) + sum(card in chemistry for card in self.powers)
        self.collect(proto)
        if own == 3:
            self.tell("lay 1 psi")
        dna = 2 if own == 1 else 0
        for _ in range(self.rng.randint(4, 12)):
            dna = self.craft(dna)
        if self.proto and not self.carries and self.rng.random() < 0.8:
            self.turn_over(self.best(self.proto))
            self.tell("end stabilise")
        else:
            self.tell("end nebula 1 psi")

    def best(self, sides: Collection[Space]) -> Space:
        """One of them, for choice around the nebula that is wanted next."""
        wanted = self.wanted()
        return self.rng.choice([s for s in sides if s in wanted] or list(sides))

    def collect(self, proto: int) -> None:
        """What is placed at once is next to life; what found no place is told as left out."""
        placed = 0
        for _ in range(proto):
            near = [side for side in self.free if any(o in self.filled for o in NEXT[side])]
            if near or not self.filled:
                self.proto.add(self.best(near or self.free))
                placed += 1
        self.state = GAME.apply(self.state, 1, GAME.read("collect placed"))
        if placed < proto:
            self.tell(f"leave proto {proto - placed}")

    def craft(self, dna: int) -> int:
        """One thing at random; the DNA that is left."""
        powers = () if self.carries and self.rng.random() < 0.8 else self.powers
        deed = self.rng.choice(("move", "move", "move", "dna", "life", "life", *powers))
        if deed == "move" and self.gravitons:
            self.gravitons -= 1
            self.carry()
        elif deed == "dna" and dna and self.proto:
            self.turn_over(self.best(self.proto))
            self.tell("stabilise")
            dna -= 1
        elif deed == "life":
            self.create()
        elif deed in self.powers:
            self.use(deed)
        return dna

    def turn_over(self, side: Space) -> None:
        self.proto.remove(side)
        self.stable.add(side)

    def carry(self) -> None:
        """A graviton moves life, stable life to the next nebula where it can; nobody tells it."""
        kind = self.stable if self.stable and self.rng.random() < 0.8 else self.proto
        wanted = self.wanted()
        idle = sorted(kind - wanted, key=sorted)
        self.rng.shuffle(idle)
        for side in idle:
            ends = list(reach(side, self.filled - {side}))
            good = [end for end in ends if end in wanted]
            if good or (ends and self.rng.random() < 0.2):
                kind.remove(side)
                kind.add(self.rng.choice(good or ends))
                self.carried += kind is self.stable
                return

    def wanted(self) -> set[Space]:
        """The sides of the nebula that is nearest to its first advanced life."""
        left = [h for h in self.hexagons if h not in self.lives]
        return (
            set(sides(max(left, key=lambda h: len({*sides(h)} & self.filled)))) if left else set()
        )

    def create(self) -> None:
        for hexagon in self.hexagons:
            around = set(sides(hexagon))
            if hexagon not in self.lives and around <= self.filled:
                proto = around & self.proto
                self.proto -= around
                self.tell(f"life {len(proto)}")
                self.lives[hexagon] = 1

    def use(self, card: str) -> None:
        if card == "pulsar" and self.gravitons:
            self.gravitons -= 1
            self.tell("use pulsar with gravity")
        elif card == "wormhole" and self.stable:
            self.stable.remove(self.rng.choice(sorted(self.stable, key=sorted)))
            kind = self.rng.choice([kind for kind in (self.stable, self.proto) if kind] or [None])
            if kind is None:
                self.stable.add(self.free[0])
                return
            for side in self.rng.sample(sorted(kind, key=sorted), min(3, len(kind))):
                kind.remove(side)
                free = sorted({*self.free} & self.wanted(), key=sorted) or self.free
                kind.add(self.rng.choice(free))
            self.tell(f"use wormhole {'stable' if kind is self.stable else 'proto'}")
        elif card == "genetic-drift" and self.proto:
            side = self.rng.choice(sorted(self.proto, key=sorted))
            ends = list(reach(side, self.filled - {side}))
            if ends:
                self.proto.remove(side)
                self.stable.add(self.rng.choice(ends))
                self.tell("use genetic-drift")
        elif card == "abiogenesis" and self.free:
            self.stable.add(self.rng.choice(self.free))
            self.tell("use abiogenesis")
        elif card == "evolution" and len(self.stable) >= 8 and 1 in self.lives.values():
            self.stable -= set(self.rng.sample(sorted(self.stable, key=sorted), 3))
            self.lives[next(h for h, n in self.lives.items() if n == 1)] = 2
            self.tell("use evolution")


@cache
def played(batch: int) -> tuple[int, int]:
    """How many advanced lives were created, and how much stable life was carried."""
    lives = carried = 0
    for seed in range(batch, GALAXIES, BATCHES):
        galaxy = Galaxy(seed)
        for _ in range(TURNS):
            galaxy.turn()
        lives, carried = lives + len(galaxy.lives), carried + galaxy.carried
    return lives, carried


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_life_that_can_be_created_is_refused(batch: int) -> None:
    lives, carried = played(batch)
    print(f"{lives} advanced lives, {carried} stable life carried, none refused")
    assert lives >= 400 and carried > 1000


def ring(number: int) -> set[Space]:
    """All sides around so many nebulae that are packed closely."""
    packed = [(0, 0), *neighbours((0, 0))][:number]
    return {side for hexagon in packed for side in sides(hexagon)}


@pytest.mark.parametrize("number", range(2, 6))
@pytest.mark.parametrize("fewer", [0, 1])
def test_without_a_graviton_stable_life_around_all_nebulae_is_just_enough(
    number: int, fewer: int
) -> None:
    """Nebulae packed closely, stable life around them alone: not one can be missing."""
    around = ring(number)
    given = (f"1 tiles done 1 psi {number}", f"1 mend stable {len(around) - fewer}")
    state = played_on(opened("crafting"), *given, *["1 life 0"] * (number - 1))
    ruling = asked(state, "1 life 0")
    assert [no.rule for no in ruling.objections] == ["life.enough"] * fewer


def test_the_same_6_stable_life_for_every_nebula_are_refused_however_late() -> None:
    state = played_on(opened("crafting"), "1 tiles done 1 psi 4", "1 mend stable 6", "1 life 0")
    for moved, allowed in ((4, False), (5, True)):
        told = played_on(state, f"1 mend graviton {moved}")
        assert asked(told, "1 life 0").allowed == allowed
    paid = played_on(state, "1 mend graviton 5", "1 mend hand 9", "1 gain 1 pulsar", "1 use pulsar")
    assert not asked(paid, "1 life 0").allowed, "what a card pays has moved no life"


@pytest.mark.parametrize("known", ["proto 0", "stable 7", "singles 0", "doubles 1"])
def test_whoever_corrects_what_it_follows_from_is_believed(known: str) -> None:
    state = played_on(opened("crafting"), "1 tiles done 1 psi 3", "1 mend stable 6", "1 life 0")
    assert not asked(state, "1 life 0").allowed
    assert asked(played_on(state, f"1 mend {known}"), "1 life 0").allowed


def test_a_corrected_marble_may_have_given_gravitons() -> None:
    state = played_on(opened("crafting"), "1 tiles done 1 psi 2", "1 mend stable 6", "1 life 0")
    assert asked(played_on(state, "2 put dark light gravity"), "1 life 0").allowed


def test_what_the_table_lets_count_is_where_the_counting_begins_anew() -> None:
    """The first ring was wrong then: it never again speaks against a nebula."""
    lives = ("1 tiles done 1 psi 4", "1 mend stable 11", *["1 life 0"] * 2)
    state = played_on(opened("crafting"), *lives)
    assert not asked(state, "1 life 0").allowed
    let = GAME.apply(state, 1, GAME.read("life 0"))
    assert asked(let, "1 life 0").allowed


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
        assert max(map(shared_in, shapes)) == max_sides_shared_by_nebulae(number)
        shapes = {shape for old in shapes for shape in grown(old)}


def test_without_nebulae_nothing_is_shared() -> None:
    assert [max_sides_shared_by_nebulae(n) for n in range(8)] == [0, 0, 1, 3, 5, 7, 9, 12]
