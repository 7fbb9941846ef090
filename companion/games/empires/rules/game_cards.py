"""Chapter "game": cards that the app has missed or counts too many, and what our cards print.

The app follows the table: a correction is never measured by the rules of building.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.empires.actions import Add, Print, Remove
from companion.games.empires.empire import Built, Lost
from companion.games.empires.pieces import FIELD_NAMES, MOST_PRINTED, TOTALS
from companion.games.empires.prints import told_apart
from companion.games.empires.rules.build import no_copy
from companion.games.empires.rules.card_production import told_now
from companion.games.empires.state import State
from companion.referee.action_rules import ANY, ActionRule, Answers
from companion.referee.ruling import Objection
from companion.referee.text import Text


def _may_add(s: State, seat: int, a: Add) -> Answers:
    card = s.card(a.card)
    yield from no_copy(s, card)
    if card.chooses and a.value not in TOTALS:
        yield Objection(
            "game.correct",
            Text("{card} has a roll value of 2 to 8", card=card.name),
            Text("Enter the value it was given"),
        )


def _add(s: State, seat: int, a: Add) -> State:
    """A card that a correction took out before is back where and when it was."""
    empire = s.empire(seat)
    chosen = a.value if a.value in TOTALS and s.card(a.card).chooses else 0
    back = next((lost for lost in reversed(empire.lost) if lost.card == a.card), None)
    lost = list(empire.lost)
    if back is None:
        back = Lost(a.card, told_now(s), len(empire.cards))
    else:
        lost.remove(back)
    place = min(back.place, len(empire.cards))
    cards, came = list(empire.cards), list(empire.came)
    cards.insert(place, Built(a.card, chosen or 0))
    came.insert(place, back.arrival)
    return s.with_empire(
        seat, replace(empire, cards=tuple(cards), arrivals=tuple(came), lost=tuple(lost))
    )


def _meant(s: State, seat: int, a: Remove) -> int | None:
    """The place of the newest card that is meant; without a value any copy."""
    cards = s.empire(seat).cards
    for place in reversed(range(len(cards))):
        if cards[place].card == a.card and a.value in (None, cards[place].chosen):
            return place
    return None


def _may_remove(s: State, seat: int, a: Remove) -> Answers:
    if _meant(s, seat, a) is None:
        yield Objection(
            "game.correct",
            Text("The app has no such {card} in your empire", card=s.card(a.card).name),
            Text("Choose a card the app shows there"),
        )


def _remove(s: State, seat: int, a: Remove) -> State:
    """The newest copy goes: what was built before keeps its place."""
    place, empire = _meant(s, seat, a), s.empire(seat)
    if place is None:
        return s
    lost = Lost(a.card, empire.came[place], place)
    kept = replace(
        empire,
        cards=(*empire.cards[:place], *empire.cards[place + 1 :]),
        arrivals=(*empire.came[:place], *empire.came[place + 1 :]),
        lost=(*empire.lost, lost),
    )
    return s.with_empire(seat, kept)


def _may_print(s: State, seat: int, a: Print) -> Answers:
    card = s.card(a.card)
    if a.field == "production" and card.production is None:
        reason = Text("{card} has no printed production", card=card.name)
        yield Objection("game.cards", reason, Text("Change its cost, type or roll value"))
    elif a.field == "roll" and card.chooses:
        reason = Text("{card} has no printed roll value: you choose it", card=card.name)
        yield Objection("game.cards", reason, Text("Change its cost, type or production"))
    elif isinstance(a.value, int):
        yield from _unprintable(a.field, a.value)


def _unprintable(field: str, value: int) -> Answers:
    low, high = (TOTALS[0], TOTALS[-1]) if field == "roll" else (0, MOST_PRINTED)
    if not low <= value <= high:
        yield Objection(
            "game.cards",
            Text("No card has the {field} {value}", value=value, field=FIELD_NAMES[field]),
            Text("Enter {low} to {high}", low=low, high=high),
        )


def _print(s: State, seat: int, a: Print) -> State:
    return replace(s, changes=told_apart((*s.changes, (a.card, a.field, a.value))))


ACTION_RULES = {
    Add: ActionRule(ANY, _may_add, _add),
    Remove: ActionRule(ANY, _may_remove, _remove),
    Print: ActionRule(ANY, _may_print, _print),
}
