"""What is about to be lost at the end of a turn, in words."""

from __future__ import annotations

from companion.games.crafting.pieces import ELEMENTS
from companion.games.crafting.player import Board
from companion.games.crafting.rules.turn import piece
from companion.referee.text import Text, listed


def held_words(board: Board) -> Text:
    """What is held and not placed: "3 hydrogen stars, 1 proto life, 1 nebula"."""
    return listed(_held(board))


def _held(board: Board) -> list[Text]:
    parts = [piece(e, n) for e, n in zip(ELEMENTS, board.held_stars, strict=True) if n]
    if board.held_proto:
        parts.append(Text("{n} proto life", "{n} proto life", n=board.held_proto))
    if board.held_tiles:
        parts.append(Text("{n} nebula", "{n} nebulae", n=len(board.held_tiles)))
    return parts


def _points(board: Board) -> list[Text]:
    sliders = (
        (board.nova, Text("{n} supernova", "{n} supernovae", n=board.nova)),
        (board.dna, Text("{n} DNA", "{n} DNA", n=board.dna)),
        (board.graviton, Text("{n} graviton", "{n} gravitons", n=board.graviton)),
    )
    return [words for number, words in sliders if number]


def losses(board: Board) -> Text | None:
    """Everything that ending the turn now would lose; None where nothing would be."""
    parts = [*_held(board), *_points(board)]
    return listed(parts) if parts else None
