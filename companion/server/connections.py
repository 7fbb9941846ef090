"""Limits the open connections per address; the longest idle one is closed to make room.

A house behind one address has many phones, each with several connections. A phone reopens an idle
connection unnoticed, so closing one does no harm.
"""

from __future__ import annotations

import socket
import sys
from collections import OrderedDict
from contextlib import suppress

#: Files that this process may open, if the system permits: every connection is one.
MAX_OPEN_FILES = 65_536


class Connections:
    """The open connections by address. `each`: maximum per address, 0 for no limit."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._open: dict[str, set[socket.socket]] = {}
        self._silent: dict[str, OrderedDict[socket.socket, None]] = {}

    @property
    def has_active(self) -> bool:
        """Returns whether any connection does more than wait for a request."""
        silent = self._silent
        return any(len(lines) > len(silent.get(each, ())) for each, lines in self._open.items())

    def register(self, address: str, line: socket.socket) -> bool:
        """Registers a connection if there is room, closing an idle one if needed;
        returns whether.
        """
        open_now = len(self._open.get(address, ()))
        if address and 0 < self._each <= open_now and not self._end_a_silent_one(address):
            return False
        self._open.setdefault(address, set()).add(line)
        return True

    def release(self, address: str, line: socket.socket) -> None:
        """Removes a connection."""
        self.mark_active(address, line)
        lines = self._open.get(address, set())
        lines.discard(line)
        if not lines:
            self._open.pop(address, None)

    def mark_idle(self, address: str, line: socket.socket) -> None:
        """Marks the connection as waiting for a request."""
        self._silent.setdefault(address, OrderedDict())[line] = None

    def mark_active(self, address: str, line: socket.socket) -> None:
        """Marks the connection as serving a request."""
        silent = self._silent.get(address)
        if silent is not None:
            silent.pop(line, None)
            if not silent:
                del self._silent[address]

    def _end_a_silent_one(self, address: str) -> bool:
        if address not in self._silent:
            return False
        line = next(iter(self._silent[address]))
        self.release(address, line)
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        return True


def increase_file_limit() -> None:
    """Raises the limit of open files as far as the system permits, up to `MAX_OPEN_FILES`. Windows
    has none.
    """
    if sys.platform == "win32":
        return
    try:
        import resource
    except ModuleNotFoundError:
        return

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
