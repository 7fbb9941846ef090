"""Chapter "move": gravitons move stars and life."""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.actions import Move
from companion.games.crafting.board import life_moved, move_stable, stars_moved
from companion.games.crafting.player import CRAFT, Board
from companion.games.crafting.rules.slider import slider_low
from companion.games.crafting.state import State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text

_PIECES = {
    "star": Text("star"),
    "proto": Text("proto life"),
    "stable": Text("stable life"),
}


def movable(board: Board, kind: str) -> int:
    """How many pieces of this kind a graviton could move."""
    counts = {"star": sum(board.stars), "proto": board.proto, "stable": board.stable, "nova": 0}
    return counts[kind]


def _may_move(s: State, seat: int, a: Move) -> Answers:
    board = s.board(seat)
    yield from slider_low(board, "graviton")
    if a.piece == "nova":
        yield Objection(
            "move.supernova",
            Text("Gravitons can't move supernovae"),
            Text("Move a star or life. You can hop over a supernova"),
        )
    elif not movable(board, a.piece):
        yield Objection(
            "move.piece",
            Text("You have no {piece} in your galaxy", piece=_PIECES[a.piece]),
            Text("Move a piece you have, or fix your count under Galaxy"),
        )


def _move(s: State, seat: int, a: Move) -> State:
    board = s.board(seat)
    if a.piece in ("star", "nova"):
        moved = stars_moved(board)
    elif a.piece == "stable" and not board.graviton:
        # One that was collected counts as a move of stable life already.
        moved = move_stable(board, 1)
    else:
        moved = life_moved(board)
    return s.with_board(seat, replace(moved, graviton=max(0, board.graviton - 1)))


ACTION_RULES = {
    Move: ActionRule(CRAFT, _may_move, _move),
}
