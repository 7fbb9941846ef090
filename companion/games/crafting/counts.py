"""What lies before a player and all can count, each with its name."""

from __future__ import annotations

from companion.games.crafting.pieces import ELEMENTS, STAR_NAMES
from companion.games.crafting.state import State
from companion.referee.text import Text


def counts_of_seat(s: State, seat: int) -> tuple[tuple[Text, int], ...]:
    """Returns the counts of this seat (`Game.counts`), what is not placed yet included."""
    board = s.board(seat)
    stars = zip(ELEMENTS, board.stars, board.held_stars, strict=True)
    return (
        *((Text("{star} stars", star=STAR_NAMES[kind]), has + held) for kind, has, held in stars),
        (Text("supernovae"), board.novae),
        (Text("proto life"), board.proto + board.held_proto),
        (Text("stable life"), board.stable),
        (Text("advanced life"), board.singles + 2 * board.doubles),
        (Text("nebulae"), len(board.tiles) + len(board.held_tiles) + board.drawn),
        (Text("completed nebulae"), board.completed_nebula_count),
        (Text("energy cards in hand"), board.hand),
        (Text("power cards"), len(board.powers)),
        (Text("climbing crystal"), board.crystal),
        (Text("crystals waiting on 6"), board.waiting),
        (Text("scoring spaces filled"), board.scored),
        (Text("points"), board.points.total),
    )
