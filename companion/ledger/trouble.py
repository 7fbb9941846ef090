"""Trouble: what can be wrong with the ledger's file, noticed early and called by its name.

A file that was deleted goes on taking what is written, and forgets it with the process; one that
somebody has written over answers from memory for a while. Neither may be told to anybody as saved.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import Unavailable

KINDS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
#: Seconds between two looks into a file that has changed, and how much longer than the last look
#: took: looking takes a hundredth of the time at most.
LOOKS, RARELY = 2.0, 100.0
#: Bytes of a file that is read through in such a look; in a larger one only its beginning is.
WHOLE = 32 * 1024 * 1024
#: Seconds after a lock was waited for in vain, in which no other writer waits for it.
IN_VAIN = 1.0

Clock = Callable[[], float]


def kind_of(error: sqlite3.DatabaseError) -> str:
    return KINDS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")


class LockTimeout:
    """How long to wait for a lock that another process holds: `timeout` seconds, and that once
    for all who want to write. A writer that comes while the lock is known to be held fails at once.
    """

    def __init__(self, timeout: float, clock: Clock = time.monotonic) -> None:
        self._timeout = timeout
        self._clock = clock
        self._in_vain = float("-inf")

    def begin(self, connection: Any) -> None:
        """Says so to this connection, before it begins to write."""
        left = 0.0 if self._clock() - self._in_vain < IN_VAIN else self._timeout
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * left)}")

    def ended(self, failure: Unavailable | None = None) -> None:
        """What has come of it."""
        locked = failure is not None and failure.kind == "locked"
        self._in_vain = self._clock() if locked else float("-inf")


class DatabaseFile:
    """The database's file: is it still the one that was opened, and whole?"""

    def __init__(self, path: Path, clock: Clock = time.monotonic) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._clock = clock
        self._file: tuple[int, int] | None = None
        self._logged: tuple[int, int] | None = None
        self._state: tuple[int, int] = (0, 0)
        self._look_at = float("-inf")
        self._damage = ""

    def shut(self) -> None:
        """Nobody else on this machine may read it, nor what SQLite keeps beside it: that gets the
        rights of the file itself. Made here, so that it is never open for a moment.
        """
        with suppress(OSError):
            os.close(os.open(self._path, os.O_RDONLY | os.O_CREAT, 0o600))
        for each in (self._path, self._log, self._path.with_name(f"{self._path.name}-shm")):
            with suppress(OSError):
                mode = stat.S_IMODE(each.stat().st_mode)
                if mode & 0o077:
                    each.chmod(mode & 0o700)

    def opened(self) -> None:
        """The file is there now, and this is it. Only the first time: it never is another one."""
        self._logged = _identity(self._log)
        if self._file is None:
            self._file = _identity(self._path)
            self._state = _state(self._path)

    def closed(self) -> None:
        """The log beside it goes with the last connection."""
        self._logged = None

    def check(self) -> None:
        """Raises `Unavailable`, "gone" or "damaged". Whoever opens or uses the file asks first."""
        if self._file is None:
            if _size(self._path) == 0 and _size(self._log) > 0:
                # SQLite would take the log, which holds all there is, for an old one.
                raise Unavailable("damaged", "the file is empty, its log is not")
            return
        if _identity(self._path) != self._file:
            raise Unavailable("gone", "the file was deleted or replaced")
        if self._logged is not None and _identity(self._log) != self._logged:
            raise Unavailable("gone", "the file's log was deleted or replaced")
        if self._clock() >= self._look_at:
            self._look()
        if self._damage:
            raise Unavailable("damaged", self._damage)

    def _look(self) -> None:
        """Looks into the file itself, past what connections remember, where it has changed."""
        begun, state = self._clock(), _state(self._path)
        if state != self._state or self._damage:
            self._damage = damage(self._path)
            self._state = state
        took = self._clock() - begun
        self._look_at = begun + max(LOOKS, RARELY * took)


def damage(path: Path) -> str:
    """What SQLite says is wrong with this file; "" where nothing is."""
    size = _size(path)
    if size == 0:
        return "the file is empty"
    sql = "PRAGMA quick_check(1)" if size <= WHOLE else "SELECT code FROM events LIMIT 1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as fresh:
            told = fresh.execute(sql).fetchall()
    except sqlite3.DatabaseError as error:
        return str(error) if kind_of(error) == "damaged" else ""
    return "" if size > WHOLE or told == [("ok",)] else str(told[0][0])


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _state(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_size


def _size(path: Path) -> int:
    return _state(path)[1]
