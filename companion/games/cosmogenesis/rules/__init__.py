"""The rules by chapter. Only `objections` decides what is legal."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.rules import (
    belt,
    collide,
    comet,
    corrections,
    discard,
    exotic,
    extra,
    gain,
    game,
    moon,
    objective,
    planet,
    round,
    score,
    setup,
    turn,
)
from companion.games.cosmogenesis.rules.game import seats_still_entering_points
from companion.games.cosmogenesis.rules.turn_end import with_next_turn
from companion.games.cosmogenesis.state import Stage, State, Step, turns_left
from companion.referee.actions import (
    Action,
    actions_of_modules,
    notation_from_actions,
    objections_in_step,
)
from companion.referee.game import with_chosen_answer

_CHAPTERS = (
    *(setup, turn, planet, moon, collide, comet, belt, exotic, objective, discard),
    *(extra, gain, round, score, corrections, game),
)
ACTIONS = actions_of_modules(_CHAPTERS)
NOTATION = notation_from_actions(ACTIONS)
objections = objections_in_step(turn.out_of_turn_objection)


def apply(s: State, seat: int, a: Action) -> State:
    """Returns the state after the action. It checks nothing and accepts any readable action."""
    return with_stage_updated(a.apply(s, seat))


def with_question_answered(s: State, key: str, choice: str) -> State:
    """Returns the state with a question answered, which may change what is counted."""
    return with_stage_updated(with_chosen_answer(s, key, choice))


def with_stage_updated(s: State) -> State:
    """Returns the state with its stage, and with the next seat to play if the round goes on."""
    if not s.first:
        return s
    if s.ended:
        return replace(s, stage=Stage.COUNT if seats_still_entering_points(s) else Stage.OVER)
    if not s.turn.seat or (s.turn.step == Step.MAIN and not turns_left(s, s.turn.seat)):
        s = with_next_turn(s)
    return replace(s, stage=Stage.PLAY if s.turn.seat else Stage.ROUND)


def seats_to_act(s: State) -> frozenset[int]:
    """Returns the seats that the game waits for; empty exactly when the game is over."""
    if s.stage == Stage.OVER:
        return frozenset()
    if s.stage == Stage.PLAY:
        return frozenset((s.turn.seat,))
    if s.stage == Stage.COUNT:
        return frozenset(seats_still_entering_points(s))
    return frozenset(s.all_seats)
