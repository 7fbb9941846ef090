"""What speaks to a seat of what lies before it, without a tap, in one world of a kept game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from companion.referee.game import Game

#: said to a seat of an action: (game, state before, state after, who acted, the action, to whom)
Answer = Callable[[Game, Any, Any, int, Any, int], Hashable]
#: said to a seat of a state: (game, state, to whom)
Said = Callable[[Game, Any, int], Hashable]


@dataclass(frozen=True)
class Voices:
    """Functions that return what is said, () for nothing; what differs between worlds is seen.

    `answer`: of each action, to who did it and to whom it changed something. `turn_end`: "You
    should have". `round_end`: the look at the own board. `finish`: the card before the result.
    """

    answer: Answer
    turn_end: Said
    round_end: Said
    finish: Said


def nothing(*_: Any) -> Hashable:
    """Says nothing."""
    return ()


def _instructions(game: Game, before: Any, _: Any, who: int, action: Any, to: int) -> Hashable:
    """What a guided phone is told to do with the pieces."""
    return (game.piece_instructions(before, who, action) or ()) if to == who else ()


#: What the companion says.
SPOKEN = Voices(_instructions, nothing, nothing, nothing)
