"""The folded tables of this process, and the one way to write an event.

The ledger is the truth, the tables here are a cache: any of them may be dropped at any time. No
table is kept here that the ledger does not have.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.games import CATALOGUE
from companion.ledger import Ledger, SeqTaken, Shelved, TableGone, Unavailable
from companion.live.bell import Bell
from companion.play.known import Counting, Elapsed, Looks, Remembered
from companion.play.past import PastTables, Snapshots
from companion.play.permissions import NotAllowed, UnknownSeat, need_whole
from companion.referee.game import Game
from companion.referee.ruling import Ruling
from companion.tables import Event, Kind, Table, evolve, fold_onto
from companion.tempo import Tempo

T = TypeVar("T")

_LOCKS = 1024

#: A log of more events is folded so many at a time, with so many seconds in between.
LONG, STRIDE, BREATH = 400, 10, 0.003

#: Events after which somebody waits; it is counted from the moment that they are written.
_WAITED_FOR = frozenset({Kind.TOOK_SEAT, Kind.ASKED_SEAT, Kind.GAVE_SEAT})

#: Every lost race means that somebody else's event was written, so this is never reached by
#: people; it ends a loop that a broken ledger could cause.
_TRIES = 200


@dataclass(frozen=True)
class NewEvent:
    """An event that shall be written. `ruling`: what the judge said to it. `unless_refused`: not
    if the same intent was refused before.
    """

    seat: int
    kind: Kind
    text: str
    intent: str = ""
    ruling: Ruling | None = None
    unless_refused: bool = False


@dataclass(frozen=True)
class Written:
    """The table after the event, and what was to be written."""

    table: Table
    event: Event
    new: NewEvent


class UnknownTable(Exception):
    """No table has this code."""


class TableStore:
    """`limit`: how many tables are remembered; the longest unused are forgotten first."""

    def __init__(
        self,
        ledger: Ledger,
        bell: Bell,
        clock: Callable[[], float],
        catalogue: Mapping[str, Game] = CATALOGUE,
        limit: int = 2000,
    ) -> None:
        self.ledger = ledger
        self.bell = bell
        self.clock = clock
        self.since = Elapsed(clock, bell.ticks)
        self.catalogue = catalogue
        self.counting = Counting(clock, bell.listeners)
        self._looks = Looks(ledger, clock, bell.ticks)
        self._tables = Remembered(limit, self._looks)
        self._keeping = threading.Lock()
        # A fixed number of locks, shared by the tables: none is ever forgotten while held.
        self._turns = tuple(threading.RLock() for _ in range(_LOCKS))
        self._at_leisure = threading.Lock()
        self._pasts = PastTables()
        self._snapshots = Snapshots(ledger, catalogue)
        #: Logs that were folded, whole or in part: how long it took, and how many events.
        self.folds = Tempo()

    @property
    def remembered(self) -> int:
        """Tables that are remembered."""
        return len(self._tables)

    def remembers(self, code: str) -> bool:
        """Whether it is one of them: any other is folded when somebody asks for it."""
        return code in self._tables

    def latest(self, code: str) -> Table:
        """The newest table: what is remembered, and the tail of the log. Raises `UnknownTable`."""
        while True:
            known = self.newest(code)
            table = self._read_on(code)
            if table.seq < known:
                # Another server has deleted it, and its code is another table's.
                self._looks.forget(code)
            elif table.seq < self.newest(code):
                # Somebody went on while it was read, and the newer one was put away already.
                continue
            return self._keep(table)

    def _read_on(self, code: str) -> Table:
        table, looking = self._known(code), self._looks.begin()
        # The event that is known comes along: without it, somebody has deleted the table.
        known = table.seq if table else 0
        events = self.ledger.events(code, after=max(known - 1, 0))
        if not events:
            self._forget(code)
            raise UnknownTable(code)
        new, begun = [each for each in events if each.seq > known], self.bell.ticks()
        table = self._go_on(code, table, new)
        if new:
            self.folds.note(self.bell.ticks() - begun, len(new))
        looking.end(code, table.seq)
        return table

    def _known(self, code: str) -> Table | None:
        """The table as it is remembered, or else as it was kept beside its log."""
        with self._keeping:
            table = self._tables.get(code)
        return table or self._snapshots.read(code)

    def rewound(self, code: str, seq: int) -> Table:
        """The table as it was after this event. Raises `UnknownTable`, `Unavailable`."""
        table = self._pasts.nearest(code, seq)
        events = self.ledger.events(code, after=table.seq if table else 0)
        tail = [event for event in events if event.seq <= seq]
        if table is None and not tail:
            raise UnknownTable(code)
        return self._go_on(code, table, tail)

    def _go_on(self, code: str, table: Table | None, events: Sequence[Event]) -> Table:
        """The table after these. A long log is folded in small steps, and one at a time: whoever
        else is at a table has most of the time in between.
        """
        if len(events) <= LONG:
            after = fold_onto(table, events, self.catalogue)
            assert after is not None
            return after
        with self._at_leisure:
            # Somebody else may have folded it while we waited.
            known = self._pasts.nearest(code, events[-1].seq)
            table = known if known and (not table or known.seq > table.seq) else table
            tail = [event for event in events if not table or event.seq > table.seq]
            return self._in_strides(table, tail, self._pasts.keep)

    def _in_strides(
        self, table: Table | None, events: Sequence[Event], passed: Callable[[Table], None]
    ) -> Table:
        for start in range(0, len(events), STRIDE):
            table = fold_onto(table, events[start : start + STRIDE], self.catalogue)
            assert table is not None
            passed(table)
            time.sleep(BREATH if len(events) > LONG else 0)
        assert table is not None
        return table

    def latest_within(self, code: str, within: float) -> Table:
        """The same, unless somebody has looked within so many seconds, or no other process has
        written since: then as it is remembered. Every phone looks now and then, so that is asked
        once for all tables. Raises `UnknownTable`.
        """
        return self.cached(code) if self._looks.suffice(code, within) else self.latest(code)

    def is_newest(self, code: str, seq: int, within: float) -> bool:
        """Whether this event is still the table's newest, looked for as `latest_within` does; a
        table that was put away stays so. Raises `Unavailable`.
        """
        if seq != self.newest(code) or self._looks.suffice(code, within):
            return seq == self.newest(code)
        looking = self._looks.begin()
        tail = [event.seq for event in self.ledger.events(code, after=seq - 1)]
        if tail == [seq]:
            looking.end(code, seq)
        return tail == [seq]

    def newest(self, code: str) -> int:
        """The number of the newest event that is known here; 0 where none is."""
        with self._keeping:
            table = self._tables.get(code)
        return table.seq if table else self._looks.newest(code)

    def cached(self, code: str) -> Table:
        """The table as it is remembered, without a look into the ledger: as new as the last
        writing or looking of this process. Raises `UnknownTable`.
        """
        with self._keeping:
            table = self._tables.get(code)
        return table or self.latest(code)

    def change(self, code: str, decide: Callable[[Table], NewEvent | Table]) -> Table:
        """The table after what was decided, written or not. Raises as `transact` does."""
        result = self.transact(code, decide)
        return result.table if isinstance(result, Written) else result

    def alone(self, code: str) -> AbstractContextManager[Any]:
        """Nobody else of this process writes to this table meanwhile; whoever holds it may."""
        return self._turns[hash(code) % _LOCKS]

    def transact(self, code: str, decide: Callable[[Table], NewEvent | T]) -> Written | T:
        """Decides on the newest table and writes the wish; decides again whenever another writer
        was first. What is no wish is given back.

        A wish needs no look before: the ledger takes it only on top of the newest event. `decide`
        may be asked on an older table first, so it changes nothing itself. Raises `UnknownTable`,
        `Unavailable`, `Repeated`, `RefusedBefore`, and whatever `decide` raises.
        """
        with self.alone(code):
            for again in range(_TRIES):
                table = self.latest(code) if again else self.cached(code)
                need_whole(table)
                try:
                    wish = decide(table)
                    if isinstance(wish, NewEvent):
                        return self._append(table, wish)
                except SeqTaken:
                    continue
                except (NotAllowed, UnknownSeat):
                    if again or self.latest(code) is table:
                        raise
                    continue
                if again or self.latest(code) is table:
                    return wish
        raise Unavailable("locked", "always another writer")

    def _append(self, table: Table, wish: NewEvent) -> Written:
        event = Event(
            table.code,
            table.seq + 1,
            self.clock(),
            wish.seat,
            wish.kind.value,
            wish.text,
            wish.intent,
            table.game.version,
        )
        # First, so that nothing is ever written that cannot be read again.
        after = evolve(table, event, self.catalogue)
        try:
            self.ledger.append(event, wish.unless_refused)
        except TableGone:
            self._forget(table.code)
            raise UnknownTable(table.code) from None
        if event.kind in _WAITED_FOR:
            self.since.least(event.code, event.seq, event.at)
        self._keep(after)
        self.bell.ring(table.code)
        _learn(self.ledger, table, after)
        return Written(after, event, wish)

    def begin(self, *events: Event) -> Table:
        """Writes a new table's events, all or none. Raises `SeqTaken` where the code is in use."""
        # Its code may be another table's: nothing of it is remembered yet.
        table = self._in_strides(None, events, lambda _: None)
        if table.stuck:
            raise ValueError("a table that cannot be opened again")
        self.ledger.append_all([replace(each, rules=table.game.version) for each in events])
        self._keep(table)
        return table

    def delete(self, code: str) -> None:
        """Deletes the table for good, and wakes whoever watches it. Raises `Unavailable`."""
        self.ledger.delete(code)
        self._forget(code)
        self.bell.ring(code)

    def put_away(self, code: str) -> None:
        """Nobody plays at this table: it is kept beside its log, and not remembered but for its
        newest event's number.
        """
        with self._keeping:
            table = self._tables.pop(code, None)
            if table is not None:
                self._looks.put_away(code, table.seq)
        if table is not None:
            self._snapshots.note(table, at_rest=True)
        self._pasts.forget(code)

    def close(self) -> None:
        """Nothing may be asked any more."""
        self._snapshots.close()
        self.ledger.close()

    def _forget(self, code: str) -> None:
        with self._keeping:
            self._tables.pop(code, None)
        self._looks.forget(code)
        self._pasts.forget(code)

    def _keep(self, table: Table) -> Table:
        """The table as it is remembered from now on: for all who ask at once, the very same."""
        with self._keeping:
            kept = self._tables.get(table.code)
            if kept is None and table.seq < self._looks.newest(table.code):
                # A newer one was put away already.
                return table
            if kept is None or kept.seq < table.seq or table.stuck:
                kept = self._tables[table.code] = table
        self._snapshots.note(table)
        return kept if kept.seq == table.seq else table


def _learn(ledger: Ledger, before: Table, after: Table) -> None:
    """Puts on the shelves of all phones here what the table has learned by its newest event.

    Nobody waits for it and nothing depends on it: where it cannot be written, it is typed in again.
    """
    known = after.game.house(after.state) if after.started else {}
    old = before.game.house(before.state) if before.started else {}
    if known == old:
        return
    changed = {
        name: known.get(name, "") for name in (*old, *known) if old.get(name) != known.get(name)
    }
    try:
        ledger.shelve(list(_for_all(after, changed)))
    except Unavailable:
        return


def _for_all(table: Table, changed: Mapping[str, str]) -> Iterable[Shelved]:
    phones = {table.host, *(seat.phone for seat in table.seats)} - {""}
    for phone in sorted(phones):
        for name, value in changed.items():
            yield Shelved(phone, table.game.slug, name, value, table.at)
