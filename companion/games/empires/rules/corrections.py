"""Chapter "game": corrections of numbers: credits, the turn, culture cards, whose turn it is.

The app follows the table: a correction is never measured by the rules of play. What it changes it
changes so that the opposite correction gives everything back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.empires.actions import Add, Mend, Print, Remove
from companion.games.empires.empire import Paid
from companion.games.empires.pieces import CULTURES, TOTALS, actions_of
from companion.games.empires.rules.card_abilities import FREE_CYCLE, FREE_MECH, FREE_SHIFT, owned
from companion.games.empires.rules.card_production import payout_then
from companion.games.empires.rules.culture_cards import may_stand, stood
from companion.games.empires.rules.turn import turn_put_on
from companion.games.empires.state import ACT, PLAY, ROLL, SETUP, State
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text, Who

#: numbers of the turn that is played; only its own seat corrects them
OF_THE_TURN = ("actions", "total", "shifted", "fabricated", "scouted", "paired")

#: what belongs to the whole table; any seat corrects it
OF_THE_TABLE = ("turn", "first")

_ABILITIES = {"shifted": FREE_SHIFT, "fabricated": FREE_MECH, "scouted": FREE_CYCLE}


def most_of(s: State, seat: int, field: str) -> int:
    """The highest number that this one of the turn may be."""
    if field == "actions":
        return actions_of(s.seats)
    if field == "paired":
        return int("industrious" in s.empire(seat).open)
    return owned(s, seat, _ABILITIES[field])


def corrects(s: State, a: object) -> bool:
    """Whether others have a say in it: from the first turn on. What a card prints is an answer as
    long as nobody has built it; then everybody's total counts with it.
    """
    if isinstance(a, Print):
        return s.stage != SETUP and any(
            built.card == a.card for seat in s.all_seats for built in s.empire(seat).cards
        )
    return s.stage != SETUP and isinstance(a, Mend | Add | Remove)


def _may_mend(s: State, seat: int, a: Mend) -> Answers:
    if a.field in CULTURES:
        yield from may_stand(s, seat, a.field, a.value)
    elif a.field in OF_THE_TABLE:
        yield from _may_seat(s, a)
    elif a.field in OF_THE_TURN:
        yield from _of_the_turn(s, seat, a)


def _of_the_turn(s: State, seat: int, a: Mend) -> Answers:
    if s.stage != PLAY or s.turn.seat != seat:
        reason = Text("It's not your turn: there's nothing to fix")
        if a.field == "actions":
            reason = Text("It's not your turn: you have no actions to count")
        yield Objection("game.correct", reason, Text("Fix them in your own turn"))
    elif a.field == "total":
        yield from _may_total(s, a)
    elif a.value > most_of(s, seat, a.field):
        most = most_of(s, seat, a.field)
        yield Objection(
            "game.correct",
            Text("{value} is too many: {most} at most", value=a.value, most=most),
            Text("Enter 0 to {most}", most=most),
            f"mend {a.field} {most}",
            Text("Fix it: {most}", most=most),
        )


def _may_total(s: State, a: Mend) -> Answers:
    if a.value not in TOTALS:
        reason = Text("Two 4-sided dice can't total {total}", total=a.value)
        yield Objection("roll.dice", reason, Text("Add both dice up: 2 to 8"))
    elif not s.turn.total:
        first = s.turn.step == ACT
        reason = Text("Your first turn has no roll") if first else Text("You haven't rolled yet")
        yield Objection("game.correct", reason, Text("Fix the total after a roll"))
    elif s.turn.step == ACT and (poor := _spent(s, a.value)):
        reason = Text("{who} has spent what {total} paid", who=Who(poor), total=s.turn.total)
        yield Objection("game.correct", reason, Text("Undo what was built with it first"))


def _spent(s: State, total: int) -> int:
    """A seat that has spent what it would have to give back; 0: none."""
    paid = _paid_instead(s, total)
    old = s.paid or paid
    short = (n for n in s.all_seats if s.empire(n).credits + paid.amount(n) < old.amount(n))
    return next(short, 0)


def _may_seat(s: State, a: Mend) -> Answers:
    if s.stage == SETUP:
        reason = Text("The game hasn't begun")
        yield Objection("game.correct", reason, Text("Choose who goes first"))
    elif s.closed and a.field == "turn":
        reason = Text("The last turn is over: it's no one's turn")
        yield Objection("game.correct", reason, Text("Undo what ended the last turn"))
    elif a.value not in s.playing:
        reason = Text("No one is playing seat {seat}", seat=a.value)
        yield Objection("game.correct", reason, Text("Choose someone who is playing"))


def _mend(s: State, seat: int, a: Mend) -> State:
    if a.field in CULTURES:
        return stood(s, seat, a.field, a.value)
    if a.field in OF_THE_TURN and s.turn.seat != seat:
        return s
    mended: State = _MENDERS[a.field](s, seat, a.value)
    return mended


def _credits(s: State, seat: int, value: int) -> State:
    return s.with_empire(seat, replace(s.empire(seat), credits=value))


def _actions(s: State, seat: int, value: int) -> State:
    return replace(s, turn=replace(s.turn, actions=min(value, actions_of(s.seats))))


def _used(field: str) -> Callable[[State, int, int], State]:
    """Sets how often an ability was used in this turn."""

    def mended(s: State, seat: int, value: int) -> State:
        changed: dict[str, Any] = {field: bool(value) if field == "paired" else value}
        return replace(s, turn=replace(s.turn, **changed))

    return mended


def _total(s: State, seat: int, value: int) -> State:
    """Before it is confirmed the total alone; afterwards everybody is paid for it instead."""
    if value not in TOTALS or not s.turn.total or s.turn.step == ROLL:
        return s
    turned = replace(s, turn=replace(s.turn, total=value))
    return _paid_again(turned, _paid_instead(s, value)) if s.turn.step == ACT else turned


def _paid_instead(s: State, total: int) -> Paid:
    """What this total would have paid when it was confirmed; as it was paid before, if it was."""
    known = s.paid
    while known is not None:
        if known.total == total:
            return known
        known = known.instead
    moment = s.moment if s.paid is None else s.paid.at
    return replace(payout_then(s, total, moment), instead=s.paid)


def _paid_again(s: State, paid: Paid) -> State:
    old = s.paid or replace(paid, seats=((),) * s.seats)
    for seat in s.all_seats:
        empire = s.empire(seat)
        has = empire.credits + paid.amount(seat) - old.amount(seat)
        s = s.with_empire(seat, replace(empire, credits=max(0, has)))
    return replace(s, paid=paid)


def _turn(s: State, seat: int, value: int) -> State:
    fits = s.stage != SETUP and not s.closed and value in s.playing
    return replace(s, turn=turn_put_on(s, value)) if fits else s


def _first(s: State, seat: int, value: int) -> State:
    return replace(s, first=value) if s.stage != SETUP and value in s.playing else s


_MENDERS: dict[str, Callable[[State, int, int], State]] = {
    "credits": _credits,
    "actions": _actions,
    "total": _total,
    **{field: _used(field) for field in ("shifted", "fabricated", "scouted", "paired")},
    "turn": _turn,
    "first": _first,
}

ACTION_RULES = {Mend: ActionRule(ANY, _may_mend, _mend)}
