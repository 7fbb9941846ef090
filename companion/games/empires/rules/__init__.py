"""The rules by chapter. Only `objections` decides what is legal."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.rules import (
    build,
    card,
    culture,
    cycle,
    end,
    game,
    roll,
    setup,
    turn,
)
from companion.games.empires.rules.culture import EnterCultures
from companion.games.empires.rules.end import with_stage_updated
from companion.games.empires.rules.game import (
    AddCard,
    CorrectNumber,
    CorrectPrintedValue,
    RemoveCard,
)
from companion.games.empires.state import OVER, PLAY, REVEAL, State
from companion.referee.actions import (
    Action,
    actions_of_modules,
    notation_from_actions,
    objections_in_step,
)
from companion.referee.game import with_chosen_answer

_CHAPTERS = (setup, roll, build, cycle, card, culture, end, game)
#: actions that describe the table and play nothing: they count for the last round's end too
_CORRECTIONS = (AddCard, EnterCultures, CorrectNumber, CorrectPrintedValue, RemoveCard)
ACTIONS = actions_of_modules(_CHAPTERS)
NOTATION = notation_from_actions(ACTIONS)
objections = objections_in_step(turn.out_of_turn_objection)


def apply(s: State, seat: int, a: Action) -> State:
    """Returns the state after the action.

    It checks nothing, accepts any readable action, and works out stage and caller again: any action
    may change a production.
    """
    after = a.apply(s, seat)
    if s.last is not None and after.last is s.last:
        after = replace(after, last=_last_with(s, seat, a, after))
    return with_stage_updated(after)


def _last_with(s: State, seat: int, a: Action, after: State) -> State | None:
    """Returns the end of the previous round with the same correction; None once play goes on.

    A correction of the present turn changes nothing there.
    """
    if not isinstance(a, _CORRECTIONS):
        return s.last if after == s else None
    if s.last is None or (
        isinstance(a, CorrectNumber) and a.field in (*game.CORRECTABLE_TURN_FIELDS, "turn")
    ):
        return s.last
    then = replace(s.last, moment=s.moment)
    return replace(a.apply(then, seat), moment=s.last.moment)


def with_question_answered(s: State, key: str, choice: str) -> State:
    """Returns the state with a question answered, which may change a production."""
    s = with_chosen_answer(s, key, choice)
    if s.last is not None:
        s = replace(s, last=with_chosen_answer(s.last, key, choice))
    return with_stage_updated(s)


def seats_to_act(s: State) -> frozenset[int]:
    """Returns the seats that the game waits for; empty exactly when the game is over."""
    if s.stage == OVER:
        return frozenset()
    if s.stage == PLAY:
        return frozenset((s.turn.seat,))
    if s.stage == REVEAL:
        return frozenset(n for n in s.all_seats if not s.has_finished_revealing(n))
    return frozenset(s.all_seats)
