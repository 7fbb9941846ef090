"""Chapter "game": corrections of numbers and cards, and cards that print something else.

The app follows the table: a correction is never measured by the rules of building.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Add, Mend, Print, Remove
from companion.games.empires.pieces import FIELD_NAMES, MOST_PRINTED, TOTALS, actions_of
from companion.games.empires.rules.building import no_copy
from companion.games.empires.rules.production import with_card
from companion.games.empires.state import PLAY, Built, State
from companion.referee.deeds import ANY, Answers, Deed
from companion.referee.ruling import Objection
from companion.referee.text import Text


def _may_mend(s: State, seat: int, a: Mend) -> Answers:
    if a.field != "actions":
        return
    most = actions_of(s.seats)
    if s.stage != PLAY or s.turn.seat != seat:
        yield Objection(
            "game.correct",
            Text("It is not your turn: you have no actions to count"),
            Text("Correct them in your own turn"),
        )
    elif a.value > most:
        yield Objection(
            "game.correct",
            Text("{value} is more than there can be: {most}", value=a.value, most=most),
            Text("Enter 0 to {most}", most=most),
            f"mend actions {most}",
        )


def _mend(s: State, seat: int, a: Mend) -> State:
    if a.field == "credits":
        return s.with_empire(seat, replace(s.empire(seat), credits=a.value))
    if s.turn.seat != seat:
        return s
    return replace(s, turn=replace(s.turn, actions=min(a.value, actions_of(s.seats))))


def _may_add(s: State, seat: int, a: Add) -> Answers:
    card = s.card(a.card)
    yield from no_copy(s, card)
    if card.chooses and a.value not in TOTALS:
        yield Objection(
            "game.correct",
            Text("{card} has a roll value of 2 to 8", card=card.name),
            Text("Say which value it was given"),
        )


def _add(s: State, seat: int, a: Add) -> State:
    chosen = a.value if a.value in TOTALS else None
    return with_card(s, seat, Built(a.card, chosen or 0))


def _meant(s: State, seat: int, a: Remove) -> Built | None:
    """The newest card that is meant; without a value any copy."""
    for built in reversed(s.empire(seat).cards):
        if built.card == a.card and a.value in (None, built.chosen):
            return built
    return None


def _may_remove(s: State, seat: int, a: Remove) -> Answers:
    if _meant(s, seat, a) is None:
        yield Objection(
            "game.correct",
            Text("The app counts no such {card} in your empire", card=s.card(a.card).name),
            Text("Name a card that the app shows there"),
        )


def _remove(s: State, seat: int, a: Remove) -> State:
    built = _meant(s, seat, a)
    if built is None:
        return s
    empire = s.empire(seat)
    # The newest copy goes: what was built before keeps its place.
    cards = list(reversed(empire.cards))
    cards.remove(built)
    return s.with_empire(seat, replace(empire, cards=tuple(reversed(cards))))


def _may_print(s: State, seat: int, a: Print) -> Answers:
    card = s.card(a.card)
    if a.field == "production" and card.production is None:
        reason = Text("{card} prints no number: its production is worked out", card=card.name)
        yield Objection("game.cards", reason, Text("Change its cost, type or roll value"))
    elif a.field == "roll" and card.chooses:
        reason = Text("{card} prints no roll value: it is chosen", card=card.name)
        yield Objection("game.cards", reason, Text("Change its cost, type or production"))
    elif isinstance(a.value, int):
        yield from _unprintable(a.field, a.value)


def _unprintable(field: str, value: int) -> Answers:
    low, high = (TOTALS[0], TOTALS[-1]) if field == "roll" else (0, MOST_PRINTED)
    if not low <= value <= high:
        yield Objection(
            "game.cards",
            Text("{value} is no {field} that a card prints", value=value, field=FIELD_NAMES[field]),
            Text("Enter {low} to {high}", low=low, high=high),
        )


def _print(s: State, seat: int, a: Print) -> State:
    others = tuple(change for change in s.changes if change[:2] != (a.card, a.field))
    return replace(s, changes=(*others, (a.card, a.field, a.value)))


DEEDS = {
    Mend: Deed(ANY, _may_mend, _mend),
    Add: Deed(ANY, _may_add, _add),
    Remove: Deed(ANY, _may_remove, _remove),
    Print: Deed(ANY, _may_print, _print),
}
