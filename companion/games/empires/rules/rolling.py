"""Chapter "roll": the production dice, shifting their total, and paying everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.empires.actions import Confirm, Roll, Shift, Total
from companion.games.empires.pieces import DICE, FACES, TOTALS
from companion.games.empires.rules.abilities import FREE_SHIFT, left
from companion.games.empires.rules.production import pay, payout
from companion.games.empires.rules.turns import no_action, spend
from companion.games.empires.state import ACT, ROLL, SHIFT, State
from companion.referee.deeds import Answers, Deed, nothing_against
from companion.referee.ruling import Objection
from companion.referee.text import Text

STEP = {"up": 1, "down": -1}


def _may_roll(s: State, seat: int, a: Roll) -> Answers:
    if a.dice and len(a.dice) != DICE:
        yield Objection(
            "roll.dice",
            Text("You named {n} die", "You named {n} dice", n=len(a.dice)),
            Text("Name what both dice show, or let the app roll"),
            "roll",
        )
    for die in a.dice:
        if die not in FACES:
            yield Objection(
                "roll.dice",
                Text("A die of 4 sides cannot show {die}", die=die),
                Text("Name what both dice show, 1 to 4 each, or let the app roll"),
                "roll",
            )


def _rolled(s: State, dice: Sequence[int], total: int) -> State:
    if s.turn.step != ROLL or total not in TOTALS:
        return s
    return replace(s, turn=replace(s.turn, step=SHIFT, dice=tuple(dice), total=total))


def _roll(s: State, seat: int, a: Roll) -> State:
    fits = len(a.dice) == DICE and all(die in FACES for die in a.dice)
    return _rolled(s, a.dice, sum(a.dice)) if fits else s


def _may_total(s: State, seat: int, a: Total) -> Answers:
    if a.total not in TOTALS:
        yield Objection(
            "roll.dice",
            Text("Two dice of 4 sides cannot make {total}", total=a.total),
            Text("Add both dice up: 2 to 8"),
        )


def _total(s: State, seat: int, a: Total) -> State:
    return _rolled(s, (), a.total)


def _may_shift(s: State, seat: int, a: Shift) -> Answers:
    shifted = s.turn.total + STEP[a.way]
    if shifted not in TOTALS:
        yield Objection(
            "roll.limits",
            Text("The total is {total}: it cannot go there", total=s.turn.total),
            Text("Shift the other way, or confirm"),
            "confirm",
        )
    if not left(s, seat, FREE_SHIFT):
        yield from no_action(s, "roll.shift")


def _shift(s: State, seat: int, a: Shift) -> State:
    """A Seraph Gate that is unused pays first: it can be used for nothing else."""
    shifted = s.turn.total + STEP[a.way]
    if s.turn.step != SHIFT or shifted not in TOTALS:
        return s
    turn = replace(s.turn, total=shifted)
    free = left(s, seat, FREE_SHIFT)
    return replace(s, turn=replace(turn, shifted=turn.shifted + 1) if free else spend(turn))


def _confirm(s: State, seat: int, a: Confirm) -> State:
    if s.turn.step != SHIFT:
        return s
    s = pay(s, payout(s, s.turn.total))
    return replace(s, turn=replace(s.turn, step=ACT))


DEEDS = {
    Roll: Deed(ROLL, _may_roll, _roll),
    Total: Deed(ROLL, _may_total, _total),
    Shift: Deed(SHIFT, _may_shift, _shift),
    Confirm: Deed(SHIFT, nothing_against, _confirm),
}
