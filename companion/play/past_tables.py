"""Pasts: tables as they were, a step of the log apart, so that looking back folds one step alone.

It only remembers, and not more than there is room for: forgotten, the log is folded again.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict

from companion.tables import Table

#: Events of a step.
STEP = 50

#: Events of all the logs whose pasts are kept: each holds a state of some kilobytes.
ROOM = 24_000


class Pasts:
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
