"""Chapter "turn": who plays next, and an additional action with which the turn ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from companion.games.cosmogenesis.state import State, TokenInstructions, Turn, turns_left
from companion.referee.actions import Objections
from companion.referee.notation import Word, one_of
from companion.referee.ruling import Objection
from companion.referee.text import Text, Who

#: how an action is written with which the turn ends: "life 1 then end"
Last = Annotated[str | None, Word("end", one_of("end"), lead="then")]


def next_seat(s: State) -> int:
    """Who plays after this turn; 0 where everyone has had 4 turns."""
    if s.turn.seat in s.order:
        index = s.order.index(s.turn.seat) + 1
        turns = (*s.order[index:], *s.order[:index])
        return next((seat for seat in turns if turns_left(s, seat)), 0)
    waiting = [seat for seat in s.order if turns_left(s, seat)]
    return max(waiting, key=lambda seat: turns_left(s, seat), default=0)


def with_next_turn(s: State) -> State:
    """The next player's turn begins, or none once the round is over."""
    return replace(s, turn=Turn(next_seat(s)))


def end_with_action_objections(s: State, last: str | None) -> Objections:
    """Whether a turn may end with the action itself: not while a tile gives something."""
    if last and (s.turn.gains or s.turn.unread):
        yield Objection(
            "turn.steps",
            Text("A tile still gives you something this turn"),
            Text("Take your reward first"),
        )


def with_turn_ended_if_last(s: State, seat: int, last: str | None) -> State:
    """The next turn, where the action said so; what is to do with the tokens is still told."""
    if not last or s.turn.seat != seat:
        return s
    left, s = s.turn.wood, with_next_turn(s)
    if left == TokenInstructions():
        return s
    return s.with_turn(wood=replace(left, hands=seat))


def log_line_with_end(told: Text, seat: int, last: str | None) -> Text:
    """What an action did, with the end of the turn where that came with it."""
    if last is None:
        return told
    return Text("{told}. {then}", told=told, then=Text("{who} ended the turn", who=Who(seat)))
