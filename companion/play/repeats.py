"""The same intent again gets the answer that it got the first time; and who was first meanwhile."""

from __future__ import annotations

from typing import Any

from companion.ledger import PastRuling
from companion.play.answer import Answer, Played, Refused, Tap, Unchanged
from companion.play.permissions import NotAllowed
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.text import Text
from companion.tables import Entry, Event, Kind, Table, fold, restored


def entries_of_others_since(table: Table, tap: Tap) -> tuple[Entry, ...]:
    """What other seats did after the tap's `seen`."""
    return tuple(entry for entry in table.entries_since(tap.seen) if entry.seat != tap.seat)


def first_answer(store: TableStore, table: Table, tap: Tap) -> Answer | None:
    """The answer that this intent got the first time."""
    if not tap.intent:
        return None
    for entry in reversed(table.entries):
        if entry.intent == tap.intent:
            return _answer_of_entry(store, table, tap, entry)
    past = store.ledger.ruling_on(table.code, tap.intent)
    return repeated_refusal(store, table, tap, past) if past else None


def answer_of_event(store: TableStore, table: Table, tap: Tap, first: Event) -> Answer:
    """Two sendings of one intent at the same moment, in two processes."""
    if first.kind != Kind.PLAYED:
        raise mixed_up_intent()
    return _answer_of_entry(store, table, tap, table.entry(first.seq))


def is_same(game: Game, before: Any, text: str, played: str) -> bool:
    """Whether the tap's text is the action that was played: the same words, or all of them but
    what was rolled or drawn for it on the state before it. Raises `Unreadable`.
    """
    action = game.read(text)
    written = game.write(action)
    if played == written:
        return True
    return game.chance(before, action) is not None and played.startswith(f"{written} ")


def _was_written(store: TableStore, table: Table, tap: Tap) -> bool:
    """The same of the log's own line: the table may have changed the action since."""
    first = store.ledger.event_with(table.code, tap.intent)
    if first is None or first.kind != Kind.PLAYED:
        return False
    return is_same(table.game, table.entry(first.seq).before, tap.text, first.text)


def _answer_of_entry(store: TableStore, table: Table, tap: Tap, entry: Entry) -> Played:
    # Another seat is told nothing of the action: it may hold a secret.
    if entry.seat != tap.seat or not (
        is_same(table.game, entry.before, tap.text, entry.action) or _was_written(store, table, tap)
    ):
        raise mixed_up_intent()
    # It was allowed when it came; a later taking back may have changed what stands before it.
    ruling = judge(table.game, entry.before, entry.seat, table.game.read(entry.action))
    return Played(
        table=table,
        entry_seq=entry.seq,
        doubts=ruling.doubts,
        repeated=True,
        others=entries_of_others_since(table, tap),
    )


def repeated_refusal(
    store: TableStore, table: Table, tap: Tap, past: PastRuling
) -> Refused | Unchanged | None:
    """The refusal, judged on the state that it was judged on. None where it would not be one any
    more (the rules were mended since): then the tap counts as new.
    """
    if past.seat != tap.seat:
        raise mixed_up_intent()
    events = store.ledger.events(table.code)
    then = fold((event for event in events if event.seq <= past.seq), store.catalogue)
    if then is None:
        return None
    if not is_same(then.game, then.state, tap.text, past.action):
        raise mixed_up_intent()
    action = then.game.read(past.action)
    ruling = judge(then.game, then.state, past.seat, action)
    if ruling.allowed:
        return None
    others, first = entries_of_others_since(table, tap), beaten_by(then, tap, action)
    refused = Refused(table=table, ruling=ruling, repeated=True, others=others, beaten_by=first)
    return refusal_unless_done(then, tap, refused)


def mixed_up_intent() -> NotAllowed:
    """One intent, two meanings: no phone of ours does that."""
    return NotAllowed(Text("Something got mixed up. Tap again."))


def refusal_unless_done(then: Table, tap: Tap, refused: Refused) -> Refused | Unchanged:
    """The refusal; or nothing to tell, where what came first is the very thing that was wished:
    this seat has done it; or another one has done it for all, in its own way or in this one, and
    who that was is told besides.
    """
    first = refused.beaten_by
    if first is None or first.undone:
        return refused
    if first.seat == tap.seat:
        done = is_same(then.game, first.before, tap.text, first.action)
    else:
        alike = _is_alike(tap.text, first.action)
        done = alike and _makes_no_difference(then.game, first, tap.seat)
    if not done:
        return refused
    return Unchanged(table=refused.table, repeated=True, others=refused.others)


def _is_alike(text: str, played: str) -> bool:
    """Whether both are one kind of action: two phones may name two players who go first."""
    return text.lower().split()[:1] == played.split()[:1]


def _makes_no_difference(game: Game, entry: Entry, seat: int) -> bool:
    """Whether this seat could have done it as well, to the same end."""
    played = game.read(entry.action)
    if not judge(game, entry.before, seat, played).allowed:
        return False
    by_either = (game.apply(entry.before, each, played) for each in (entry.seat, seat))
    return bool(next(by_either) == next(by_either))


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
