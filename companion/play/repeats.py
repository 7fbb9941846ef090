"""The same intent again gets the answer that it got the first time; and who was first meanwhile."""

from __future__ import annotations

from typing import Any

from companion.ledger import PastRuling
from companion.play.answer import Answer, Played, Refused, Tap
from companion.play.permissions import NotAllowed
from companion.play.store import TableStore
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import Entry, Event, Kind, Table, fold, restored


def others_since(table: Table, tap: Tap) -> tuple[Entry, ...]:
    """What other seats did after the tap's `seen`."""
    return tuple(entry for entry in table.entries_since(tap.seen) if entry.seat != tap.seat)


def first_answer(store: TableStore, table: Table, tap: Tap) -> Answer | None:
    """The answer that this intent got the first time."""
    if not tap.intent:
        return None
    for entry in reversed(table.entries):
        if entry.intent == tap.intent:
            return _answer_of_entry(table, tap, entry)
    past = store.ledger.ruling_on(table.code, tap.intent)
    return refused_again(store, table, tap, past) if past else None


def answer_of_event(table: Table, tap: Tap, first: Event) -> Answer:
    """Two sendings of one intent at the same moment, in two processes."""
    if first.kind != Kind.PLAYED:
        raise used_otherwise()
    return _answer_of_entry(table, tap, table.entry(first.seq))


def _answer_of_entry(table: Table, tap: Tap, entry: Entry) -> Played:
    # Another seat is told nothing of the action: it may hold a secret.
    if entry.seat != tap.seat:
        raise used_otherwise()
    # It was allowed when it came; a later taking back may have changed what stands before it.
    ruling = judge(table.game, entry.before, entry.seat, table.game.read(entry.action))
    return Played(
        table=table,
        entry_seq=entry.seq,
        doubts=ruling.doubts,
        repeated=True,
        others=others_since(table, tap),
    )


def refused_again(store: TableStore, table: Table, tap: Tap, past: PastRuling) -> Refused | None:
    """The refusal, judged on the state that it was judged on. None where it would not be one any
    more (the rules were mended since): then the tap counts as new.
    """
    if past.seat != tap.seat:
        raise used_otherwise()
    events = store.ledger.events(table.code)
    then = fold((event for event in events if event.seq <= past.seq), store.catalogue)
    if then is None:
        return None
    action = then.game.read(past.action)
    ruling = judge(then.game, then.state, past.seat, action)
    if ruling.allowed:
        return None
    others, first = others_since(table, tap), beaten_by(then, tap, action)
    return Refused(table=table, ruling=ruling, repeated=True, others=others, beaten_by=first)


def used_otherwise() -> NotAllowed:
    """One intent, two meanings: no phone of ours does that."""
    return NotAllowed(Text("Something got mixed up. Tap again."))


def beaten_by(table: Table, tap: Tap, action: Any) -> Entry | None:
    """What came first: after which entry since `seen` the action was no longer allowed."""

    def allowed(state: Any) -> bool:
        return judge(table.game, state, tap.seat, action).allowed

    later = [entry for entry in table.entries_since(tap.seen) if not entry.undone]
    states = [entry.before for entry in later] + [table.state]
    if allowed(states[0]):
        pairs = zip(later, states[1:], strict=True)
        return next(entry for entry, after in pairs if not allowed(after))
    for entry in table.entries:
        if entry.undone > tap.seen and allowed(restored(table, entry.seq).state):
            return entry
    return None
