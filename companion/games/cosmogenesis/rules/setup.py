"""Chapter "setup": who takes the Monolith, the asteroids to start with, the objective kept."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cosmogenesis.actions import Begin, Keep
from companion.games.cosmogenesis.state import Stage, State, Turn
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def _may_begin(s: State, seat: int, a: Begin) -> Answers:
    if a.seat is not None and a.seat not in s.all_seats:
        yield Objection(
            "setup.first",
            Text("There's no seat {seat} at this table of {seats}", seat=a.seat, seats=s.seats),
            Text("Choose someone who's playing, or let the app draw"),
            "begin",
            Text("Begin, and let the app draw"),
        )


def _begin(s: State, seat: int, a: Begin) -> State:
    if s.stage != Stage.SETUP:
        return s
    first = a.seat if a.seat in s.all_seats else 1
    s = replace(s, first=first or 1, monolith=first or 1)
    for place, each in enumerate(s.order, start=1):
        s = s.with_system(each, replace(s.system(each), asteroids=place))
    return replace(s, turn=Turn(s.first))


def _may_keep(s: State, seat: int, a: Keep) -> Answers:
    hand = s.system(seat).hand
    if len(a.tiles) > hand:
        yield Objection(
            "setup.keep",
            Text("That's {n} objectives; you hold {hand}", n=len(a.tiles), hand=hand),
            Text("Enter what you hold, or fix the number"),
        )


def _keep(s: State, seat: int, a: Keep) -> State:
    return s.with_system(seat, replace(s.system(seat), told=a.tiles))


ACTION_RULES = {
    Begin: ActionRule(Stage.SETUP, _may_begin, _begin),
    Keep: ActionRule(ANY, _may_keep, _keep),
}
