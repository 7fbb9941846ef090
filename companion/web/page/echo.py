"""Words what came of an action, for the seat that did it: what lies where now, from A to B.

All of it is the difference of two states (`tables.changes`): no action has words of its own here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.play.spoken import first_entry_of_tap
from companion.referee.counts import POINTS
from companion.referee.panels import Notice, Panel
from companion.referee.standard import panels_at_once
from companion.referee.text import Text, joined_texts
from companion.tables import ActionEntry, CountChanges, Table, changes_of_entry, public_action
from companion.web.language.sentences import say, sentence
from companion.web.page.log import log_line_of_action
from companion.web.page.render import panels_at_once_for_seat
from companion.web.request.phone import phone_id

#: Letters that the answer to a tap has: three small lines of 360 pixels, in wide letters too.
MOST_LETTERS = 85
#: The same beside a main button.
LETTERS_BESIDE = 70


@dataclass(frozen=True)
class Echo:
    """What came of an action. `words`: as much of it as the sill shows whole; `whole`: all;
    `logged`: it is the action's line in the log, which a screen reader reads with the news.
    """

    words: str
    whole: str
    logged: bool = False


def echo_of_entry(table: Table, entry: ActionEntry, viewer: int) -> Echo | None:
    """Returns what came of this action, the newest, for the seat that did it, and of those counted
    with the same tap; None if it only passed the turn on: then the page is another one.
    """
    if several := _of_several(table, entry):
        return several
    changes = changes_of_entry(table, entry)
    notice = _fresh_notice(table, entry, viewer)
    if not changes and notice is None:
        if entry.seat in entry.seats_to_act and entry.seat not in table.seats_to_act:
            return None
        line = sentence(log_line_of_action(table, entry, viewer).words)
        return Echo(line, line, logged=True)
    which = None if notice else _which(table, entry)
    return with_order(notice, changes) if which is None else _of_one(which, changes)


def _of_several(table: Table, entry: ActionEntry) -> Echo | None:
    """Returns what lies where now of all that one tap counted; None if that was one action, or
    nothing lies elsewhere.
    """
    first = first_entry_of_tap(table, entry)
    changes = () if first.seq == entry.seq else changes_of_entry(table, entry, first)
    return with_order(None, changes) if changes else None


def _which(table: Table, entry: ActionEntry) -> Text | None:
    """Returns which piece or place it was; on a phone of several players nothing that only one of
    them may know.
    """
    alone = len(table.seats_of(phone_id())) < 2
    action = table.game.read(entry.action) if alone else public_action(table, entry.action)
    return action and table.game.which(entry.state_before, entry.seat, action)


def _of_one(which: Text, changes: CountChanges) -> Echo:
    """Returns what lies where now, of this piece or place."""
    first = say(which)
    some = fitting(changes, MOST_LETTERS - len(first) - len(": "))
    if not some:
        return with_order(None, changes)
    words, whole = (
        sentence(say(Text("{which}: {changes}", which=first, changes=each)))
        for each in (some, _all_of(changes))
    )
    return Echo(words, whole)


def guided_echo(table: Table, entry: ActionEntry) -> Echo | None:
    """Returns what a learner's hands do after this action, then what lies there; None if the
    guide's next step says it all.
    """
    if several := _of_several(table, entry):
        return several
    game, changes = table.game, changes_of_entry(table, entry)
    hands = game.piece_instructions(entry.state_before, entry.seat, game.read(entry.action))
    if hands is None:
        scored = tuple(each for each in changes if each.key == POINTS)
        return with_order(None, scored) if scored else None
    return with_order(_order(hands), changes)


def with_order(order: Text | None, changes: CountChanges) -> Echo:
    """Returns what hands do, in its order, with what lies there then; without the changes where
    both have no room.
    """
    if order is None:
        return Echo(sentence(fitting(changes, MOST_LETTERS)), sentence(_all_of(changes)))
    first = sentence(say(order))
    if not changes:
        return Echo(first, first)
    left = MOST_LETTERS - len(first) - len(". ")
    some, whole = fitting(changes, left), sentence(_all_of(changes))
    return Echo(_both(first, sentence(some)) if some else first, _both(first, whole))


def _both(first: str, then: str) -> str:
    return say(Text("{told}. {then}", told=first, then=then))


def fitting(changes: CountChanges, letters: int) -> str:
    """Returns the first of the changes, as many as have room; "" where not even one has."""
    for number in range(len(changes), 0, -1):
        words = say(joined_texts(each.words for each in changes[:number]))
        if len(words) <= letters:
            return words
    return ""


def _all_of(changes: CountChanges) -> str:
    return say(joined_texts(each.words for each in changes))


def _fresh_notice(table: Table, entry: ActionEntry, viewer: int) -> Text | None:
    """Returns what the page tells this seat alone to do now, and did not before the action."""
    orders = tuple(_orders(panels_at_once_for_seat(table, viewer)))
    if not orders:
        return None
    before = set(_orders(panels_at_once(table.game, entry.state_before, viewer)))
    return next((each for each in orders if each not in before), None)


def _orders(panels: Iterable[Panel]) -> Iterator[Text]:
    for panel in panels:
        if isinstance(panel, Notice) and panel.kind == "ok" and not (panel.shared or panel.choices):
            hands = panel.detail if panel.words.source.endswith(":") else None
            yield panel.words if hands is None else _order(hands)


def _order(hands: Text) -> Text:
    """Returns what hands do, as it has most room: where it is, a learner knows by then."""
    whole = Text("On the table: {hands}", hands=hands)
    return whole if len(say(whole)) <= LETTERS_BESIDE else hands
