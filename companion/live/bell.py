"""Bell: wakes everyone who watches a table, and knows whose phone is awake.

It carries no content: a woken watcher looks at the table itself, so a missed or doubled ring
loses nothing. Threading primitives only; under gevent they are patched to greenlets.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from cachetools import LRUCache

from companion.live.listener import Listener
from companion.live.watcher import Watcher

#: Phones remembered as asleep at one table.
_SLEEPERS = 32

#: Streams of one phone at one table: a person with many pages open has room, and pages that were
#: closed and not yet found gone take none of it from them; a broken page has not.
_PAGES = 24

#: Seconds for which a phone that calls now and then, without a stream, counts as awake.
_CALLING = 40.0


class TooManyStreams(Exception):
    """More watchers than this process takes on, or than one phone needs."""


class Presence(NamedTuple):
    """Whether a phone is watching now, and since when (unix seconds) it is so.

    `behind`: it watches, but has not taken what it was sent last.
    """

    awake: bool
    since: float
    behind: bool = False


class Bell:
    """One bell for all tables of this process. `clock` tells the time of day and may be set back;
    `ticks` never goes back. `each`: streams of one address, 0 for any number.
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
        #: Goes up whenever a phone comes or goes.
        self.stirs = 0
        self._limit = limit
        self._each = each
        self._addresses = Counter[str]()
        self._turn = threading.Lock()
        self._count = 0
        self._watchers: dict[str, set[Watcher]] = {}
        self._awake: dict[tuple[str, str], float] = {}
        # Oldest first; the oldest are forgotten, so that passers-by cannot fill the memory.
        self._asleep: dict[str, dict[str, float]] = {}
        self._callers: LRUCache[tuple[str, str], float] = LRUCache(limit)
        # Of phones that have a seat, when they were heard of last: a phone may have no stream.
        self._heard: LRUCache[tuple[str, str], float] = LRUCache(limit)
        self._began = self.ticks()
        #: Who hears of phones that come, go or ask; in a house there is none.
        self.listeners: list[Listener] = []

    def watch(
        self,
        code: str,
        phone: str,
        on_its_way: Callable[[], int] = lambda: 0,
        address: str = "",
    ) -> Watcher:
        """Watches from now on; leave it with `with`. Raises `TooManyStreams`.

        `on_its_way`: how many bytes the phone has been sent and has not taken, where it is known.
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
            self.stirs += 1
            self._watchers.setdefault(code, set()).add(watcher)
            self._asleep.get(code, {}).pop(phone, None)
            since = self._awake.setdefault((code, phone), self.clock())
        for each in self.listeners:
            each.came(code, phone, since)
        return watcher

    @staticmethod
    def _too_many(pages: list[Watcher]) -> bool:
        """Whether a phone has all the pages open that it may. Those that it has left, or that take
        nothing any more because its network has changed, count no longer.
        """
        if len(pages) < _PAGES:
            return False
        return sum(not (each.hung_up or each.behind) for each in pages) >= _PAGES

    def watches(self, code: str, phone: str) -> bool:
        """Whether this phone has a stream of this table open."""
        with self._turn:
            return (code, phone) in self._awake

    def call(self, code: str, phone: str) -> None:
        """A phone that found no room for a stream looks in by itself."""
        self.called(code, phone)
        for each in self.listeners:
            each.called(code, phone)

    def called(self, code: str, phone: str) -> None:
        """It has done so, here or elsewhere."""
        with self._turn:
            self._callers[code, phone] = self.ticks()
            self.stirs += 1

    def leave(self, watcher: Watcher) -> None:
        """Ends the watching; leaving twice is leaving once."""
        with self._turn:
            here = self._watchers.get(watcher.code, set())
            if watcher not in here:
                return
            self._count -= 1
            self.stirs += 1
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
                each.went(watcher.code, watcher.phone, self.clock())

    def _fall_asleep(self, code: str, phone: str) -> None:
        del self._awake[code, phone]
        self._hear(code, phone)
        sleepers = self._asleep.pop(code, {})
        self._asleep[code] = {**sleepers, phone: self.clock()}
        while len(self._asleep[code]) > _SLEEPERS:
            del self._asleep[code][next(iter(self._asleep[code]))]
        while len(self._asleep) > self._limit:
            del self._asleep[next(iter(self._asleep))]

    def ring(self, code: str) -> None:
        """Wakes every watcher of this table."""
        with self._turn:
            watchers = tuple(self._watchers.get(code, ()))
        for watcher in watchers:
            watcher.wake()

    def stir(self, code: str) -> None:
        """Who is at this table is told anew: a phone came or went elsewhere."""
        self.stirs += 1
        self.ring(code)

    def close(self) -> None:
        """Wakes everyone for good, so that the streams end and the server can stop."""
        self.closed = True
        with self._turn:
            watchers = [watcher for here in self._watchers.values() for watcher in here]
        for watcher in watchers:
            watcher.wake()

    def watched(self) -> Mapping[str, Mapping[str, float]]:
        """The tables that are watched here, the phones that do, and since when."""
        with self._turn:
            tables: dict[str, dict[str, float]] = {}
            for (code, phone), since in self._awake.items():
                tables.setdefault(code, {})[phone] = since
        return tables

    @property
    def count(self) -> int:
        """Open streams."""
        return self._count

    def is_watched(self, code: str) -> bool:
        return code in self._watchers

    def may_rest(self, code: str) -> bool:
        """Whether nobody watches this table, or only such as wait for news."""
        with self._turn:
            return all(each.rests for each in self._watchers.get(code, ()))

    def presence(self, code: str) -> Mapping[str, Presence]:
        """Every phone that watches this table or did not long ago."""
        known = {
            phone: Presence(other.awake, other.since)
            for each in self.listeners
            for phone, other in each.presence(code).items()
        }
        with self._turn:
            for phone, since in self._asleep.get(code, {}).items():
                other = known.get(phone)
                if other is None or (not other.awake and other.since < since):
                    known[phone] = Presence(False, since)
            watchers = tuple(self._watchers.get(code, ()))
            awake = {each.phone: self._awake[code, each.phone] for each in watchers}
        # A phone with two pages open has seen what either of them shows.
        up_to_date = {each.phone for each in watchers if not each.behind}
        for phone, since in awake.items():
            known[phone] = Presence(True, since, phone not in up_to_date)
        return known

    def hear(self, code: str, phone: str) -> None:
        """A phone that has a seat has asked for something."""
        with self._turn:
            self._hear(code, phone)
        for each in self.listeners:
            each.heard(code, phone)

    def _hear(self, code: str, phone: str) -> None:
        self._heard[code, phone] = self.ticks()

    def away(self, code: str, phone: str) -> float:
        """Seconds for which nothing was heard of this phone; 0 while it watches. One that was never
        heard of counts from when this process began.
        """
        if self.watches(code, phone):
            return 0.0
        if any(each.watches(code, phone) for each in self.listeners):
            return 0.0
        other = max((each.heard_at(code, phone) for each in self.listeners), default=-inf)
        with self._turn:
            heard = self._heard.get((code, phone), self._began)
            called = self._callers.get((code, phone), self._began)
            return max(0.0, self.ticks() - max(heard, called, other))

    def calls_in(self, code: str, phone: str) -> bool:
        """Whether this phone looks in by itself, for want of a stream."""
        called = self._callers.get((code, phone))
        return called is not None and self.ticks() - called < _CALLING
