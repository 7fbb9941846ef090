"""The rules by chapter. Only `objections` decides what is legal."""

from __future__ import annotations

from companion.games.crafting.pieces import HAND_LIMIT
from companion.games.crafting.rules import (
    around,
    card,
    corrections,
    end,
    energy,
    game,
    goal,
    life,
    move,
    nebula,
    place,
    power,
    setup,
    slider,
    time,
    turn,
)
from companion.games.crafting.rules.track import with_passed_points_noted
from companion.games.crafting.state import DISCARD, OVER, PLAY, REVEAL_LIFE, SCORE, State
from companion.referee.actions import (
    Action,
    actions_of_modules,
    notation_from_actions,
    objections_in_step,
)

_CHAPTERS = (
    *(setup, energy, place, nebula, around, time, life, power, card),
    *(slider, move, goal, end, game, corrections),
)
ACTIONS = actions_of_modules(_CHAPTERS)
NOTATION = notation_from_actions(ACTIONS)
objections = objections_in_step(turn.out_of_turn_objection)


def apply(s: State, seat: int, a: Action) -> State:
    """Returns the state after the action. It checks nothing and accepts any readable action."""
    return with_passed_points_noted(s, card.with_next_round_if_hands_fit(a.apply(s, seat)), seat, a)


def seats_to_act(s: State) -> frozenset[int]:
    """Returns the seats that the game waits for; empty exactly when the game is over."""
    if s.stage == OVER:
        return frozenset()
    if s.stage == PLAY:
        return frozenset(turn.acting_seats(s))
    if s.stage == SCORE:
        return frozenset(goal.seats_without_goal_count(s) or s.all_seats)
    if s.stage == DISCARD:
        return frozenset(n for n in s.all_seats if s.board(n).hand > HAND_LIMIT)
    if s.stage == REVEAL_LIFE:
        return frozenset(n for n in s.all_seats if not s.board(n).revealed)
    return frozenset(s.all_seats)
