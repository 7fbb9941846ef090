"""The judge: asks a game's `objections` whether an action is allowed.

It adds two rules common to all games: nothing is played after the end, and actions that need the
turn are for seats whose turn it is.
"""

from __future__ import annotations

from typing import Any

from companion.referee.game import Game
from companion.referee.ruling import Doubt, Objection, Ruling
from companion.referee.text import SeatName, Text


def judge(game: Game, state: Any, seat: int, action: Any) -> Ruling:
    """Returns the ruling on this action in this state."""
    answers = tuple(game.objections(state, seat, action))
    objections = tuple(answer for answer in answers if isinstance(answer, Objection))
    barred = _after_the_end(game, state, action, objections) or _out_of_turn(
        game, state, seat, action
    )
    return Ruling(
        seat=seat,
        action=game.write(action),
        objections=(barred,) if barred else objections,
        doubts=() if barred else tuple(answer for answer in answers if isinstance(answer, Doubt)),
    )


def legal_actions(game: Game, state: Any, seat: int) -> list[Any]:
    """Returns the candidates without objections."""
    return [
        action
        for action in game.candidates(state, seat)
        if judge(game, state, seat, action).allowed
    ]


def has_legal_action(game: Game, state: Any, seat: int, verb: str) -> bool:
    """Returns whether one of the candidates of this verb has no objections."""
    forms = game.notation.form_of
    tries = (each for each in game.candidates(state, seat) if forms(each).verb == verb)
    return any(judge(game, state, seat, action).allowed for action in tries)


def _after_the_end(
    game: Game, state: Any, action: Any, said: tuple[Objection, ...]
) -> Objection | None:
    """Returns the objection to playing after the end; None if it doesn't apply or is in `said`."""
    if type(action) in game.after_end:
        return None
    outcome = game.outcome(state)
    if outcome is None:
        return None
    rule = game.over or outcome.rule
    if any(objection.rule == rule for objection in said):
        return None
    return Objection(rule, Text("The game is over"), Text("Start another game"))


def _out_of_turn(game: Game, state: Any, seat: int, action: Any) -> Objection | None:
    """Returns the objection to acting out of turn; None if it needs no turn or the seat has it."""
    rule = game.notation.form_of(action).turn
    acting = game.seats_to_act(state) if rule else frozenset()
    if not acting or seat in acting:
        return None
    if len(acting) > 1:
        return Objection(rule, Text("It's not your turn"), Text("Wait for your turn"))
    reason = Text("It's {who}'s turn", who=SeatName(next(iter(acting))))
    return Objection(rule, reason, Text("Wait for your turn"))
