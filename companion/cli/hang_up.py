"""Notices that a phone has closed its end of a line while nothing is read of it: a stream only
sends, and would find out at its next beat. Knows no request and ends nothing itself.

Imported only after the standard library was patched.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import gevent

#: What gevent's loop calls that there is something to read, or the end of it.
READ = 1

#: Bytes that a phone may send meanwhile, which are thrown away, and how many are taken at once.
MOST, AT_ONCE = 64 * 1024, 4 * 1024


class HangUp:
    """Looks from now on, until `stop`, which comes before the line is closed. `told`: called once,
    from gevent's loop, so it may not wait.
    """

    def __init__(self, line: Any, told: Callable[[], None]) -> None:
        # The socket below gevent's own, whose `recv` would wait.
        self._line = line._sock
        self._told = told
        self._left = MOST
        self._io = gevent.get_hub().loop.io(line.fileno(), READ)
        self._io.start(self._look)

    def _look(self) -> None:
        said = b""
        with suppress(ConnectionError, TimeoutError):
            try:
                said = self._line.recv(AT_ONCE)
            except BlockingIOError:
                return
        self._left -= len(said)
        if not said or self._left < 0:
            self._io.stop()
            self._told()

    def stop(self) -> None:
        self._io.stop()
        self._io.close()
