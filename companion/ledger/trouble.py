"""Detects and names faults of the ledger's file.

A deleted file still accepts writes and loses them with the process; an overwritten one answers from
memory for a while. Neither may be reported as saved.
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

ERROR_KIND_BY_SQLITE_CODE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
#: Seconds between two checks of a changed file, and as a multiple of the last check's duration:
#: checks take at most a hundredth of the time.
CHECK_SECONDS, CHECK_PAUSE_FACTOR = 2.0, 100.0
#: Bytes up to which a check reads the whole file; of a larger one, only the beginning.
MAX_FULL_CHECK_BYTES = 32 * 1024 * 1024
#: Seconds after a failed wait for a lock during which no other writer waits for it.
NO_LOCK_WAIT_PERIOD_SECONDS = 1.0

ClockFunction = Callable[[], float]


def error_kind(error: sqlite3.DatabaseError) -> str:
    """Returns the `kind` of `Unavailable` for this error."""
    return ERROR_KIND_BY_SQLITE_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")


class LockTimeout:
    """How long to wait for a lock of another process: `timeout` seconds, once for all writers. A
    writer that comes while the lock is known to be held fails at once.
    """

    def __init__(self, timeout: float, clock: ClockFunction = time.monotonic) -> None:
        self._timeout = timeout
        self._clock = clock
        self._in_vain = float("-inf")

    def set_timeout(self, connection: Any) -> None:
        """Sets the timeout of this connection, before it begins to write."""
        left = 0.0 if self._clock() - self._in_vain < NO_LOCK_WAIT_PERIOD_SECONDS else self._timeout
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * left)}")

    def record_write_result(self, failure: Unavailable | None = None) -> None:
        """Records how the write ended."""
        locked = failure is not None and failure.kind == "locked"
        self._in_vain = self._clock() if locked else float("-inf")


class DatabaseFile:
    """The database's file: whether it is still the one that was opened, and sound."""

    def __init__(self, path: Path, clock: ClockFunction = time.monotonic) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._clock = clock
        self._file: tuple[int, int] | None = None
        self._logged: tuple[int, int] | None = None
        self._state: tuple[int, int] = (0, 0)
        self._look_at = float("-inf")
        self._damage = ""

    def restrict_to_owner(self) -> None:
        """Restricts the file, and what SQLite keeps beside it, to its owner. Created here, so that
        it is never readable by others for a moment.
        """
        with suppress(OSError):
            os.close(os.open(self._path, os.O_RDONLY | os.O_CREAT, 0o600))
        for each in (self._path, self._log, self._path.with_name(f"{self._path.name}-shm")):
            with suppress(OSError):
                mode = stat.S_IMODE(each.stat().st_mode)
                if mode & 0o077:
                    each.chmod(mode & 0o700)

    def record_opened(self) -> None:
        """Records which file was opened. Only the first time: a later one would be another file."""
        self._logged = _identity(self._log)
        if self._file is None:
            self._file = _identity(self._path)
            self._state = _state(self._path)

    def record_closed(self) -> None:
        """Records that the log is removed with the last connection."""
        self._logged = None

    def check_intact(self) -> None:
        """Raises `Unavailable` ("gone" or "damaged"). To be called before opening or using the
        file.
        """
        if self._file is None:
            if _size(self._path) == 0 and _size(self._log) > 0:
                # SQLite would discard the log, which holds all the data, as an old one.
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
        """Checks the file itself, past the connections' caches, if it has changed."""
        begun, state = self._clock(), _state(self._path)
        if state != self._state or self._damage:
            self._damage = damage_text(self._path)
            self._state = state
        took = self._clock() - begun
        self._look_at = begun + max(CHECK_SECONDS, CHECK_PAUSE_FACTOR * took)


def damage_text(path: Path) -> str:
    """Returns SQLite's complaint about this file; "" if it is sound."""
    size = _size(path)
    if size == 0:
        return "the file is empty"
    sql = (
        "PRAGMA quick_check(1)"
        if size <= MAX_FULL_CHECK_BYTES
        else "SELECT code FROM events LIMIT 1"
    )
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as fresh:
            lines = fresh.execute(sql).fetchall()
    except sqlite3.DatabaseError as error:
        return str(error) if error_kind(error) == "damaged" else ""
    return "" if size > MAX_FULL_CHECK_BYTES or lines == [("ok",)] else str(lines[0][0])


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
