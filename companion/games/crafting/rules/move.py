"""Chapter "move": gravitons move stars and life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from companion.games.crafting.board import (
    CRAFT,
    Board,
    move_stable_life,
    with_life_places_unknown,
    with_star_places_unknown,
)
from companion.games.crafting.instructions import GRAVITON, slider_down
from companion.games.crafting.rules.slider import slider_too_low_objections
from companion.games.crafting.state import State
from companion.referee.actions import Action, Objections, action
from companion.referee.notation import one_of
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

_PIECES = {
    "star": Text("star"),
    "proto": Text("proto life"),
    "stable": Text("stable life"),
}


def movable_piece_count(board: Board, kind: str) -> int:
    """Returns how many pieces of this kind a graviton could move."""
    counts = {"star": sum(board.stars), "proto": board.proto, "stable": board.stable, "nova": 0}
    return counts[kind]


_MOVED = {
    "star": Text("{who} moved a star"),
    "nova": Text("{who} moved a supernova"),
    "proto": Text("{who} moved a proto life"),
    "stable": Text("{who} moved a stable life"),
}


@action("move", "move star", Text("Move a star or a life"), when=CRAFT)
class MovePiece(Action):
    """Moves a star or a life token with a graviton."""

    grounds = ("slider.graviton", "move.hop", "move.kind")

    piece: Annotated[str, one_of("star", "nova", "proto", "stable")]

    def objections(self, s: State, seat: int) -> Objections:
        board = s.board(seat)
        yield from slider_too_low_objections(board, "graviton")
        if self.piece == "nova":
            yield Objection(
                "move.supernova",
                Text("Gravitons can't move supernovae"),
                Text("Move a star or life. You can hop over a supernova"),
            )
        elif not movable_piece_count(board, self.piece):
            yield Objection(
                "move.piece",
                Text("You have no {piece} in your galaxy", piece=_PIECES[self.piece]),
                Text("Move a piece you have, or fix your count under Galaxy"),
            )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if self.piece in ("star", "nova"):
            moved = with_star_places_unknown(board)
        elif self.piece == "stable" and not board.graviton:
            # A collected graviton already counts as a move of stable life.
            moved = move_stable_life(board, 1)
        else:
            moved = with_life_places_unknown(board)
        return s.with_board(seat, replace(moved, graviton=max(0, board.graviton - 1)))

    def log_line(self, s: State, seat: int) -> Text:
        return _MOVED[self.piece].filled(who=SeatName(seat))

    def instruct(self, s: State, seat: int, after: State) -> Iterator[Text]:
        yield slider_down(GRAVITON)
