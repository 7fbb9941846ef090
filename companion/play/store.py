"""The cache of folded tables of this process, and the one way to write an event. The ledger is the
truth: any table here may be dropped at any time, and none is here that the ledger does not have.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from companion.games import CATALOGUE
from companion.histogram import DurationHistogram
from companion.ledger import EventNumberTaken, Ledger, StoredNote, TableDeleted, Unavailable
from companion.live.stream_hub import StreamHub
from companion.play.past import RewindCache, SnapshotStore
from companion.play.permissions import NotAllowed, UnknownSeat, require_extendable_log
from companion.play.process_caches import (
    EventElapsedTime,
    LedgerCheckCache,
    OpenNumberInputs,
    RecentTableCache,
)
from companion.referee.card_names import options_with_card_names
from companion.referee.game import Game
from companion.referee.ruling import Ruling
from companion.tables import Event, Kind, Table, apply_event, apply_events

_P = ParamSpec("_P")
_T = TypeVar("_T")

_LOCKS = 1024

#: Logs of more than `LONG_LOG_EVENTS` are folded `EVENTS_PER_STEP` at a time, with `PAUSE_SECONDS`
#: between.
LONG_LOG_EVENTS, EVENTS_PER_STEP, PAUSE_SECONDS = 400, 10, 0.003

#: Events that start a wait, which is counted from the moment they are written.
_WAITED_FOR = frozenset({Kind.TOOK_SEAT, Kind.ASKED_SEAT, Kind.GAVE_SEAT})

#: Every lost race means that another event was written, so people never reach this; it ends a loop
#: that a broken ledger could cause.
_TRIES = 200


@dataclass(frozen=True)
class NewEvent:
    """An event to be written. `ruling`: the judge's ruling on it. `unless_refused`: not if the same
    intent was refused before.
    """

    seat: int
    kind: Kind
    text: str
    intent: str = ""
    ruling: Ruling | None = None
    unless_refused: bool = False


@dataclass(frozen=True)
class WrittenEvent:
    """The table after the event, the event, and what was to be written."""

    table: Table
    event: Event
    new: NewEvent


class UnknownTable(Exception):
    """No table has this code."""


class TableStore:
    """`limit`: tables in the cache; the least recently used are evicted first."""

    def __init__(
        self,
        ledger: Ledger,
        hub: StreamHub,
        clock: Callable[[], float],
        catalogue: Mapping[str, Game] = CATALOGUE,
        limit: int = 2000,
    ) -> None:
        self.ledger = ledger
        self.stream_hub = hub
        self.clock = clock
        self.since = EventElapsedTime(clock, hub.ticks)
        self.catalogue = catalogue
        self.counting = OpenNumberInputs(clock, hub.listeners)
        self._looks = LedgerCheckCache(ledger, clock, hub.ticks)
        self._tables = RecentTableCache(limit, self._looks)
        self._keeping = threading.Lock()
        # A fixed number of locks, shared by the tables: no lock is dropped while held.
        self._turns = tuple(threading.RLock() for _ in range(_LOCKS))
        self._at_leisure = threading.Lock()
        self._pasts = RewindCache()
        self._snapshots = SnapshotStore(ledger, catalogue)
        #: Durations of folds, of a whole log or its tail, and their numbers of events.
        self.folds = DurationHistogram()

    @property
    def cached_table_count(self) -> int:
        """Returns the number of cached tables."""
        return len(self._tables)

    def is_cached(self, code: str) -> bool:
        """Returns whether the table is cached; others are folded on demand."""
        return code in self._tables

    def latest(self, code: str) -> Table:
        """Returns the newest table: cached, with the tail of its log. Raises `UnknownTable`."""
        while True:
            known = self.newest_seq(code)
            table = self._read_on(code)
            if table.seq < known:
                # Another server has deleted it, and its code is another table's.
                self._looks.forget(code)
            elif table.seq < self.newest_seq(code):
                # New events were written while it was read, and a newer table was evicted already.
                continue
            return self._keep(table)

    def _read_on(self, code: str) -> Table:
        table, looking = self._known(code), self._looks.start_read()
        # The last known event is read too: if it is missing, the table was deleted.
        known = table.seq if table else 0
        events = self.ledger.events(code, after=max(known - 1, 0))
        if not events:
            self._forget(code)
            raise UnknownTable(code)
        new, begun = [each for each in events if each.seq > known], self.stream_hub.ticks()
        table = self._go_on(code, table, new)
        if new:
            self.folds.record(self.stream_hub.ticks() - begun, len(new))
        looking.finish(code, table.seq)
        return table

    def _known(self, code: str) -> Table | None:
        """Returns the cached table, else its snapshot."""
        with self._keeping:
            table = self._tables.get(code)
        return table or self._snapshots.read(code)

    def table_after_event(self, code: str, seq: int) -> Table:
        """Returns the table after this event. Raises `UnknownTable`, `Unavailable`."""
        table = self._pasts.nearest_stored_table(code, seq)
        events = self.ledger.events(code, after=table.seq if table else 0)
        tail = [event for event in events if event.seq <= seq]
        if table is None and not tail:
            raise UnknownTable(code)
        return self._go_on(code, table, tail)

    def _go_on(self, code: str, table: Table | None, events: Sequence[Event]) -> Table:
        """Returns the table after these events. A long log is folded in small steps, one log at a
        time, so that other tables get most of the time.
        """
        if len(events) <= LONG_LOG_EVENTS:
            after = apply_events(table, events, self.catalogue)
            assert after is not None
            return after
        with self._at_leisure:
            # Another thread may have folded it meanwhile.
            known = self._pasts.nearest_stored_table(code, events[-1].seq)
            table = known if known and (not table or known.seq > table.seq) else table
            tail = [event for event in events if not table or event.seq > table.seq]
            return self._in_strides(table, tail, self._pasts.store_if_due)

    def _in_strides(
        self, table: Table | None, events: Sequence[Event], passed: Callable[[Table], None]
    ) -> Table:
        for start in range(0, len(events), EVENTS_PER_STEP):
            table = apply_events(table, events[start : start + EVENTS_PER_STEP], self.catalogue)
            assert table is not None
            passed(table)
            time.sleep(PAUSE_SECONDS if len(events) > LONG_LOG_EVENTS else 0)
        assert table is not None
        return table

    def latest_within(self, code: str, within: float) -> Table:
        """Returns the newest table; the cached one if it was checked at most `within` seconds ago,
        or no other process has written since.

        Phones ask often, so other processes' writes are checked once for all tables. Raises
        `UnknownTable`.
        """
        return (
            self.cached_table(code)
            if self._looks.is_recent_enough(code, within)
            else self.latest(code)
        )

    def is_newest(self, code: str, seq: int, within: float) -> bool:
        """Returns whether this event is still the newest, checked as `latest_within` does. An
        evicted table stays evicted. Raises `Unavailable`.
        """
        if seq != self.newest_seq(code) or self._looks.is_recent_enough(code, within):
            return seq == self.newest_seq(code)
        looking = self._looks.start_read()
        tail = [event.seq for event in self.ledger.events(code, after=seq - 1)]
        if tail == [seq]:
            looking.finish(code, seq)
        return tail == [seq]

    def newest_seq(self, code: str) -> int:
        """Returns the number of the newest event known here; 0 if none."""
        with self._keeping:
            table = self._tables.get(code)
        return table.seq if table else self._looks.newest_seq(code)

    def cached_table(self, code: str) -> Table:
        """Returns the cached table without reading the ledger: as of this process's last write or
        read.

        Raises `UnknownTable`.
        """
        with self._keeping:
            table = self._tables.get(code)
        return table or self.latest(code)

    def change(self, code: str, decide: Callable[[Table], NewEvent | Table]) -> Table:
        """Returns the table after the decision, written or not. Raises as `transact` does."""
        result = self.transact(code, decide)
        return result.table if isinstance(result, WrittenEvent) else result

    def table_lock(self, code: str) -> AbstractContextManager[Any]:
        """Returns the table's lock (re-entrant): no other thread of this process writes to it
        meanwhile.
        """
        return self._turns[hash(code) % _LOCKS]

    def transact(self, code: str, decide: Callable[[Table], NewEvent | _T]) -> WrittenEvent | _T:
        """Decides on the newest table and writes the event; decides again if another writer was
        first.

        A result that is not a `NewEvent` is returned. No read is needed first, as the ledger
        accepts an event only on top of the newest one. `decide` may run on an older table first, so
        it must have no side effects. Raises `UnknownTable`, `Unavailable`, `RepeatedIntent`,
        `RefusedIntent`, and whatever `decide` raises.
        """
        with self.table_lock(code):
            for again in range(_TRIES):
                table = self.latest(code) if again else self.cached_table(code)
                require_extendable_log(table)
                try:
                    decided = decide(table)
                    if isinstance(decided, NewEvent):
                        return self._append(table, decided)
                except EventNumberTaken:
                    continue
                except (NotAllowed, UnknownSeat):
                    if again or self.latest(code) is table:
                        raise
                    continue
                if again or self.latest(code) is table:
                    return decided
        raise Unavailable("locked", "always another writer")

    def _append(self, table: Table, new: NewEvent) -> WrittenEvent:
        event = Event(
            table.code,
            table.seq + 1,
            self.clock(),
            new.seat,
            new.kind.value,
            new.text,
            new.intent,
            table.game.version,
        )
        # Applied first, so that nothing is written that cannot be read again.
        after = apply_event(table, event, self.catalogue)
        try:
            self.ledger.append(event, new.unless_refused)
        except TableDeleted:
            self._forget(table.code)
            raise UnknownTable(table.code) from None
        if event.kind in _WAITED_FOR:
            self.since.min_elapsed_seconds(event.code, event.seq, event.at)
        self._keep(after)
        self.stream_hub.wake_watchers(table.code)
        _learn(self.ledger, table, after)
        return WrittenEvent(after, event, new)

    def create_table(self, *events: Event) -> Table:
        """Writes a new table's events, all or none. Raises `EventNumberTaken` if the code is in
        use.
        """
        # The code may be another table's: nothing is cached yet.
        table = self._in_strides(None, events, lambda _: None)
        if table.stuck:
            raise ValueError("a table that cannot be opened again")
        self.ledger.append_new_table([replace(each, rules=table.game.version) for each in events])
        self._keep(table)
        return table

    def delete(self, code: str) -> None:
        """Deletes the table for good and wakes its viewers. Raises `Unavailable`."""
        self.ledger.delete(code)
        self._forget(code)
        self.stream_hub.wake_watchers(code)

    def evict_table(self, code: str) -> None:
        """Evicts a table without players: writes its snapshot and keeps only its newest event's
        number.
        """
        with self._keeping:
            table = self._tables.pop(code, None)
            if table is not None:
                self._looks.note_evicted_table(code, table.seq)
        if table is not None:
            self._snapshots.queue_if_due(table, at_rest=True)
        self._pasts.forget(code)

    def close(self) -> None:
        """Closes the store; no call may follow."""
        self._snapshots.close()
        self.ledger.close()

    def _forget(self, code: str) -> None:
        with self._keeping:
            self._tables.pop(code, None)
        self._looks.forget(code)
        self._pasts.forget(code)

    def _keep(self, table: Table) -> Table:
        """Caches the table and returns the cached one: concurrent readers share one object."""
        with self._keeping:
            kept = self._tables.get(table.code)
            if kept is None and table.seq < self._looks.newest_seq(table.code):
                # A newer one was evicted already.
                return table
            if kept is None or kept.seq < table.seq or table.stuck:
                kept = self._tables[table.code] = table
        self._snapshots.queue_if_due(table)
        return kept if kept.seq == table.seq else table


def table_change(
    decide: Callable[Concatenate[Table, _P], NewEvent | None],
) -> Callable[Concatenate[TableStore, str, _P], Table]:
    """Makes of a decision about a table the function that carries it out: given a store and a
    code, it writes the event that is decided, if any, and returns the table.
    """

    @wraps(decide)
    def change(store: TableStore, code: str, /, *args: _P.args, **kwargs: _P.kwargs) -> Table:
        return store.change(code, lambda table: decide(table, *args, **kwargs) or table)

    return change


def _learn(ledger: Ledger, before: Table, after: Table) -> None:
    """Puts on the shelves of all phones here what the newest event taught the table of its box.
    Nothing depends on it: if it cannot be written, it is typed in again.
    """
    known = after.game.house(after.state) if after.started else {}
    old = before.game.house(before.state) if before.started else {}
    if after.options is not before.options:
        known = {**known, **options_with_card_names(after.options)}
        old = {**old, **options_with_card_names(before.options)}
    if known == old:
        return
    changed = {
        name: known.get(name, "") for name in (*old, *known) if old.get(name) != known.get(name)
    }
    try:
        ledger.store_notes(list(_for_all(after, changed)))
    except Unavailable:
        return


def _for_all(table: Table, changed: Mapping[str, str]) -> Iterable[StoredNote]:
    phones = {table.host, *(seat.phone for seat in table.seats)} - {""}
    for phone in sorted(phones):
        for name, value in changed.items():
            yield StoredNote(phone, table.game.slug, name, value, table.at)
