"""Chapter "setup": who goes first, and the beginning."""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Begin
from companion.games.empires.rules.turn import start_turn
from companion.games.empires.state import PLAY, SETUP, State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def _may_begin(s: State, seat: int, a: Begin) -> Answers:
    if a.seat is not None and a.seat not in s.all_seats:
        yield Objection(
            "setup.first",
            Text("There's no seat {seat} at this table of {seats}", seat=a.seat, seats=s.seats),
            Text("Choose someone who's playing, or let the app draw"),
            "begin",
            Text("Let the app draw who begins"),
        )


def _begin(s: State, seat: int, a: Begin) -> State:
    if s.stage != SETUP:
        return s
    first = a.seat if a.seat in s.all_seats else None
    s = replace(s, stage=PLAY, first=first or 1)
    return start_turn(s, s.first)


ACTION_RULES = {Begin: ActionRule(SETUP, _may_begin, _begin)}
