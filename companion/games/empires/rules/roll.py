"""Chapter "roll": the production dice, shifting their total, and paying everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.games.empires.actions import (
    Build,
    Cocked,
    Confirm,
    Cycle,
    End,
    Roll,
    Shift,
    Short,
    Total,
)
from companion.games.empires.pieces import DICE, FACES, TOTALS, actions_of
from companion.games.empires.rules import build, cycle, end
from companion.games.empires.rules.card_abilities import FREE_SHIFT, left
from companion.games.empires.rules.card_production import pay, payout
from companion.games.empires.rules.turn import no_action, spend
from companion.games.empires.state import ACT, PLAY, ROLL, SHIFT, State
from companion.referee.action_rules import ActionRule, Answers
from companion.referee.memo import memoized_by_identity
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text

STEP = {"up": 1, "down": -1}


def _may_roll(s: State, seat: int, a: Roll) -> Answers:
    if a.dice and len(a.dice) != DICE:
        yield Objection(
            "roll.dice",
            Text("You entered {n} die", "You entered {n} dice", n=len(a.dice)),
            Text("Enter both dice, or roll in the app"),
            "roll",
            Text("Roll in the app"),
        )
    for die in a.dice:
        if die not in FACES:
            yield Objection(
                "roll.dice",
                Text("A 4-sided die can't show {die}", die=die),
                Text("Enter both dice, 1 to 4 each, or roll in the app"),
                "roll",
                Text("Roll in the app"),
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
            Text("Two 4-sided dice can't total {total}", total=a.total),
            Text("Add both dice up: 2 to 8"),
        )


def _total(s: State, seat: int, a: Total) -> State:
    return _rolled(s, (), a.total)


def _may_shift(s: State, seat: int, a: Shift) -> Answers:
    shifted = s.turn.total + STEP[a.way]
    if shifted not in TOTALS:
        yield Objection(
            "roll.limits",
            Text("The total is {total}: it can't go there", total=s.turn.total),
            Text("Shift the other way, or confirm"),
            "confirm",
            Text("Confirm the total"),
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


#: what may be done in the tap that confirms the total
_THEN: dict[Any, ActionRule[State]] = {
    **build.ACTION_RULES,
    **cycle.ACTION_RULES,
    **end.ACTION_RULES,
}


def then_of(a: Confirm) -> Build | Cycle | End | None:
    """What is done after confirming, in the same tap."""
    if a.card is not None:
        return Build(a.card, a.value)
    if a.then == "cycle":
        return Cycle()
    return End() if a.then == "end" else None


# Saves 14 % of the calls of a tap and its pages.
@memoized_by_identity
def paid_out(s: State) -> State:
    """The total stands, and everybody is paid for it."""
    s = pay(s, payout(s, s.turn.total))
    return replace(s, turn=replace(s.turn, step=ACT))


def _may_confirm(s: State, seat: int, a: Confirm) -> Answers:
    """What follows is judged as it will be then: with the credits of this total."""
    then = then_of(a)
    if then is not None:
        yield from _THEN[type(then)].objections(paid_out(s), seat, then)


def _confirm(s: State, seat: int, a: Confirm) -> State:
    if s.turn.step != SHIFT:
        return s
    then, s = then_of(a), paid_out(s)
    return s if then is None else _THEN[type(then)].apply(s, seat, then)


def _may_roll_again(s: State, seat: int, a: Cocked) -> Answers:
    if s.turn.dice:
        reason = Text("The app rolled these dice, so no die was cocked")
        remedy, does = Text("Shift the total, or confirm it"), Text("Confirm the total")
        yield Objection("roll.dice", reason, remedy, "confirm", does)
    elif s.turn.actions < actions_of(s.seats) or s.turn.shifted:
        reason = Text("You've already shifted this total")
        yield Objection("roll.cocked", reason, Text("Undo your shift first"))
    elif s.option("roll.cocked") == "stands":
        reason = Text("At your table a cocked die counts as it is")
        remedy, does = Text("Shift the total, or confirm it"), Text("Confirm the total")
        yield Objection("roll.cocked", reason, remedy, "confirm", does)
    elif s.option("roll.cocked") != "again":
        yield Doubt("roll.cocked", Text("Was a die cocked? The app lets you roll again"))


def _roll_again(s: State, seat: int, a: Cocked) -> State:
    if s.turn.step != SHIFT or s.turn.dice:
        return s
    return replace(s, turn=replace(s.turn, step=ROLL, dice=(), total=0))


def _may_be_short(s: State, seat: int, a: Short) -> Answers:
    has = s.empire(seat).credits
    if s.option("roll.empty-bank") == "unlimited":
        reason = Text("At your table credits never run out")
        yield Objection("roll.empty-bank", reason, Text("Use something else as tokens"))
    elif a.missing not in range(1, has + 1):
        reason = Text("{n} can't be missing: you have {has}", n=a.missing, has=has)
        yield Objection("game.correct", reason, Text("Enter how many tokens were missing"))
    elif s.option("roll.empty-bank") != "short":
        reason = Text("The rulebook doesn't say what happens when the bank is empty")
        yield Doubt("roll.empty-bank", reason)


def _short(s: State, seat: int, a: Short) -> State:
    empire = s.empire(seat)
    return s.with_empire(seat, replace(empire, credits=max(0, empire.credits - a.missing)))


ACTION_RULES = {
    Roll: ActionRule(ROLL, _may_roll, _roll),
    Total: ActionRule(ROLL, _may_total, _total),
    Cocked: ActionRule(SHIFT, _may_roll_again, _roll_again),
    Shift: ActionRule(SHIFT, _may_shift, _shift),
    Confirm: ActionRule(SHIFT, _may_confirm, _confirm),
    Short: ActionRule(PLAY, _may_be_short, _short),
}
