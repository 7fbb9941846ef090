"""A watcher: one open stream, woken by the hub of streams."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from types import TracebackType
from typing import Protocol

#: Seconds that a message may take before its phone counts as behind.
_ON_ITS_WAY = 3.0


class StreamHubProtocol(Protocol):
    """The part of the hub that a watcher needs."""

    closed: bool
    ticks: Callable[[], float]

    def remove_watcher(self, watcher: Watcher) -> None:
        """Ends the watching; a second call has no effect."""


class Watcher:
    """One open stream. A flag and no queue: a sleeping phone costs the same as an awake one."""

    def __init__(
        self,
        hub: StreamHubProtocol,
        code: str,
        phone: str,
        on_its_way: Callable[[], int],
    ) -> None:
        self.code = code
        self.phone = phone
        self.address = ""
        self._hub = hub
        self._rung = threading.Event()
        self._on_its_way = on_its_way
        #: Whether the phone has closed the connection.
        self.hung_up = False
        #: Whether what the phone shows stays unchanged until there is news.
        self.rests = False
        self._sending = False
        self._unread_since = -inf

    @property
    def is_server_stopping(self) -> bool:
        """Returns whether the server is stopping, which ends the stream."""
        return self._hub.closed

    @property
    def must_end(self) -> bool:
        """Returns whether the stream must end: the server stops, or the phone is gone."""
        return self.is_server_stopping or self.hung_up

    def wait(self, timeout: float) -> bool:
        """Returns whether it was woken since the last wait, or is within `timeout` seconds."""
        self._rung.wait(max(0.0, timeout))
        rung = self._rung.is_set()
        if rung and not self.must_end:
            self._rung.clear()
        return rung

    def wake(self) -> None:
        """Wakes the stream."""
        self._rung.set()

    def mark_disconnected(self) -> None:
        """Marks the connection as closed by the phone, and wakes the stream."""
        self.hung_up = True
        self.wake()

    def begin_message(self) -> None:
        """Marks the start of a message; `mark_message_sent` marks its end."""
        if not self._on_its_way():
            self._unread_since = self._hub.ticks()
        self._sending = True

    def mark_message_sent(self) -> None:
        """Marks that the message was handed to the connection."""
        self._sending = False

    @property
    def is_behind(self) -> bool:
        """Returns whether a message has been under way longer than a phone in the house
        ever needs.
        """
        # The cheap check first: the amount of unread bytes needs a system call.
        if self._hub.ticks() - self._unread_since <= _ON_ITS_WAY:
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
        self._hub.remove_watcher(self)
