"""Chapter "place": putting gained stars, proto life and nebulae into the galaxy."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Lay, Place
from companion.games.crafting.galaxy import add_proto, add_star, lay_tile
from companion.games.crafting.pieces import ELEMENTS
from companion.games.crafting.rules.completing import take_held, tile_answers
from companion.games.crafting.rules.turns import piece
from companion.games.crafting.state import CRAFT, Board, State
from companion.games.crafting.tiles import in_sector
from companion.referee.deeds import Answers, Deed
from companion.referee.ruling import Objection
from companion.referee.text import Text


def held(board: Board, kind: str) -> int:
    """How many of a kind were gained and not placed; "all": stars and proto life together."""
    if kind == "proto":
        return board.held_proto
    if kind == "all":
        return sum(board.held_stars) + board.held_proto
    return board.held_stars[ELEMENTS.index(kind)]


def _named(kind: str, number: int) -> Text:
    if kind == "proto":
        return Text("{n} proto life", "{n} proto life", n=number)
    if kind == "all":
        return Text("{n} piece", "{n} pieces", n=number)
    return piece(kind, number)


def _may_place(s: State, seat: int, a: Place) -> Answers:
    have = held(s.board(seat), a.piece)
    wanted = a.number or 1
    if a.piece == "all" and a.number is not None:
        wanted = have + 1 if a.number != have else have
    if have < max(wanted, 1):
        yield Objection(
            "place.held",
            Text("You hold {have} to place", have=_named(a.piece, have)),
            Text("Place no more than that; more comes from your next collecting")
            if not have
            else Text("Place {have}", have=_named(a.piece, have)),
            f"place {a.piece} {have}" if have and a.piece != "all" else "",
        )


def _place(s: State, seat: int, a: Place) -> State:
    board = s.board(seat)
    for kind in (*ELEMENTS, "proto") if a.piece == "all" else (a.piece,):
        have = held(board, kind)
        number = have if a.piece == "all" or a.number is None else min(have, a.number)
        board = _put(board, kind, number)
    return s.with_board(seat, board)


def _put(board: Board, kind: str, number: int) -> Board:
    if not number:
        return board
    if kind == "proto":
        return add_proto(replace(board, held_proto=board.held_proto - number), number)
    stars = tuple(
        n - number if element == kind else n
        for element, n in zip(ELEMENTS, board.held_stars, strict=True)
    )
    return add_star(replace(board, held_stars=stars), kind, number)


def _may_lay(s: State, seat: int, a: Lay) -> Answers:
    if a.size not in s.board(seat).held_sizes:
        yield Objection(
            "place.held",
            Text("You hold no size {size} nebula to place", size=a.size),
            Text("Place a nebula that you gained this turn"),
            next((f"lay {size} {a.sector}" for size in s.board(seat).held_sizes), ""),
        )
    yield from tile_answers(a.size, a.code)


def _lay(s: State, seat: int, a: Lay) -> State:
    board, tile = take_held(s.board(seat), a.size, a.code)
    return s.with_board(seat, lay_tile(board, in_sector(tile, a.sector)))


DEEDS = {
    Place: Deed(CRAFT, _may_place, _place),
    Lay: Deed(CRAFT, _may_lay, _lay),
}
