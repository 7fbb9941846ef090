"""Caches of a process besides its tables: ledger checks, the tables' cache, elapsed times, and
phones that are setting a number.

Whatever is dropped here is looked up or counted again.
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
from companion.live.listener import StreamHubListener
from companion.tables import Table

#: Tables whose last check is kept: more than a process has streams.
MAX_REMEMBERED_LEDGER_READS = 20_000


class LedgerRead(NamedTuple):
    """A check of a table's log: its time, the other processes' write marker, the newest event."""

    at: float = -inf
    foreign: Hashable = None
    seq: int = 0


class LedgerCheckCache:
    """`clock`: wall clock seconds, which may go back; `ticks`: monotonic seconds."""

    def __init__(
        self, ledger: Ledger, clock: Callable[[], float], ticks: Callable[[], float]
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ticks = ticks
        self._turn = threading.Lock()
        self._last: LRUCache[str, LedgerRead] = LRUCache(MAX_REMEMBERED_LEDGER_READS)
        self._foreign: tuple[float, Hashable] = (-inf, None)

    def start_read(self) -> OngoingRead:
        """Starts a check; call it before reading the log."""
        return OngoingRead(self, self._foreign[1])

    def record_read(self, code: str, foreign: Hashable, seq: int) -> None:
        """Records a check with the table's newest event, unless a newer event is known by now."""
        with self._turn:
            if seq >= self._last.get(code, LedgerRead()).seq:
                self._last[code] = LedgerRead(self._clock(), foreign, seq)

    def note_evicted_table(self, code: str, seq: int) -> None:
        """Records the newest event of a table that leaves the cache."""
        with self._turn:
            self._last[code] = self._last.get(code, LedgerRead())._replace(seq=seq)

    def newest_seq(self, code: str) -> int:
        """Returns the newest event at the last check or eviction; 0 if unknown."""
        with self._turn:
            return self._last.get(code, LedgerRead()).seq

    def forget(self, code: str) -> None:
        """Drops everything known of this table."""
        with self._turn:
            self._last.pop(code, None)

    def is_recent_enough(self, code: str, within: float) -> bool:
        """Returns whether a check at most `within` seconds ago, or no write by other processes
        since, makes another one unnecessary.

        Other processes' writes are checked once for all tables. Raises `Unavailable`.
        """
        with self._turn:
            look = self._last.get(code, LedgerRead())
        if abs(self._clock() - look.at) < within:
            return True
        newest = self._foreign_within(within)
        return newest is not None and newest == look.foreign

    def _foreign_within(self, within: float) -> Hashable:
        """Returns the ledger's marker of other processes' writes, at most `within` seconds old."""
        now = self._ticks()
        asked, known = self._foreign
        if now - asked >= within:
            known = self._ledger.external_change_marker()
            self._foreign = (now, known)
        return known


@dataclass(frozen=True)
class OngoingRead:
    """A check in progress. What others write after its start is found by the next one."""

    looks: LedgerCheckCache
    foreign: Hashable

    def finish(self, code: str, seq: int) -> None:
        """Records that the log was read up to this newest event."""
        self.looks.record_read(code, self.foreign, seq)


# -- the tables that are cached


class RecentTableCache(LRUCache[str, Table]):
    """Evicts the least recently used table and keeps the number of its newest event."""

    def __init__(self, limit: int, looks: LedgerCheckCache) -> None:
        super().__init__(limit)
        self._looks = looks

    def popitem(self) -> tuple[str, Table]:
        code, table = super().popitem()
        self._looks.note_evicted_table(code, table.seq)
        return code, table


# -- how long ago an event was: the wall clock may be set, so a monotonic one counts beside it. The
# shorter time counts where waiting protects a player, the longer where a permission ends


#: Events remembered; counting starts again for a forgotten one.
MAX_TIMED_EVENTS = 10_000


class EventElapsedTime:
    """`clock`: wall clock seconds; `ticks`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._seen: LRUCache[tuple[str, int], float] = LRUCache(MAX_TIMED_EVENTS)
        self._turn = Lock()

    def min_elapsed_seconds(self, code: str, seq: int, at: float) -> float:
        """Returns the seconds that have certainly passed since event `seq`, written at `at`."""
        return min(self._clock() - at, self._counted(code, seq))

    def max_elapsed_seconds(self, code: str, seq: int, at: float) -> float:
        """Returns the seconds that may have passed since then."""
        return max(self._clock() - at, self._counted(code, seq))

    def _counted(self, code: str, seq: int) -> float:
        with self._turn:
            now = self._ticks()
            return now - self._seen.setdefault((code, seq), now)


# -- phones that have begun to set a number and not sent it yet: dependent actions wait


#: Seconds for which an announcement is valid; phones repeat it before that.
NUMBER_INPUT_ANNOUNCEMENT_SECONDS = 5.0

#: Seconds that an action waits for the numbers of other phones before it is refused.
MAX_NUMBER_INPUT_WAIT_SECONDS = 1.5

#: Announcements remembered.
_MOST = 5_000

#: The table, the phone and what it sets ("count 2").
NumberInputKey = tuple[str, str, str]


class OpenNumberInputs:
    """One for all tables of this process. `listeners`: the other processes to notify."""

    def __init__(self, clock: Callable[[], float], listeners: Sequence[StreamHubListener]) -> None:
        self._clock = clock
        self._listeners = listeners
        self._changed = threading.Condition()
        self._begun: LRUCache[NumberInputKey, tuple[int, float]] = LRUCache(_MOST)

    def announce_start(self, code: str, phone: str, seat: int, what: str) -> None:
        """Announces to all processes that this phone is setting a number."""
        for each in self._listeners:
            each.on_number_input_started(code, phone, seat, what)
        self.record_start(code, phone, seat, what)

    def record_start(self, code: str, phone: str, seat: int, what: str) -> None:
        """Records an announcement of any process."""
        with self._changed:
            self._begun[code, phone, what] = (seat, self._clock())

    def announce_end(self, code: str, phone: str, what: str) -> None:
        """Announces to all processes that the number was sent or abandoned."""
        for each in self._listeners:
            each.on_number_input_ended(code, phone, what)
        self.record_end(code, phone, what)

    def record_end(self, code: str, phone: str, what: str) -> None:
        """Records the end of an announcement of any process."""
        with self._changed:
            if self._begun.pop((code, phone, what), None):
                self._changed.notify_all()

    def other_seats(self, code: str, phone: str) -> tuple[int, ...]:
        """Returns the seats whose phones, except this one, are setting a number at the table."""
        with self._changed:
            return self._others(code, phone)

    def wait_for_others(self, code: str, phone: str) -> tuple[int, ...]:
        """Waits up to `MAX_NUMBER_INPUT_WAIT_SECONDS` for other phones; returns the seats still
        setting a number.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: not self._others(code, phone), MAX_NUMBER_INPUT_WAIT_SECONDS
            )
            return self._others(code, phone)

    def _others(self, code: str, phone: str) -> tuple[int, ...]:
        latest = self._clock() - NUMBER_INPUT_ANNOUNCEMENT_SECONDS
        return tuple(
            sorted(
                {
                    seat
                    for (at, other, _), (seat, begun) in self._begun.items()
                    if at == code and other != phone and begun > latest
                }
            )
        )
