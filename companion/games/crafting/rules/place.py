"""Chapter "place": putting gained stars, proto life and nebulae into the galaxy."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Lay, Leave, Place
from companion.games.crafting.board import add_proto, add_star, lay_tile
from companion.games.crafting.pieces import ELEMENTS, SECTOR_NAMES
from companion.games.crafting.player import CRAFT, Board
from companion.games.crafting.rules.nebula import take_held, tile_answers
from companion.games.crafting.rules.turn import piece
from companion.games.crafting.state import State
from companion.games.crafting.tiles import in_sector
from companion.referee.action_rules import ActionRule, Answers
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


def place_all(board: Board) -> Board:
    """Every star and proto life that is held goes into the galaxy."""
    for kind in (*ELEMENTS, "proto"):
        board = _put(board, kind, held(board, kind))
    return board


def with_line(board: Board, kind: str, got: int | None = None, left: int | None = None) -> Board:
    """The line of this kind set right; what was placed already follows it."""
    line = next((line for line in board.lines if line.kind == kind), None)
    if line is None:
        return board
    got = line.got if got is None else min(got, line.amount)
    left = min(got, line.left if left is None else left)
    lines = tuple(replace(x, got=got, left=left) if x is line else x for x in board.lines)
    if board.step == CRAFT:
        more = (got - left) - (line.got - line.left)
        board = _more_of(board, kind, more, got - line.got)
    return replace(board, lines=lines)


def _more_of(board: Board, kind: str, placed: int, taken: int) -> Board:
    """So many more (or fewer) of a kind are in the galaxy, and were taken."""
    if kind == "card":
        hand = max(0, board.hand + taken)
        return replace(board, hand=hand, told=board.told if sum(board.told or ()) <= hand else None)
    if kind == "nebula":
        return replace(board, drawn=max(0, board.drawn + placed))
    if kind == "proto":
        return add_proto(board, placed)
    # Other lines come out of no pile: nothing of them lies in the galaxy.
    return add_star(board, kind, placed) if kind in ELEMENTS else board


def _may_place(s: State, seat: int, a: Place) -> Answers:
    have = held(s.board(seat), a.piece)
    wanted = a.number or 1
    if a.piece == "all" and a.number is not None:
        wanted = have + 1 if a.number != have else have
    if have < max(wanted, 1):
        yield Objection(
            "place.held",
            Text("You have {have} to place", have=_named(a.piece, have)),
            Text("Place no more than that; you'll collect more next turn")
            if not have
            else Text("Place {have}", have=_named(a.piece, have)),
            f"place {a.piece} {have}" if have and a.piece != "all" else "",
        )


def _place(s: State, seat: int, a: Place) -> State:
    board = s.board(seat)
    if a.piece == "all":
        return s.with_board(seat, place_all(board))
    have = held(board, a.piece)
    number = have if a.number is None else min(have, a.number)
    return s.with_board(seat, _put(board, a.piece, number))


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


def _places(size: int, sector: str) -> Text:
    return Text("Place size {size} in {sector}", size=size, sector=SECTOR_NAMES[sector])


def _may_lay(s: State, seat: int, a: Lay) -> Answers:
    board = s.board(seat)
    if a.size not in board.held_sizes and not board.drawn:
        yield Objection(
            "place.held",
            Text("You have no size {size} nebula to place", size=a.size),
            Text("Place a nebula you gained this turn"),
            next((f"lay {size} {a.sector}" for size in board.held_sizes), ""),
            next((_places(size, a.sector) for size in board.held_sizes), None),
        )
    yield from tile_answers(a.size, a.code)


def _lay(s: State, seat: int, a: Lay) -> State:
    board = s.board(seat)
    if a.size not in board.held_sizes:
        board = replace(board, drawn=max(0, board.drawn - 1))
    board, tile = take_held(board, a.size, a.code)
    return s.with_board(seat, lay_tile(board, in_sector(tile, a.sector)))


def _may_leave(s: State, seat: int, a: Leave) -> Answers:
    line = next((line for line in s.board(seat).lines if line.kind == a.kind), None)
    if line is None or line.got < a.number:
        yield Objection(
            "place.lost",
            Text("You collected {n} of those this turn", n=line.got if line else 0),
            Text("Choose what you collected this turn"),
        )
    elif a.kind == "nebula" and a.number and not s.board(seat).drawn:
        yield Objection(
            "place.lost",
            Text("Your new nebula is already in your galaxy"),
            Text("Fix your nebulae under Galaxy"),
        )


def _leave(s: State, seat: int, a: Leave) -> State:
    return s.with_board(seat, with_line(s.board(seat), a.kind, left=a.number))


ACTION_RULES = {
    Leave: ActionRule(CRAFT, _may_leave, _leave),
    Place: ActionRule(CRAFT, _may_place, _place),
    Lay: ActionRule(CRAFT, _may_lay, _lay),
}
