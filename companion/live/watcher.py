"""A watcher: one open stream, woken by the bell."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from types import TracebackType
from typing import Protocol

#: Seconds that a message may be on its way before its phone counts as behind.
_ON_ITS_WAY = 3.0


class WatchedBell(Protocol):
    """What a watcher needs of its bell: whether it rings no more, the time, and a way to go."""

    closed: bool
    ticks: Callable[[], float]

    def leave(self, watcher: Watcher) -> None:
        """Ends the watching; leaving twice is leaving once."""


class Watcher:
    """One open stream. A single flag, no queue: a sleeping phone costs the same as an awake one."""

    def __init__(
        self,
        bell: WatchedBell,
        code: str,
        phone: str,
        on_its_way: Callable[[], int],
    ) -> None:
        self.code = code
        self.phone = phone
        self.address = ""
        self._bell = bell
        self._rung = threading.Event()
        self._on_its_way = on_its_way
        #: Whether the phone has closed its end of the line.
        self.hung_up = False
        #: Whether what it shows stays as it is until there is news.
        self.rests = False
        self._sending = False
        self._unread_since = -inf

    @property
    def closed(self) -> bool:
        """The server is stopping: end the stream."""
        return self._bell.closed

    @property
    def ended(self) -> bool:
        """Whether the stream has to end: the server stops, or nobody is there any more."""
        return self.closed or self.hung_up

    def wait(self, timeout: float) -> bool:
        """Whether the bell rang since the last wait, or does within `timeout` seconds."""
        self._rung.wait(max(0.0, timeout))
        rung = self._rung.is_set()
        if rung and not self.ended:
            self._rung.clear()
        return rung

    def wake(self) -> None:
        self._rung.set()

    def hang_up(self) -> None:
        """The phone has closed its end of the line."""
        self.hung_up = True
        self.wake()

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
