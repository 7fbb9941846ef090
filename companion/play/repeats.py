"""Repeated intents get their first answer; and which entry came first in between."""

from __future__ import annotations

from typing import Any

from companion.ledger import StoredRefusal
from companion.play.answer import Played, Refused, Tap, TapAnswer, Unchanged
from companion.play.permissions import NotAllowed
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import ActionEntry, Event, Kind, Table, table_from_events, with_entry_restored
from companion.yielding import yielding

#: Events that are folded before others have their turn.
EVENTS_IN_A_ROW = 200


def entries_of_others_since(table: Table, tap: Tap) -> tuple[ActionEntry, ...]:
    """Returns the entries of other seats after the tap's `seen` that still count."""
    since = table.entries_since(tap.seen)
    return tuple(entry for entry in since if entry.seat != tap.seat and not entry.undone)


def answer_of_first_tap(store: TableStore, table: Table, tap: Tap) -> TapAnswer | None:
    """Returns the answer that this intent got before; None if it is new."""
    if not tap.intent:
        return None
    for entry in reversed(table.entries):
        if entry.intent == tap.intent:
            return _answer_of_entry(store, table, tap, entry)
    past = store.ledger.refusal_of_intent(table.code, tap.intent)
    return repeated_refusal(store, table, tap, past) if past else None


def answer_of_concurrent_tap(store: TableStore, table: Table, tap: Tap, first: Event) -> TapAnswer:
    """Returns the answer if one intent arrived twice at once, in two processes."""
    if first.kind != Kind.PLAYED:
        raise reused_intent_error()
    return _answer_of_entry(store, table, tap, table.entry(first.seq))


def is_same_action(game: Game, before: Any, text: str, played: str) -> bool:
    """Returns whether the tap's text is the action that was played, apart from rolls and draws.
    `before` is the state that it was played on. Raises `UnreadableAction`.
    """
    action = game.read(text)
    written = game.write(action)
    if played == written:
        return True
    return game.draw_for_action(before, action) is not None and played.startswith(f"{written} ")


def _was_written(store: TableStore, table: Table, tap: Tap) -> bool:
    """Compares with the log's own line: the table may have changed the action since."""
    first = store.ledger.event_by_intent(table.code, tap.intent)
    if first is None or first.kind != Kind.PLAYED:
        return False
    return is_same_action(table.game, table.entry(first.seq).state_before, tap.text, first.text)


def _answer_of_entry(store: TableStore, table: Table, tap: Tap, entry: ActionEntry) -> Played:
    # Another seat gets nothing of the action: it may hold a secret.
    if entry.seat != tap.seat or not (
        is_same_action(table.game, entry.state_before, tap.text, entry.action)
        or _was_written(store, table, tap)
    ):
        raise reused_intent_error()
    # It was allowed when it came; a later take-back may have changed what precedes it.
    ruling = judge(table.game, entry.state_before, entry.seat, table.game.read(entry.action))
    return Played(
        table=table,
        entry_seq=entry.seq,
        doubts=ruling.doubts,
        repeated=True,
        others=entries_of_others_since(table, tap),
    )


def table_as_it_was(store: TableStore, code: str, seq: int) -> Table | None:
    """Returns the table after this event, None before its first; others have their turn meanwhile:
    a long log takes a fifth of a second. Raises `Unavailable`.
    """
    events = [event for event in store.ledger.events(code) if event.seq <= seq]
    return table_from_events(yielding(events, EVENTS_IN_A_ROW), store.catalogue)


def repeated_refusal(
    store: TableStore, table: Table, tap: Tap, past: StoredRefusal
) -> Refused | Unchanged | None:
    """Returns the refusal, judged again on the state of that time. None if it is no longer refused
    (the rules were fixed since): then the tap counts as new.
    """
    if past.seat != tap.seat:
        raise reused_intent_error()
    then = table_as_it_was(store, table.code, past.seq)
    if then is None:
        return None
    if not is_same_action(then.game, then.state, tap.text, past.action):
        raise reused_intent_error()
    action = then.game.read(past.action)
    ruling = judge(then.game, then.state, past.seat, action)
    if ruling.allowed:
        return None
    others, first = entries_of_others_since(table, tap), find_conflicting_entry(then, tap, action)
    refused = Refused(
        table=table,
        ruling=ruling,
        repeated=True,
        others=others,
        beaten_by=first,
        intent=past.intent,
    )
    return refusal_unless_done(then, tap, refused)


def reused_intent_error() -> NotAllowed:
    """Returns the error for one intent with two meanings, which our own phones never send."""
    return NotAllowed(Text("Something got mixed up. Tap again."))


def refusal_unless_done(then: Table, tap: Tap, refused: Refused) -> Refused | Unchanged:
    """Returns the refusal; or `Unchanged` if the earlier entry already did what was wished.

    That is the same action by this seat, or a similar one by another seat with the same result for
    all, which the answer lists in `others`.
    """
    first = refused.beaten_by
    if first is None or first.undone:
        return refused
    if first.seat == tap.seat:
        done = is_same_action(then.game, first.state_before, tap.text, first.action)
    else:
        alike = _is_alike(tap.text, first.action)
        done = alike and _makes_no_difference(then.game, first, tap.seat)
    if not done:
        return refused
    return Unchanged(table=refused.table, repeated=True, others=refused.others)


def _is_alike(text: str, played: str) -> bool:
    """Returns whether both are one kind of action: two phones may name different first players."""
    return text.lower().split()[:1] == played.split()[:1]


def _makes_no_difference(game: Game, entry: ActionEntry, seat: int) -> bool:
    """Returns whether this seat could have done it too, with the same result."""
    played = game.read(entry.action)
    if not judge(game, entry.state_before, seat, played).allowed:
        return False
    by_either = (game.apply(entry.state_before, each, played) for each in (entry.seat, seat))
    return bool(next(by_either) == next(by_either))


def find_conflicting_entry(table: Table, tap: Tap, action: Any) -> ActionEntry | None:
    """Returns the entry since `seen` after which the action was no longer allowed."""

    def allowed(state: Any) -> bool:
        return judge(table.game, state, tap.seat, action).allowed

    later = [entry for entry in table.entries_since(tap.seen) if not entry.undone]
    states = [entry.state_before for entry in later] + [table.state]
    if allowed(states[0]):
        pairs = zip(later, states[1:], strict=True)
        return next(entry for entry, after in pairs if not allowed(after))
    for entry in table.entries:
        if entry.undone > tap.seen and allowed(with_entry_restored(table, entry.seq).state):
            return entry
    return None
