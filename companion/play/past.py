"""Tables as they were: the states on the way of a folded log, and the snapshots beside the logs.

Both are a cache of the log, which alone is the truth.
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

#: Events of a step.
STEP = 50

#: Events of all the logs whose pasts are kept: each holds a state of some kilobytes.
ROOM = 24_000


class PastTables:
    """Of every table that somebody looked back at lately: how it was after each step."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[str, list[Table]] = OrderedDict()
        self._turn = threading.Lock()

    def nearest(self, code: str, seq: int) -> Table | None:
        """The last one that is kept, up to this event."""
        with self._turn:
            kept = self._kept.get(code, [])
            if kept:
                self._kept.move_to_end(code)
            at = bisect_right(kept, seq, key=lambda table: table.seq)
            return kept[at - 1] if at else None

    def keep(self, table: Table) -> None:
        """Keeps it, where it is the first of its step."""
        with self._turn:
            kept = self._kept.setdefault(table.code, [])
            if not kept or table.seq >= kept[-1].seq + STEP:
                kept.append(table)
            self._kept.move_to_end(table.code)
            while sum(each[-1].seq for each in self._kept.values()) > self._room:
                if len(self._kept) == 1:
                    break
                self._kept.popitem(last=False)

    def forget(self, code: str) -> None:
        with self._turn:
            self._kept.pop(code, None)


# -- snapshots: they make the first touch short. They are written seldom, one after the other, and
# no tap waits for one. One that does not go on from the event it says it ends with is passed over


#: A log of fewer events is folded as fast.
LEAST = 50
#: After so many more events, or that part of all, a table is kept anew.
EVERY, PART = 50, 20
#: Seconds between two steps of the work, for whoever else is at a table.
BREATH = 0.003
#: Between two tables it rests so many times as long as the last one took: after a start every table
#: that is played is due, and whoever taps comes first.
RESTS = 15
#: Tables that wait at most, each held with all its states. Of more, the shortest logs go without.
WAITING = 64


class Snapshots:
    def __init__(self, ledger: Ledger, catalogue: Mapping[str, Game]) -> None:
        self._ledger = ledger
        self._catalogue = catalogue
        self._turn = threading.Lock()
        #: Up to which event a table is kept, as far as this process knows.
        self._kept: LRUCache[str, int] = LRUCache(10_000)
        self._waiting: OrderedDict[str, Table] = OrderedDict()
        self._worker: threading.Thread | None = None
        self._closing = threading.Event()

    def read(self, code: str) -> Table | None:
        """The table as it was kept last; None where there is none that fits the log and this code.
        Raises `Unavailable`.
        """
        inside = self._ledger.snapshot(code)
        kept = snapshot.read(inside, self._catalogue) if inside else None
        if kept is None or kept.table.code != code:
            return None
        seq = kept.newest.seq
        if self._ledger.events(code, after=seq - 1)[:1] != [kept.newest]:
            return None
        with self._turn:
            self._kept[code] = seq
        return kept.table

    def note(self, table: Table, at_rest: bool = False) -> None:
        """The table has come so far. `at_rest`: nobody is there, and it is kept as it is now."""
        with self._turn:
            behind = table.seq - self._kept.get(table.code, 0)
            due = behind > 0 if at_rest else behind >= max(EVERY, table.seq // PART)
            if self._closing.is_set() or not due or table.seq < LEAST:
                return
            self._waiting[table.code] = table
            if len(self._waiting) > WAITING:
                del self._waiting[min(self._waiting, key=lambda code: self._waiting[code].seq)]
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="snapshots", daemon=True)
                self._worker.start()

    def wait(self) -> None:
        """Until all that wait are written."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def close(self) -> None:
        """Begins no other; ends when the one in hand is written."""
        with self._turn:
            self._closing.set()
            self._waiting.clear()
        self.wait()

    def _work(self) -> None:
        while (table := self._next()) is not None:
            begun = time.monotonic()
            with suppress(Unavailable):
                if not self._keep(table):
                    # Gone on meanwhile; the next event brings it here again.
                    with self._turn:
                        self._kept.pop(table.code, None)
            self._closing.wait(RESTS * (time.monotonic() - begun))

    def _next(self) -> Table | None:
        with self._turn:
            if not self._waiting:
                self._worker = None
                return None
            _, table = self._waiting.popitem(last=False)
            # Whatever comes of it: what cannot be kept is not tried again at every tap.
            self._kept[table.code] = table.seq
            return table

    def _keep(self, table: Table) -> bool:
        """Whether it is kept, or cannot be, ever."""
        events = self._ledger.events(table.code, after=table.seq - 1)
        if [event.seq for event in events] != [table.seq]:
            return False
        inside = snapshot.write(table, events[0], lambda: time.sleep(BREATH))
        return inside is None or self._ledger.keep_snapshot(table.code, table.seq, inside)
