"""What to do with the tokens after an action, for learners.

What a collision or a comet takes from the reserve and returns is shown to every seat (`show.wood`);
here is the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.cosmogenesis.pieces import Sector
from companion.games.cosmogenesis.rules import apply
from companion.games.cosmogenesis.rules.belt import AddToAsteroidBelt
from companion.games.cosmogenesis.rules.collide import CollideBody
from companion.games.cosmogenesis.rules.comet import HitWithComet
from companion.games.cosmogenesis.rules.discard import DiscardForAsteroid
from companion.games.cosmogenesis.rules.exotic import (
    TakeExoticObject,
    UseExoticObject,
    starting_counter_count,
)
from companion.games.cosmogenesis.rules.extra import (
    CreateLife,
    ExpandSystem,
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
from companion.games.cosmogenesis.rules.setup import BeginGame
from companion.games.cosmogenesis.state import Stage, State
from companion.games.cosmogenesis.words import place_words
from companion.referee.standard import PieceInstructionFunction, compose_piece_instructions
from companion.referee.text import SeatName, Text

InstructionLines = Iterator[Text]


def _begin(s: State, seat: int, a: BeginGame) -> InstructionLines:
    begun = apply(s, seat, a)
    if begun.stage != Stage.PLAY:
        return
    yield Text("{who} takes the Monolith", who=SeatName(begun.monolith))
    for n in begun.turn_order:
        number = begun.system(n).asteroids
        yield Text(
            "{who} takes {n} asteroid", "{who} takes {n} asteroids", who=SeatName(n), n=number
        )


def _main(s: State, seat: int, a: Any) -> InstructionLines:
    sector = getattr(a, "sector", None) or _OF.get(type(a), Sector.IV)
    yield Text("put a player token on sector {sector}", sector=sector.upper())


#: the sector of actions that name none
_OF: dict[type[Any], Sector] = {TakeStellarObjective: Sector.I, TakePlanetaryObjective: Sector.I}


def _exotic(s: State, seat: int, a: TakeExoticObject) -> InstructionLines:
    yield from _main(s, seat, a)
    counters = starting_counter_count(s, a)
    if counters:
        yield Text("put {n} counter on the tile", "put {n} counters on the tile", n=counters)
    else:
        yield Text("put a counter on the tile for each of its icons")


def _stellar(s: State, seat: int, a: TakeStellarObjective) -> InstructionLines:
    yield from _main(s, seat, a)
    yield Text("put the tile face up in your board's right notch")


def _planetary(s: State, seat: int, a: TakePlanetaryObjective) -> InstructionLines:
    yield from _main(s, seat, a)
    yield Text("put the tile face down beside your board")


def _discard(s: State, seat: int, a: DiscardForAsteroid) -> InstructionLines:
    yield from _main(s, seat, a)
    if a.sector == Sector.IV:
        yield Text("it goes back to the reserve")
    elif a.sector == Sector.I:
        yield Text("the objective leaves the game")
    else:
        yield Text("it leaves the game (an asteroid or comet goes back to the reserve)")
    yield _TAKE_ASTEROID


_TAKE_ASTEROID = Text("take an asteroid for your belt")
_PAID = Text("return an asteroid")


def _moon(s: State, seat: int, a: MakeMoonFromAsteroid) -> InstructionLines:
    yield Text("move an asteroid from your belt to orbit {orbit}", orbit=a.orbit)


def _comet(s: State, seat: int, a: MakeCometFromAsteroids) -> InstructionLines:
    yield Text("return 2 asteroids")
    if a.place is None:
        yield Text("take a comet for your belt")


def _life(s: State, seat: int, a: CreateLife) -> InstructionLines:
    yield _PAID
    yield Text("put a counter on the bacterium of {place}", place=place_words(a.place))


def _expand(s: State, seat: int, a: ExpandSystem) -> InstructionLines:
    yield _PAID
    yield _MODULE


_MODULE = Text("put an expansion module on top of your board")


def _reveal(s: State, seat: int, a: RevealObjective) -> InstructionLines:
    yield Text("put the tile face up beside orbit {orbit}", orbit=a.orbit)
    yield from _given(s, seat, a)


def _use(s: State, seat: int, a: UseExoticObject) -> InstructionLines:
    yield Text("return a counter from the tile to the reserve")
    yield from _given(s, seat, a)


def _given(s: State, seat: int, a: Any) -> InstructionLines:
    """Yields what to do with what a tile gave at once."""
    before, after = s.system(seat), apply(s, seat, a)
    belt = after.system(seat)
    for _ in range(belt.asteroids - before.asteroids):
        yield _TAKE_ASTEROID
    for _ in range(belt.comets - before.comets):
        yield Text("take a comet for your belt")
    if after.monolith == seat != s.monolith:
        yield Text("take the Monolith")


def _gain(s: State, seat: int, a: TakeGift) -> InstructionLines:
    yield from _given(s, seat, a)
    if a.gift == "module":
        yield _MODULE
    elif a.place is not None and a.gift == "life":
        yield Text("put a counter on the bacterium of {place}", place=place_words(a.place))
    elif a.place is not None and a.gift == "advance":
        yield Text("move the life counter on {place} 1 step", place=place_words(a.place))


INSTRUCTIONS_BY_ACTION: dict[type[Any], PieceInstructionFunction] = {
    BeginGame: _begin,
    MakePlanet: _main,
    MakeMoon: _main,
    CollideBody: _main,
    HitWithComet: _main,
    AddToAsteroidBelt: _main,
    TakeExoticObject: _exotic,
    TakeStellarObjective: _stellar,
    TakePlanetaryObjective: _planetary,
    DiscardForAsteroid: _discard,
    MakeMoonFromAsteroid: _moon,
    MakeCometFromAsteroids: _comet,
    CreateLife: _life,
    ExpandSystem: _expand,
    RevealObjective: _reveal,
    UseExoticObject: _use,
    TakeGift: _gain,
}

piece_instructions = compose_piece_instructions(INSTRUCTIONS_BY_ACTION)
