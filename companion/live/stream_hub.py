"""The hub of streams: wakes the viewers of a table, and knows which phones are awake.

A wake-up carries no content: a woken viewer reads the table itself, so a missed or doubled one
loses nothing. Only threading primitives; under gevent they are patched to greenlets.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from cachetools import LRUCache

from companion.live.listener import StreamHubListener
from companion.live.watcher import Watcher

#: Sleeping phones remembered per table.
_SLEEPERS = 32

#: Streams of one phone at one table: enough for many open pages, also while closed ones are not yet
#: detected; a broken page is stopped.
_PAGES = 24

#: Seconds for which a phone that polls without a stream counts as awake.
_CALLING = 40.0


class TooManyStreams(Exception):
    """More watchers than this process accepts, or than one phone needs."""


class PhonePresence(NamedTuple):
    """Whether a phone is watching now, and since when (Unix seconds). `behind`: it watches, but has
    not received what was sent last.
    """

    awake: bool
    since: float
    behind: bool = False


class StreamHub:
    """Wakes the streams of all tables of this process.

    `clock`: wall clock seconds, which may go back; `ticks`: monotonic seconds. `limit`: streams in
    all; `each`: streams of one address, 0 for no limit.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        limit: int = 20_000,
        ticks: Callable[[], float] | None = None,
        each: int = 0,
    ) -> None:
        self.closed = False
        self.clock = clock
        self.ticks = ticks or clock
        #: Increases whenever a phone comes or goes.
        self.presence_version = 0
        self._limit = limit
        self._each = each
        self._addresses = Counter[str]()
        self._turn = threading.Lock()
        self._count = 0
        self._watchers: dict[str, set[Watcher]] = {}
        self._awake: dict[tuple[str, str], float] = {}
        # Oldest first; the oldest are dropped, so that visitors cannot fill the memory.
        self._asleep: dict[str, dict[str, float]] = {}
        self._callers: LRUCache[tuple[str, str], float] = LRUCache(limit)
        # When phones with a seat were last heard of: a phone may have no stream.
        self._heard: LRUCache[tuple[str, str], float] = LRUCache(limit)
        self._began = self.ticks()
        #: Notified of phones that come, go or ask; empty on a single server.
        self.listeners: list[StreamHubListener] = []

    def watch(
        self,
        code: str,
        phone: str,
        on_its_way: Callable[[], int] = lambda: 0,
        address: str = "",
    ) -> Watcher:
        """Starts watching; use it with `with`. Raises `TooManyStreams`. `on_its_way`: returns the
        bytes sent to the phone and not yet received, where known.
        """
        watcher = Watcher(self, code, phone, on_its_way)
        with self._turn:
            pages = [each for each in self._watchers.get(code, ()) if each.phone == phone]
            if self._count >= self._limit or self._too_many(pages):
                raise TooManyStreams
            if address and 0 < self._each <= self._addresses[address]:
                raise TooManyStreams
            watcher.address = address
            self._addresses[address] += 1
            self._count += 1
            self.presence_version += 1
            self._watchers.setdefault(code, set()).add(watcher)
            self._asleep.get(code, {}).pop(phone, None)
            since = self._awake.setdefault((code, phone), self.clock())
        for each in self.listeners:
            each.on_phone_connected(code, phone, since)
        return watcher

    @staticmethod
    def _too_many(pages: list[Watcher]) -> bool:
        """Returns whether a phone has all the pages open that it may. Pages that were left, or that
        stopped receiving because the network changed, do not count.
        """
        if len(pages) < _PAGES:
            return False
        return sum(not (each.hung_up or each.is_behind) for each in pages) >= _PAGES

    def has_stream(self, code: str, phone: str) -> bool:
        """Returns whether this phone has a stream of this table open."""
        with self._turn:
            return (code, phone) in self._awake

    def announce_phone_poll(self, code: str, phone: str) -> None:
        """Records, on all servers, a poll by a phone that got no stream."""
        self.record_phone_poll(code, phone)
        for each in self.listeners:
            each.on_phone_polled(code, phone)

    def record_phone_poll(self, code: str, phone: str) -> None:
        """Records that a phone without a stream polled, on this server or another one."""
        with self._turn:
            self._callers[code, phone] = self.ticks()
            self.presence_version += 1

    def remove_watcher(self, watcher: Watcher) -> None:
        """Ends the watching; a second call has no effect."""
        with self._turn:
            here = self._watchers.get(watcher.code, set())
            if watcher not in here:
                return
            self._count -= 1
            self.presence_version += 1
            here.remove(watcher)
            self._addresses[watcher.address] -= 1
            if not self._addresses[watcher.address]:
                del self._addresses[watcher.address]
            gone = not any(other.phone == watcher.phone for other in here)
            if gone:
                self._fall_asleep(watcher.code, watcher.phone)
            if not here:
                del self._watchers[watcher.code]
        if gone:
            for each in self.listeners:
                each.on_phone_disconnected(watcher.code, watcher.phone, self.clock())

    def _fall_asleep(self, code: str, phone: str) -> None:
        del self._awake[code, phone]
        self._hear(code, phone)
        sleepers = self._asleep.pop(code, {})
        self._asleep[code] = {**sleepers, phone: self.clock()}
        while len(self._asleep[code]) > _SLEEPERS:
            del self._asleep[code][next(iter(self._asleep[code]))]
        while len(self._asleep) > self._limit:
            del self._asleep[next(iter(self._asleep))]

    def wake_watchers(self, code: str) -> None:
        """Wakes every watcher of this table."""
        with self._turn:
            watchers = tuple(self._watchers.get(code, ()))
        for watcher in watchers:
            watcher.wake()

    def wake_all(self) -> None:
        """Wakes every watcher of every table."""
        with self._turn:
            watchers = [watcher for here in self._watchers.values() for watcher in here]
        for watcher in watchers:
            watcher.wake()

    def note_remote_presence_change(self, code: str) -> None:
        """Wakes the table's watchers because a phone came or went on another server."""
        self.presence_version += 1
        self.wake_watchers(code)

    def close(self) -> None:
        """Wakes all watchers for good, so that the streams end and the server can stop."""
        self.closed = True
        self.wake_all()

    def awake_phones_by_table(self) -> Mapping[str, Mapping[str, float]]:
        """Returns the watched tables, each with its awake phones and since when (Unix seconds)."""
        with self._turn:
            tables: dict[str, dict[str, float]] = {}
            for (code, phone), since in self._awake.items():
                tables.setdefault(code, {})[phone] = since
        return tables

    @property
    def stream_count(self) -> int:
        """Returns the number of open streams."""
        return self._count

    def is_watched(self, code: str) -> bool:
        """Returns whether any stream watches this table."""
        return code in self._watchers

    def has_only_idle_watchers(self, code: str) -> bool:
        """Returns whether every watcher of this table, if any, only waits for news."""
        with self._turn:
            return all(each.rests for each in self._watchers.get(code, ()))

    def presence_by_phone(self, code: str) -> Mapping[str, PhonePresence]:
        """Returns every phone that watches this table or did recently."""
        known = {
            phone: PhonePresence(other.awake, other.since)
            for each in self.listeners
            for phone, other in each.presence_by_phone(code).items()
        }
        with self._turn:
            for phone, since in self._asleep.get(code, {}).items():
                other = known.get(phone)
                if other is None or (not other.awake and other.since < since):
                    known[phone] = PhonePresence(False, since)
            watchers = tuple(self._watchers.get(code, ()))
            awake = {each.phone: self._awake[code, each.phone] for each in watchers}
        # A phone with two pages open is up to date if either page is.
        up_to_date = {each.phone for each in watchers if not each.is_behind}
        for phone, since in awake.items():
            known[phone] = PhonePresence(True, since, phone not in up_to_date)
        return known

    def note_phone_request(self, code: str, phone: str) -> None:
        """Records a request of a phone with a seat, on all servers."""
        with self._turn:
            self._hear(code, phone)
        for each in self.listeners:
            each.on_phone_sent_request(code, phone)

    def _hear(self, code: str, phone: str) -> None:
        self._heard[code, phone] = self.ticks()

    def seconds_since_last_request(self, code: str, phone: str) -> float:
        """Returns the seconds since this phone was heard of; 0 while it watches. For a phone never
        heard of, counts from the start of this process.
        """
        if self.has_stream(code, phone):
            return 0.0
        if any(each.has_stream(code, phone) for each in self.listeners):
            return 0.0
        other = max((each.last_request_at(code, phone) for each in self.listeners), default=-inf)
        with self._turn:
            heard = self._heard.get((code, phone), self._began)
            called = self._callers.get((code, phone), self._began)
            return max(0.0, self.ticks() - max(heard, called, other))

    def is_polling(self, code: str, phone: str) -> bool:
        """Returns whether this phone polls for want of a stream."""
        called = self._callers.get((code, phone))
        return called is not None and self.ticks() - called < _CALLING
