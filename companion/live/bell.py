"""Bell: wakes everyone who watches a table, and knows whose phone is awake.

It carries no content: a woken watcher looks at the table itself, so a missed or doubled ring
loses nothing. Threading primitives only; under gevent they are patched to greenlets.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from math import inf
from types import TracebackType
from typing import NamedTuple

#: Phones remembered as asleep at one table.
_SLEEPERS = 32

#: Seconds that a message may be on its way before its phone counts as behind.
_ON_ITS_WAY = 3.0

#: Streams of one phone at one table: a person with many pages open has room, a broken page has not.
_PAGES = 6

#: Seconds for which a phone that calls now and then, without a stream, counts as awake.
_CALLING = 40.0


class Crowded(Exception):
    """More watchers than this process takes on, or than one phone needs."""


class Presence(NamedTuple):
    """Whether a phone is watching now, and since when (unix seconds) it is so.

    `behind`: it watches, but has not taken what it was sent last.
    """

    awake: bool
    since: float
    behind: bool = False


class Watcher:
    """One open stream. A single flag, no queue: a sleeping phone costs the same as an awake one."""

    def __init__(self, bell: Bell, code: str, phone: str, on_its_way: Callable[[], int]) -> None:
        self.code = code
        self.phone = phone
        self.address = ""
        self._bell = bell
        self._rung = threading.Event()
        self._on_its_way = on_its_way
        self._sending = False
        self._unread_since = -inf

    @property
    def closed(self) -> bool:
        """The server is stopping: end the stream."""
        return self._bell.closed

    def wait(self, timeout: float) -> bool:
        """Whether the bell rang since the last wait, or does within `timeout` seconds."""
        rung = self._rung.wait(timeout)
        if rung and not self.closed:
            self._rung.clear()
        return rung

    def wake(self) -> None:
        self._rung.set()

    def send(self) -> None:
        """A message goes out now; `sent` says when the line has taken it."""
        if not self._on_its_way():
            self._unread_since = self._bell.ticks()
        self._sending = True

    def sent(self) -> None:
        self._sending = False

    @property
    def behind(self) -> bool:
        """What was sent has not arrived for longer than a phone in the house ever needs."""
        # First what costs nothing: how much is unread, only the system knows.
        if self._bell.ticks() - self._unread_since <= _ON_ITS_WAY:
            return False
        return self._sending or self._on_its_way() > 0

    def __enter__(self) -> Watcher:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bell.leave(self)


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
        self._asked: dict[tuple[str, str], float] = {}
        # Oldest first; the oldest are forgotten, so that passers-by cannot fill the memory.
        self._asleep: dict[str, dict[str, float]] = {}
        self._callers: OrderedDict[tuple[str, str], float] = OrderedDict()
        # Of phones that have a seat, when they were heard of last: a phone may have no stream.
        self._heard: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._began = self.ticks()

    def watch(
        self,
        code: str,
        phone: str,
        on_its_way: Callable[[], int] = lambda: 0,
        address: str = "",
    ) -> Watcher:
        """Watches from now on; leave it with `with`. Raises `Crowded`.

        `on_its_way`: how many bytes the phone has been sent and has not taken, where it is known.
        """
        watcher = Watcher(self, code, phone, on_its_way)
        with self._turn:
            open_pages = sum(each.phone == phone for each in self._watchers.get(code, ()))
            if self._count >= self._limit or open_pages >= _PAGES:
                raise Crowded
            if address and 0 < self._each <= self._addresses[address]:
                raise Crowded
            watcher.address = address
            self._addresses[address] += 1
            self._count += 1
            self.stirs += 1
            self._watchers.setdefault(code, set()).add(watcher)
            self._asleep.get(code, {}).pop(phone, None)
            self._awake.setdefault((code, phone), self.clock())
        return watcher

    def watches(self, code: str, phone: str) -> bool:
        """Whether this phone has a stream of this table open."""
        with self._turn:
            return (code, phone) in self._awake

    def asked(self, code: str, phone: str) -> None:
        """A phone with an open stream has asked for something else besides."""
        with self._turn:
            if (code, phone) in self._awake:
                self._asked[code, phone] = self.ticks()

    def has_asked(self, code: str, phone: str, since: float) -> bool:
        """Whether it has done so since then, by `ticks`."""
        return self._asked.get((code, phone), -inf) >= since

    def call(self, code: str, phone: str) -> None:
        """A phone that found no room for a stream looks in by itself."""
        with self._turn:
            self._callers[code, phone] = self.ticks()
            self.stirs += 1
            self._callers.move_to_end((code, phone))
            while len(self._callers) > self._limit:
                self._callers.popitem(last=False)

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
            if not any(other.phone == watcher.phone for other in here):
                self._fall_asleep(watcher.code, watcher.phone)
            if not here:
                del self._watchers[watcher.code]

    def _fall_asleep(self, code: str, phone: str) -> None:
        del self._awake[code, phone]
        self._hear(code, phone)
        self._asked.pop((code, phone), None)
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

    def close(self) -> None:
        """Wakes everyone for good, so that the streams end and the server can stop."""
        self.closed = True
        with self._turn:
            watchers = [watcher for here in self._watchers.values() for watcher in here]
        for watcher in watchers:
            watcher.wake()

    def presence(self, code: str) -> Mapping[str, Presence]:
        """Every phone that watches this table or did not long ago."""
        with self._turn:
            known = {
                phone: Presence(False, since) for phone, since in self._asleep.get(code, {}).items()
            }
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

    def _hear(self, code: str, phone: str) -> None:
        self._heard[code, phone] = self.ticks()
        self._heard.move_to_end((code, phone))
        while len(self._heard) > self._limit:
            self._heard.popitem(last=False)

    def away(self, code: str, phone: str) -> float:
        """Seconds for which nothing was heard of this phone; 0 while it watches. One that was never
        heard of counts from when this process began.
        """
        if self.watches(code, phone):
            return 0.0
        with self._turn:
            heard = self._heard.get((code, phone), self._began)
            called = self._callers.get((code, phone), self._began)
            return max(0.0, self.ticks() - max(heard, called))

    def calls_in(self, code: str, phone: str) -> bool:
        """Whether this phone looks in by itself, for want of a stream."""
        called = self._callers.get((code, phone))
        return called is not None and self.ticks() - called < _CALLING
