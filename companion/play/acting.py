"""Acting: one tap, judged on the newest state, written, answered.

What counts is decided by the game's judge alone; the number that the phone had seen only decides
what the answer tells it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion import chance
from companion.ledger import PastRuling, RefusedBefore, Repeated, Unavailable
from companion.play.answer import Answer, Declined, Played, Refused, Tap
from companion.play.permissions import NotAllowed, need_own_seat, need_started
from companion.play.store import NewEvent, TableStore, Written
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.text import Text, Who
from companion.tables import Entry, Event, Kind, Table, fold, restored


def act(store: TableStore, code: str, tap: Tap) -> Answer:
    """Plays the tap's action if it is allowed now; otherwise says why not and keeps the refusal.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unreadable`, `Unavailable`.
    """
    busy = _counting(store, code, tap)
    if busy:
        return busy
    try:
        result = _write(store, code, tap)
    except Repeated as again:
        return _answer_again(store.latest(code), tap, again.first)
    if isinstance(result, Answer):
        return result
    return _answer_written(result, tap)


def _counting(store: TableStore, code: str, tap: Tap) -> Answer | None:
    """What counts numbers waits a moment for those that other phones are setting; None: no more."""
    table = store.latest(code)
    if tap.sure or not table.started or not table.game.awaits(table.game.read(tap.text)):
        return None
    seats = store.counting.wait_for_others(code, tap.phone)
    if not seats:
        return None
    reason = Text("{name} is still counting.", name=Who(seats[0]))
    return Declined(table=store.latest(code), reason=reason, anyway=Text("Don't wait"))


def others_since(table: Table, tap: Tap) -> tuple[Entry, ...]:
    """What other seats did after the tap's `seen`."""
    return tuple(entry for entry in table.entries_since(tap.seen) if entry.seat != tap.seat)


def _write(store: TableStore, code: str, tap: Tap) -> Written | Answer:
    try:
        return _write_once(store, code, tap, unless_refused=True)
    except RefusedBefore as again:
        before = _answer_refusal_again(store, store.latest(code), tap, again.past)
        return before or _write_once(store, code, tap, unless_refused=False)


def _write_once(store: TableStore, code: str, tap: Tap, unless_refused: bool) -> Written | Answer:
    with store.alone(code):
        result = store.transact(code, lambda table: _decide(table, tap, unless_refused))
        if isinstance(result, Written):
            return result
        # Sent again, it gets the answer that it got the first time.
        return _answer_before(store, result.table, tap) or _note(store, result, tap)


def _decide(table: Table, tap: Tap, unless_refused: bool) -> NewEvent | Refused:
    need_own_seat(table, tap.seat, tap.phone)
    need_started(table)
    action = with_chance(table.game, table.state, table.game.read(tap.text))
    ruling = judge(table.game, table.state, tap.seat, action)
    if ruling.allowed:
        return NewEvent(tap.seat, Kind.PLAYED, ruling.action, tap.intent, ruling, unless_refused)
    return Refused(
        table=table,
        ruling=ruling,
        others=others_since(table, tap),
        beaten_by=_beaten_by(table, tap, action),
    )


def with_chance(game: Game, state: Any, action: Any) -> Any:
    """The action with what had to be rolled or drawn for it."""
    wanted = game.chance(state, action)
    if wanted is None:
        return action
    return game.read(" ".join((game.write(action), *chance.draw(wanted))))


def _answer_written(written: Written, tap: Tap) -> Answer:
    ruling = written.new.ruling
    return Played(
        table=written.table,
        entry_seq=written.event.seq,
        doubts=ruling.doubts if ruling else (),
        others=others_since(written.table, tap),
        precedents=_precedents(written.table, written.table.entry(written.event.seq)),
    )


def _precedents(table: Table, entry: Entry) -> tuple[str, ...]:
    """The questions that this action raises, but for the table's answers."""
    action = table.game.read(entry.action)
    return tuple(
        key
        for key in table.decided
        for doubt in judge(
            table.game, table.game.settle(entry.before, key, ""), entry.seat, action
        ).doubts
        if doubt.question == key
    )


def _answer_before(store: TableStore, table: Table, tap: Tap) -> Answer | None:
    """The answer that this intent got the first time."""
    if not tap.intent:
        return None
    for entry in reversed(table.entries):
        if entry.intent == tap.intent:
            return _answer_entry_again(table, tap, entry)
    past = store.ledger.ruling_on(table.code, tap.intent)
    return _answer_refusal_again(store, table, tap, past) if past else None


def _answer_again(table: Table, tap: Tap, first: Event) -> Answer:
    """Two sendings of one intent at the same moment, in two processes."""
    if first.kind != Kind.PLAYED:
        raise used_otherwise()
    return _answer_entry_again(table, tap, table.entry(first.seq))


def _answer_entry_again(table: Table, tap: Tap, entry: Entry) -> Played:
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


def _answer_refusal_again(
    store: TableStore, table: Table, tap: Tap, past: PastRuling
) -> Refused | None:
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
    others, first = others_since(table, tap), _beaten_by(then, tap, action)
    return Refused(table=table, ruling=ruling, repeated=True, others=others, beaten_by=first)


def used_otherwise() -> NotAllowed:
    """One intent, two meanings: no phone of ours does that."""
    return NotAllowed(Text("Something got mixed up. Tap again."))


def _beaten_by(table: Table, tap: Tap, action: Any) -> Entry | None:
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


def _note(store: TableStore, answer: Refused, tap: Tap) -> Refused:
    """Keeps the refusal. A full disk must not keep the person from hearing the reason."""
    ruling, table = answer.ruling, answer.table
    rules = tuple(objection.rule for objection in ruling.objections)
    at = store.clock()
    past = PastRuling(table.code, table.seq, at, tap.seat, ruling.action, rules, tap.intent)
    try:
        store.ledger.note_ruling(past)
    except Unavailable:
        return replace(answer, kept=False)
    return answer
