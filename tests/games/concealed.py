"""What each game keeps secret, for the properties: twin states, twin actions, revealing verbs.

A game without an entry keeps no secret in its state. Whoever adds a secret adds it here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from companion.games.cosmogenesis.state import State as Cosmogenesis
from companion.games.cosmogenesis.tiles import PLANETARY_TILES
from companion.games.crafting.pieces import CONTROLS
from companion.games.crafting.state import State
from companion.games.empires.pieces import CULTURES
from companion.games.empires.state import State as Empires

VALUES = (4, 5, 6, 7, 8)


@dataclass(frozen=True)
class Secret:
    """`other`: a state that differs only in what this seat alone knows.

    `probes`: texts by which another seat might find a secret out. `pairs`: two texts of one
    action that differ only in what its seat alone knows. `reveals`: the verbs by which a seat
    turns its own secrets over. `is_kept`: whether this seat's secrets are still its own.
    """

    other: Callable[[st.DrawFn, Any, int], Any]
    probes: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    reveals: frozenset[str]
    is_kept: Callable[[Any, int], bool]


def _crafting(draw: st.DrawFn, s: State, seat: int) -> State:
    """Other kinds of cards told, other values on the tokens that lie face down."""
    board = s.board(seat)
    kinds = draw(st.none() | st.lists(st.sampled_from(CONTROLS), max_size=board.hand))
    told = None if kinds is None else tuple(kinds.count(kind) for kind in CONTROLS)
    value = st.none() | st.sampled_from(VALUES)
    lives = board.lives
    if not board.revealed:
        lives = tuple(replace(life, value=draw(value)) for life in lives)
    return s.with_board(seat, replace(board, told=told, lives=lives))


def _empires(draw: st.DrawFn, s: Empires, seat: int) -> Empires:
    """Other culture cards told, or none."""
    hands = st.lists(st.sampled_from(sorted(CULTURES)), unique=True, max_size=4).map(tuple)
    told = draw(st.none() | hands)
    return s.with_empire(seat, replace(s.empire(seat), told=told))


def _cosmogenesis(draw: st.DrawFn, s: Cosmogenesis, seat: int) -> Cosmogenesis:
    """Other planetary objectives held, other things noted about them."""
    system = s.system(seat)
    tile = st.sampled_from(PLANETARY_TILES)
    told = draw(st.lists(tile, max_size=system.hand).map(tuple))
    noted = draw(st.dictionaries(tile, st.sampled_from(NOTES), max_size=2))
    system = replace(system, told=told, noted=tuple(sorted(noted.items())))
    return s.with_system(seat, system)


NOTES = ("3,needs=rings", "5,needs=moons:2,gives=asteroid")

SECRETS = {
    "cosmogenesis": Secret(
        other=_cosmogenesis,
        probes=(
            *(f"reveal {tile} 1" for tile in PLANETARY_TILES[:6]),
            *(f"keep {tile}" for tile in PLANETARY_TILES[:3]),
            *(f"tile {tile} 4,needs=giant" for tile in PLANETARY_TILES[:3]),
            *(f"hold {tile} 1" for tile in PLANETARY_TILES[:3]),
        ),
        pairs=(
            ("keep planetary-1", "keep planetary-2"),
            ("keep planetary-3", "keep"),
            ("planetary planetary-4", "planetary planetary-9"),
            ("planetary planetary-4", "planetary"),
            ("note planetary-1 3,needs=rings", "note planetary-2 5"),
        ),
        reveals=frozenset({"reveal"}),
        is_kept=lambda s, seat: True,
    ),
    "crafting": Secret(
        other=_crafting,
        probes=(
            *(f"life 0 {value}" for value in VALUES),
            *(f"use evolution {value}" for value in VALUES),
            *(f"reveal {value} {value}" for value in VALUES),
        ),
        pairs=(
            ("life 3 8", "life 3 6"),
            ("life 0 7", "life 0"),
            ("use evolution 5 with light", "use evolution 8 with light"),
            ("use evolution 4", "use evolution"),
            ("hand 1 1 1 1", "hand 4 0 0 0"),
            ("drew light", "drew time"),
        ),
        reveals=frozenset({"reveal"}),
        is_kept=lambda s, seat: not s.board(seat).revealed,
    ),
    "empires": Secret(
        other=_empires,
        probes=tuple(f"{verb} {slug}" for verb in ("keep", "reveal") for slug in CULTURES),
        pairs=(
            ("keep orthodox", "keep militaristic"),
            ("keep awakened orthodox", "keep scientific"),
            ("keep", "keep innovative"),
        ),
        reveals=frozenset({"reveal"}),
        is_kept=lambda s, seat: True,
    ),
}
