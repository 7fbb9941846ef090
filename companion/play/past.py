"""Past tables: intermediate states of folded logs, and the snapshots beside the logs. Both are
caches; the log is the truth.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress

from cachetools import LRUCache

from companion.ledger import Ledger, Unavailable
from companion.referee.game import Game
from companion.tables import Table, snapshot

#: Events between two kept states.
EVENTS_PER_KEPT_STATE = 50

#: Events of all the logs whose past is kept: each holds a state of some kilobytes.
MAX_KEPT_EVENTS = 24_000


class RewindCache:
    """For tables recently rewound: the state after every `EVENTS_PER_KEPT_STATE` events."""

    def __init__(self, room: int = MAX_KEPT_EVENTS) -> None:
        self._room = room
        self._kept: OrderedDict[str, list[Table]] = OrderedDict()
        self._turn = threading.Lock()

    def nearest_stored_table(self, code: str, seq: int) -> Table | None:
        """Returns the last kept table at or before this event; None if there is none."""
        with self._turn:
            kept = self._kept.get(code, [])
            if kept:
                self._kept.move_to_end(code)
            at = bisect_right(kept, seq, key=lambda table: table.seq)
            return kept[at - 1] if at else None

    def store_if_due(self, table: Table) -> None:
        """Keeps the table if it is the first of its step; evicts the least recently used logs."""
        with self._turn:
            kept = self._kept.setdefault(table.code, [])
            if not kept or table.seq >= kept[-1].seq + EVENTS_PER_KEPT_STATE:
                kept.append(table)
            self._kept.move_to_end(table.code)
            while sum(each[-1].seq for each in self._kept.values()) > self._room:
                if len(self._kept) == 1:
                    break
                self._kept.popitem(last=False)

    def forget(self, code: str) -> None:
        """Drops the past of this table."""
        with self._turn:
            self._kept.pop(code, None)


# -- snapshots: they make the first read of a long log short. Writes are rare and serial, and no tap
# waits for one. A snapshot that does not match the log's events is ignored


#: Logs of fewer events are folded as fast.
MIN_SNAPSHOT_LOG_EVENTS = 50
#: A table is due after `MIN_NEW_EVENTS` more events, or all of them divided by
#: `NEW_EVENTS_DIVISOR`, whichever is more.
MIN_NEW_EVENTS, NEW_EVENTS_DIVISOR = 50, 20
#: Seconds between two steps of the work, in which other tables are served.
SNAPSHOT_PAUSE_SECONDS = 0.003
#: Pause between two tables, as a multiple of the last one's duration: after a start every table in
#: play is due, and taps come first.
SNAPSHOT_PAUSE_FACTOR = 15
#: Tables that wait at most, each with all its states. Beyond that the shortest logs are dropped.
MAX_QUEUED_SNAPSHOTS = 64


_PREPARING = threading.Lock()


class SnapshotStore:
    """Reads snapshots, and writes them in a background thread."""

    def __init__(self, ledger: Ledger, catalogue: Mapping[str, Game]) -> None:
        self._ledger = ledger
        self._catalogue = catalogue
        self._turn = threading.Lock()
        #: The event up to which each table is kept, as far as this process knows.
        self._kept: LRUCache[str, int] = LRUCache(10_000)
        self._waiting: OrderedDict[str, Table] = OrderedDict()
        self._worker: threading.Thread | None = None
        self._closing = threading.Event()
        with _PREPARING:
            snapshot.make_readers(catalogue.values())

    def read(self, code: str) -> Table | None:
        """Returns the table as last kept; None if none fits the log and this code.

        Raises `Unavailable`.
        """
        inside = self._ledger.snapshot(code)
        kept = snapshot.read_snapshot(inside, self._catalogue) if inside else None
        if kept is None or kept.table.code != code:
            return None
        seq = kept.newest.seq
        if self._ledger.events(code, after=seq - 1)[:1] != [kept.newest]:
            return None
        with self._turn:
            self._kept[code] = seq
        return kept.table

    def queue_if_due(self, table: Table, at_rest: bool = False) -> None:
        """Queues the table if its snapshot is due. `at_rest`: no phone is there; any progress
        counts.
        """
        with self._turn:
            behind = table.seq - self._kept.get(table.code, 0)
            due = (
                behind > 0
                if at_rest
                else behind >= max(MIN_NEW_EVENTS, table.seq // NEW_EVENTS_DIVISOR)
            )
            if self._closing.is_set() or not due or table.seq < MIN_SNAPSHOT_LOG_EVENTS:
                return
            self._waiting[table.code] = table
            if len(self._waiting) > MAX_QUEUED_SNAPSHOTS:
                del self._waiting[min(self._waiting, key=lambda code: self._waiting[code].seq)]
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="snapshots", daemon=True)
                self._worker.start()

    def wait(self) -> None:
        """Waits until all queued tables are written."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def close(self) -> None:
        """Drops the queue and waits for the snapshot being written."""
        with self._turn:
            self._closing.set()
            self._waiting.clear()
        self.wait()

    def _work(self) -> None:
        while (table := self._next()) is not None:
            begun = time.monotonic()
            with suppress(Unavailable):
                if not self._keep(table):
                    # It has new events meanwhile; the next one queues it again.
                    with self._turn:
                        self._kept.pop(table.code, None)
            self._closing.wait(SNAPSHOT_PAUSE_FACTOR * (time.monotonic() - begun))

    def _next(self) -> Table | None:
        with self._turn:
            if not self._waiting:
                self._worker = None
                return None
            _, table = self._waiting.popitem(last=False)
            # Marked before the write, so that a table that cannot be kept is not retried at every
            # tap.
            self._kept[table.code] = table.seq
            return table

    def _keep(self, table: Table) -> bool:
        """Returns whether the table is kept, or never can be."""
        events = self._ledger.events(table.code, after=table.seq - 1)
        if [event.seq for event in events] != [table.seq]:
            return False
        inside = snapshot.write_snapshot(
            table, events[0], lambda: time.sleep(SNAPSHOT_PAUSE_SECONDS)
        )
        return inside is None or self._ledger.store_snapshot(table.code, table.seq, inside)
