"""Tables that differ in one thing: what is remembered of one is never shown of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import islice, product
from typing import Any

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import POWERS, life_stack
from companion.games.crafting.player import CRAFT, SHIFT, Board, Life
from companion.games.crafting.rules.energy import yields
from companion.games.crafting.state import PLAY, REVEAL, Scored, State
from companion.games.crafting.tiles import Tile
from companion.referee.memo import forget_all
from tests.kit.strategies import PLAYS, play

#: the seats that are looked at: one that acts, and one that waits
ACTING, WAITING = 1, 2
LIGHT = tuple(slug for slug, power in POWERS.items() if power.deck == "light")
TILES = (Tile(1), Tile(2, "psi"), Tile(3, "phi", code="h1he2=9"), *[Tile(1, "psi", True)] * 2)
WHEEL = ((0, 2), (0, 3), (0,), (1, 4))

BUSY = Board(
    step=CRAFT,
    stars=(2, 1, 1, 1),
    under=(1, 1, 1, 1),
    novae=1,
    proto=3,
    stable=6,
    tiles=TILES,
    singles=1,
    ringed=(6,),
    lives=(Life(0, 5),),
    waiting=1,
    hand=6,
    told=(6, 0, 0, 0),
    powers=((1, "shooting-star"), (2, "solar-wind"), (3, "nuclear-fusion")),
    held_tiles=(Tile(2),),
    nova=1,
    dna=1,
    graviton=1,
    ended="stabilise",
)

SCORED = Scored("stable-life", 3, (1, 0, 0, 0), (6, 0, 0, 0))

#: what a field may hold besides what it happens to hold in a play
MORE: dict[type[State | Board], dict[str, tuple[Any, ...]]] = {
    State: {"stage": (REVEAL,), "scored": ((SCORED,) * 6,)},
    Board: {
        "sector_life": ((1, None, None),),
        "tiles": ((Tile(2, "phi"),),),
        "told": ((3, 1, 1, 1),),
        "powers": (((1, LIGHT[7]),), ((1, "pulsar"), (2, "core-collapse"), (3, "quasar"))),
    },
}


def shifting() -> State:
    """The first turn: all boards are alike, and one seat has moved a dark marble."""
    return replace(
        GAME.setup(4, {}),
        stage=PLAY,
        first=ACTING,
        wheel=WHEEL,
        wheel_before=WHEEL,
        moves=((0, "chemistry", "light"),),
        goals=("stable-life", "star-group"),
    ).with_board(ACTING, Board(step=SHIFT, powers=((1, LIGHT[0]),)))


def crafting() -> State:
    """One seat has something of everything, and the others have most of one deck of powers."""
    s = replace(shifting(), moves=(), scored=(SCORED,))
    s = s.with_board(WAITING, Board(powers=tuple(enumerate(LIGHT[:4], start=1))))
    s = s.with_board(3, Board(step=CRAFT, powers=tuple(enumerate(LIGHT[4:7], start=1))))
    s = s.with_board(ACTING, BUSY)
    return s.with_board(ACTING, replace(BUSY, lines=yields(s, ACTING)))


def life_free() -> State:
    """One seat may create advanced life of the last token, and has drawn a nebula."""
    s = replace(crafting(), drawn=life_stack(4) - 1)
    return s.with_board(ACTING, replace(s.board(ACTING), ringed=(), drawn=1))


def late() -> State:
    """The eighth round of a game that another crystal, or another goal, would have ended."""
    return replace(shifting(), round=8, supply=1, scored=(SCORED,) * 5)


BASES = {"shifting": shifting, "crafting": crafting, "life-free": life_free, "late": late}


def other_values(thing: State | Board, name: str) -> Iterator[Any]:
    """What else this field may hold: one more, nothing, what it held in a play."""
    value = getattr(thing, name)
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (value + 1, 0)
    yield from MORE[type(thing)].get(name, ())
    past = play("crafting", PLAYS[0]).states[::40]
    like = past if isinstance(thing, State) else [board for s in past for board in s.boards]
    yield from islice((held for x in like if (held := getattr(x, name)) != value), 1)


def twins(s: State) -> Iterator[State]:
    """Tables that differ from this one in one field, of the table or of one board."""
    for field in fields(s):
        if field.name not in ("seats", "boards", "options"):
            for value in other_values(s, field.name):
                yield replace(s, **{field.name: value})
    for option in GAME.options:
        yield replace(s, options=((option.key, option.values[-1].value),))
    for seat in (ACTING, WAITING):
        board = s.board(seat)
        for field in fields(board):
            for value in other_values(board, field.name):
                yield s.with_board(seat, replace(board, **{field.name: value}))
    yield replace(s, seats=3, boards=s.boards[:3])


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
def test_a_table_that_differs_in_one_thing_is_shown_as_it_is(base: Callable[[], State]) -> None:
    tables = (base(), *twins(base()))
    forget_all()
    asked = [*product(tables[:1], range(5)), *product(tables[1:], (ACTING, WAITING))]
    shown = [GAME.show(s, seat) for s, seat in asked]
    for (s, seat), panels in zip(asked, shown, strict=True):
        forget_all()
        assert GAME.show(s, seat) == panels
