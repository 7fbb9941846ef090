"""What is kept secret: cards told and life tokens face down."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from companion.games.crafting.pieces import CONTROLS
from companion.games.crafting.state import State
from tests.kit.secrets import Secret

VALUES = (4, 5, 6, 7, 8)


def other(draw: st.DrawFn, s: State, seat: int) -> State:
    """Other kinds of cards told, other values on the tokens that lie face down, and other things
    told of what is around a nebula.
    """
    board = s.board(seat)
    kinds = draw(st.none() | st.lists(st.sampled_from(CONTROLS), max_size=board.hand))
    told = None if kinds is None else tuple(kinds.count(kind) for kind in CONTROLS)
    value = st.none() | st.sampled_from(VALUES)
    lives = board.lives
    if not board.revealed:
        lives = tuple(replace(life, value=draw(value)) for life in lives)
    around = st.just("") | st.sampled_from(("h0", "h1p1", "h1he2n1s6"))
    tiles = tuple(sorted(replace(tile, around=draw(around)) for tile in board.tiles))
    return s.with_board(seat, replace(board, entered=told, lives=lives, tiles=tiles))


SECRET = Secret(
    other=other,
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
        ("around open 1 ? ? new h1", "around open 1 ? ? new h0"),
    ),
    reveals=frozenset({"reveal"}),
    is_kept=lambda s, seat: not s.board(seat).revealed,
)
