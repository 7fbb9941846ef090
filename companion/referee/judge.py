"""The judge: asks a game's `objections`, and nobody else, whether an action is allowed."""

from __future__ import annotations

from typing import Any

from companion.referee.game import Game
from companion.referee.ruling import Doubt, Objection, Ruling


def judge(game: Game, state: Any, seat: int, action: Any) -> Ruling:
    """What the game says to this action now."""
    answers = tuple(game.objections(state, seat, action))
    return Ruling(
        seat=seat,
        action=game.write(action),
        objections=tuple(answer for answer in answers if isinstance(answer, Objection)),
        doubts=tuple(answer for answer in answers if isinstance(answer, Doubt)),
    )


def legal(game: Game, state: Any, seat: int) -> list[Any]:
    """The candidates that nothing speaks against."""
    return [
        action
        for action in game.candidates(state, seat)
        if judge(game, state, seat, action).allowed
    ]
