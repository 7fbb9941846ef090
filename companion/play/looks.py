"""When each table was looked at in the ledger, so that a thousand phones need not look every time.

It decides nothing and holds no table: what is forgotten here is looked at again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from cachetools import LRUCache

from companion.ledger import Ledger

#: Tables of which it is known: more than a process has streams.
ROOM = 20_000


class Look(NamedTuple):
    """When it was, what other processes had written before, and the newest event."""

    at: float = -inf
    foreign: Hashable = None
    seq: int = 0


class Looks:
    """`clock` tells the time of day and may be set back; `ticks` never goes back."""

    def __init__(
        self, ledger: Ledger, clock: Callable[[], float], ticks: Callable[[], float]
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ticks = ticks
        self._turn = threading.Lock()
        self._last: LRUCache[str, Look] = LRUCache(ROOM)
        self._foreign: tuple[float, Hashable] = (-inf, None)

    def begin(self) -> Looking:
        """To be asked before the log is read."""
        return Looking(self, self._foreign[1])

    def note(self, code: str, foreign: Hashable, seq: int) -> None:
        """A table was looked at, and this is its newest event; a look that took so long that more
        is known by now tells nothing.
        """
        with self._turn:
            if seq >= self._last.get(code, Look()).seq:
                self._last[code] = Look(self._clock(), foreign, seq)

    def put_away(self, code: str, seq: int) -> None:
        """A table is no more remembered, and this was its newest event."""
        with self._turn:
            self._last[code] = self._last.get(code, Look())._replace(seq=seq)

    def newest(self, code: str) -> int:
        """The newest event when it was looked at or put away last; 0 where that is not known."""
        with self._turn:
            return self._last.get(code, Look()).seq

    def forget(self, code: str) -> None:
        """Nothing is known of this table any more."""
        with self._turn:
            self._last.pop(code, None)

    def suffice(self, code: str, within: float) -> bool:
        """Whether somebody has looked within so many seconds, or no other process has written
        since: that is asked once for all tables. Raises `Unavailable`.
        """
        with self._turn:
            look = self._last.get(code, Look())
        if abs(self._clock() - look.at) < within:
            return True
        newest = self._foreign_within(within)
        return newest is not None and newest == look.foreign

    def _foreign_within(self, within: float) -> Hashable:
        """What the ledger says of other processes, as of so many seconds ago."""
        now = self._ticks()
        asked, known = self._foreign
        if now - asked >= within:
            known = self._ledger.foreign()
            self._foreign = (now, known)
        return known


@dataclass(frozen=True)
class Looking:
    """A look that has begun. What others write from here on, the next one finds."""

    looks: Looks
    foreign: Hashable

    def end(self, code: str, seq: int) -> None:
        """The log was read up to its newest event, this one."""
        self.looks.note(code, self.foreign, seq)
