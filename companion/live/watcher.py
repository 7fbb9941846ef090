"""A watcher: one open stream, woken by the bell."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from types import TracebackType
from typing import Protocol

#: Seconds that a message may be on its way before its phone counts as behind.
_ON_ITS_WAY = 3.0


class Rings(Protocol):
    """What a watcher needs of its bell: whether it rings no more, the time, and a way to go."""

    closed: bool
    ticks: Callable[[], float]

    def leave(self, watcher: Watcher) -> None:
        """Ends the watching; leaving twice is leaving once."""


class Watcher:
    """One open stream. A single flag, no queue: a sleeping phone costs the same as an awake one."""

    def __init__(
        self,
        bell: Rings,
        code: str,
        phone: str,
        on_its_way: Callable[[], int],
        is_gone: Callable[[], bool] = lambda: False,
    ) -> None:
        self.code = code
        self.phone = phone
        self.address = ""
        self._bell = bell
        self._rung = threading.Event()
        self._on_its_way = on_its_way
        #: Whether the page is no longer there, as far as the system knows.
        self.is_gone = is_gone
        #: Whether what it shows stays as it is until there is news.
        self.rests = False
        #: Called at a ring, where nobody waits.
        self.called: Callable[[], None] | None = None
        self._sending = False
        self._unread_since = -inf

    @property
    def closed(self) -> bool:
        """The server is stopping: end the stream."""
        return self._bell.closed

    def wait(self, timeout: float) -> bool:
        """Whether the bell rang since the last wait, or does within `timeout` seconds."""
        self._rung.wait(timeout)
        return self.take_ring()

    @property
    def is_rung(self) -> bool:
        """Whether the bell rang since the last wait."""
        return self._rung.is_set()

    def take_ring(self) -> bool:
        """The same as `wait`, at once."""
        rung = self._rung.is_set()
        if rung and not self.closed:
            self._rung.clear()
        return rung

    def wake(self) -> None:
        self._rung.set()
        if self.called is not None:
            self.called()

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
