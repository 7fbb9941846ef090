"""What a process knows beside its tables: when each was looked at in the ledger, which are cached,
how long ago an event was, and which phones are setting a number.

It is all a cache: what is dropped here is looked up or counted anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from companion.ledger import Ledger
from companion.live.listener import Listener
from companion.tables import Table

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


# -- the tables that are cached


class Remembered(LRUCache[str, Table]):
    """The longest unused is forgotten first; of it, the newest event stays known."""

    def __init__(self, limit: int, looks: Looks) -> None:
        super().__init__(limit)
        self._looks = looks

    def popitem(self) -> tuple[str, Table]:
        code, table = super().popitem()
        self._looks.put_away(code, table.seq)
        return code, table


# -- how long ago an event was: the clock of the day may be set, so another one counts beside it.
# Where waiting protects somebody the shorter time counts; where a permission ends, the longer


#: Events remembered; of one that was forgotten the counting begins again.
MOST = 10_000


class Elapsed:
    """`clock` tells the time of day, `ticks` never goes back or leaps."""

    def __init__(self, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._seen: LRUCache[tuple[str, int], float] = LRUCache(MOST)
        self._turn = Lock()

    def least(self, code: str, seq: int, at: float) -> float:
        """Seconds that have passed for certain since the event number `seq` at the time `at`."""
        return min(self._clock() - at, self._counted(code, seq))

    def most(self, code: str, seq: int, at: float) -> float:
        """Seconds that may have passed since then."""
        return max(self._clock() - at, self._counted(code, seq))

    def _counted(self, code: str, seq: int) -> float:
        with self._turn:
            now = self._ticks()
            return now - self._seen.setdefault((code, seq), now)


# -- phones that have begun to set a number which is not sent yet: what it leads to waits


#: Seconds for which an announced number may be on its way; phones announce it again before that.
ON_ITS_WAY = 5.0

#: Seconds that an action waits for the numbers of other phones before it is refused.
PATIENCE = 1.5

#: Announcements remembered in all.
_MOST = 5_000

#: The table, the phone, what it sets ("count 2").
Key = tuple[str, str, str]


class Counting:
    """One for all tables of this process. `listeners`: who else is told."""

    def __init__(self, clock: Callable[[], float], listeners: Sequence[Listener]) -> None:
        self._clock = clock
        self._listeners = listeners
        self._changed = threading.Condition()
        self._begun: LRUCache[Key, tuple[int, float]] = LRUCache(_MOST)

    def begin(self, code: str, phone: str, seat: int, what: str) -> None:
        """A hand on this phone sets a number now."""
        for each in self._listeners:
            each.counts(code, phone, seat, what)
        self.begun(code, phone, seat, what)

    def begun(self, code: str, phone: str, seat: int, what: str) -> None:
        """It does so, here or elsewhere."""
        with self._changed:
            self._begun[code, phone, what] = (seat, self._clock())

    def end(self, code: str, phone: str, what: str) -> None:
        """It has been sent, or was let go."""
        for each in self._listeners:
            each.counted(code, phone, what)
        self.ended(code, phone, what)

    def ended(self, code: str, phone: str, what: str) -> None:
        """The same, here or elsewhere."""
        with self._changed:
            if self._begun.pop((code, phone, what), None):
                self._changed.notify_all()

    def others(self, code: str, phone: str) -> tuple[int, ...]:
        """The seats whose phones, other than this one, are setting a number at the table."""
        with self._changed:
            return self._others(code, phone)

    def wait_for_others(self, code: str, phone: str) -> tuple[int, ...]:
        """The same once they are done, or after a moment: who is not."""
        with self._changed:
            self._changed.wait_for(lambda: not self._others(code, phone), PATIENCE)
            return self._others(code, phone)

    def _others(self, code: str, phone: str) -> tuple[int, ...]:
        latest = self._clock() - ON_ITS_WAY
        return tuple(
            sorted(
                {
                    seat
                    for (at, other, _), (seat, begun) in self._begun.items()
                    if at == code and other != phone and begun > latest
                }
            )
        )
