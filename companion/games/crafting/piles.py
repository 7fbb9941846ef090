"""What is left in the piles, as far as a seat has told in its turn. No rule lives here.

Of most piles nobody ever tells: then what is gained is there. Life has one pile, under "proto".
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.crafting.pieces import ELEMENTS
from companion.games.crafting.player import Board

#: what is gained while crafting and comes out of a pile
PILES = (*ELEMENTS, "proto", "nebula")


def left_of(board: Board, kind: str) -> int | None:
    """How many are left of a kind; None where nobody told."""
    return dict(board.left).get(kind)


def tell_left(board: Board, kind: str, number: int) -> Board:
    return replace(board, left=tuple(sorted({**dict(board.left), kind: number}.items())))


def take(board: Board, kind: str, number: int) -> tuple[Board, int]:
    """So many, or what is left of them, come out of their pile (rule energy.supply-short)."""
    left = left_of(board, kind)
    if left is None:
        return board, number
    taken = min(number, left)
    return tell_left(board, kind, left - taken), taken


def back_in(board: Board, kind: str, number: int) -> Board:
    """Pieces go back into a pile. A supernova goes back into that of a kind nobody told."""
    if kind == "nova":
        return replace(board, left=tuple(p for p in board.left if p[0] not in ELEMENTS))
    left = left_of(board, kind)
    return board if left is None else tell_left(board, kind, left + number)
