"""Chapter "setup": dealing the marbles, the first goal, and the beginning."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.crafting.actions import Begin, Deal
from companion.games.crafting.pieces import CONTROLS, DARK, DARK_MARBLES
from companion.games.crafting.rules.turn import start_next
from companion.games.crafting.state import PLAY, SETUP, State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def bag(seats: int) -> tuple[int, ...]:
    """All marbles of a game: one of each seat, and the dark ones."""
    return (*range(1, seats + 1), *(DARK,) * DARK_MARBLES[seats])


def _may_deal(s: State, seat: int, a: Deal) -> Answers:
    wanted, given = Counter(bag(s.seats)), Counter(a.marbles)
    if a.marbles and wanted != given:
        yield Objection(
            "setup.deal",
            Text(
                "{given} marbles, {dark} dark. With {seats} players you need {wanted}: "
                "1 of each colour and {wanted_dark} dark",
                given=len(a.marbles),
                dark=given[DARK],
                seats=s.seats,
                wanted=len(bag(s.seats)),
                wanted_dark=DARK_MARBLES[s.seats],
            ),
            Text("Enter each marble once, or let the app deal"),
            "deal",
            Text("Deal marbles at random"),
        )


def _deal(s: State, seat: int, a: Deal) -> State:
    controls: list[list[int]] = [[], [], [], []]
    for index, marble in enumerate(a.marbles):
        if marble <= s.seats:
            controls[index % len(CONTROLS)].append(marble)
    owners = [marble for marble in a.marbles if 0 < marble <= s.seats]
    wheel = tuple(tuple(sorted(control)) for control in controls)
    # The owner of the player marble drawn last goes first; a dark marble may come after it.
    return replace(s, wheel=wheel, first=owners[-1] if owners else s.first)


def _may_begin(s: State, seat: int, a: Begin) -> Answers:
    if not s.first:
        yield Objection(
            "setup.deal",
            Text("The marbles aren't on the controls yet"),
            Text("Deal the marbles first"),
            "deal",
            Text("Deal marbles at random"),
        )
    if not s.goals:
        yield Objection(
            "setup.goals",
            Text("There's no goal on space 1 yet"),
            Text("Reveal the first goal"),
            "goal",
            Text("Draw the first goal"),
        )


def _begin(s: State, seat: int, a: Begin) -> State:
    if s.stage != SETUP:
        return s
    return start_next(replace(s, stage=PLAY, first=s.first or 1))


ACTION_RULES = {
    Deal: ActionRule(SETUP, _may_deal, _deal),
    Begin: ActionRule(SETUP, _may_begin, _begin),
}
