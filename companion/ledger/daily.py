"""Automatic copies of a ledger's file, daily and before a schema update. Each copy is checked when
it is made: a damaged one is reported at once and replaces no sound one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock

from companion.ledger import DatabaseTooNew
from companion.ledger.backup import (
    NotALedger,
    back_up,
    check_ledger_file,
    key_file_path,
    newest_event_time,
)
from companion.ledger.forgotten import deletion_notes_path
from companion.ledger.offload import WorkRunner, one_at_a_time_runner
from companion.moments import dated

#: Seconds between two copies.
DAY_SECONDS = 86_400.0
#: Bytes that a copy leaves free: on a full disk no tap can be saved.
MIN_FREE_BYTES = 20_000_000
#: Which version has used these tables last.
LAST_VERSION_FILE_NAME = "used-by"
#: Held while a copy is made: systems differ in locks, and Windows opens no folder.
LOCK_FILE_NAME = "in-use"
#: A copy's name contains its time.
_STAMP = "%Y-%m-%d-%H%M%S"
_NAME = re.compile(r"(\d{4}-\d\d-\d\d-\d{6})(-before-update)?\.sqlite")


class BackupFailed(Exception):
    """No new copy was made; the message says why."""


@dataclass(frozen=True)
class BackupCopy:
    """An existing copy. `at`: its time in Unix seconds."""

    file: Path
    at: float
    before_update: bool

    @property
    def date_text(self) -> str:
        """Returns the copy's date as year-month-day (UTC)."""
        return self.file.name[:10]


class Backups:
    """The copies of one file.

    `days`: how many days are kept, 0 for no automatic copies. `copying`: runs the copying; a server
    gives it a thread. `trouble`: why the last copy failed, "" if it did not.
    """

    def __init__(self, database: Path, days: int, clock: Callable[[], float]) -> None:
        self._database = database
        self.days = days
        self._clock = clock
        self.folder = backup_folder(database)
        self.copying: WorkRunner = one_at_a_time_runner()
        self.trouble = ""

    @property
    def all_copies(self) -> list[BackupCopy]:
        """Returns all copies, the newest first."""
        return backup_copies(self._database)

    @property
    def database_bytes(self) -> int:
        """Returns the bytes of the database with its write-ahead log."""
        return _size_of(self._database)

    @property
    def free_disk_bytes(self) -> int:
        """Returns the free bytes on the disk."""
        return shutil.disk_usage(self._database.parent).free

    def is_due(self) -> bool:
        """Returns whether there is a database whose newest daily copy is a day old or missing. One
        from the future doesn't count: the clock was ahead then.
        """
        if not self.days or not self._database.exists():
            return False
        now = self._clock()
        newest = newest_daily_copy(self.all_copies, now)
        return newest is None or now - newest.at >= DAY_SECONDS

    def make_if_due(self) -> Path | None:
        """Makes a copy if due; another process may have done so. Raises `BackupFailed`."""
        return self.copying(lambda: self._make(if_due=True)) if self.is_due() else None

    def make_copy(self) -> Path:
        """Makes a copy now. Raises `BackupFailed`."""
        made: Path = self.copying(self._make)
        return made

    def _make(self, if_due: bool = False) -> Path | None:
        try:
            with _alone(self.folder):
                if if_due and not self.is_due():
                    return None
                made = _copied(self._database, self._clock())
                self._let_go(made)
        except (OSError, NotALedger, DatabaseTooNew) as failure:
            self.trouble = _words(failure)
            raise BackupFailed(self.trouble) from failure
        self.trouble = ""
        return made

    def _let_go(self, made: Path) -> None:
        """Deletes old copies: keeps the newest of each day, of `days` days, and the one just made.
        Copies from before an update are for the host to delete; those from the future stay until
        their day.
        """
        now = self._clock()
        past = [each for each in self.all_copies if not each.before_update and each.at <= now]
        days: dict[str, BackupCopy] = {}
        for each in past:
            days.setdefault(each.date_text, each)
        staying = {made, *(each.file for each in list(days.values())[: max(self.days, 1)])}
        for each in past:
            if each.file not in staying:
                for file in (each.file, key_file_path(each.file), deletion_notes_path(each.file)):
                    file.unlink(missing_ok=True)


def backup_folder(database: Path) -> Path:
    """Returns the folder of this file's copies."""
    return database.with_name(f"{database.stem}-backups")


def backup_copies(database: Path) -> list[BackupCopy]:
    """Returns all copies of this file, the newest first."""
    found = [
        (_NAME.fullmatch(file.name), file) for file in backup_folder(database).glob("*.sqlite")
    ]
    kept = [BackupCopy(file, _time_of(name[1]), bool(name[2])) for name, file in found if name]
    return sorted(kept, key=lambda each: each.at, reverse=True)


def newest_daily_copy(copies: Iterable[BackupCopy], now: float) -> BackupCopy | None:
    """Returns the first of these copies, newest first, that was made by the day and not in the
    future.
    """
    return next((each for each in copies if not each.before_update and each.at <= now), None)


def newest_readable_copy(database: Path, now: float) -> Path | None:
    """Returns the copy with the newest content that this version can read; None if there is none.

    A clock may have been wrong when a copy was made: what counts is its newest event, of equal ones
    its name. A copy from the future comes last.
    """

    def content(copy: BackupCopy) -> tuple[bool, float, float]:
        return copy.at <= now, newest_event_time(copy.file, now), copy.at

    for each in sorted(backup_copies(database), key=content, reverse=True):
        try:
            check_ledger_file(each.file)
        except (NotALedger, DatabaseTooNew):
            continue
        return each.file
    return None


def back_up_before_update(database: Path, now: float) -> Path:
    """Makes a copy that no later one replaces. Raises `BackupFailed`."""
    try:
        with _alone(backup_folder(database)):
            return _copied(database, now, "-before-update")
    except (OSError, NotALedger, DatabaseTooNew) as failure:
        raise BackupFailed(_words(failure)) from failure


def back_up_if_updated(database: Path, version: str, now: float) -> Path | None:
    """The same where another version of this program has used these tables last, and notes that
    this one does. None where it was this one, or nothing is there yet. Raises `BackupFailed`.
    """
    note = backup_folder(database) / LAST_VERSION_FILE_NAME
    used_by = note.read_text(encoding="utf-8", errors="replace") if note.exists() else ""
    if used_by == version:
        return None
    made = back_up_before_update(database, now) if _size_of(database) else None
    note.parent.mkdir(mode=0o700, exist_ok=True)
    note.touch(mode=0o600)
    note.chmod(0o600)
    note.write_text(version, encoding="utf-8")
    return made


def _copied(database: Path, now: float, why: str = "") -> Path:
    """Returns the new copy, or the one of the same second."""
    stamp = datetime.fromtimestamp(dated(now), UTC).strftime(_STAMP)
    target = backup_folder(database) / f"{stamp}{why}.sqlite"
    if target.exists():
        return target
    size = _size_of(database)
    if shutil.disk_usage(target.parent).free < size + MIN_FREE_BYTES:
        raise OSError(f"no room for another {size // 1_000_000 + 1} MB")
    for left in target.parent.glob("*.part*"):  # Left over from an interrupted copy.
        left.unlink(missing_ok=True)
    back_up(database, target)
    return target


def _size_of(database: Path) -> int:
    log = database.with_name(f"{database.name}-wal")
    return sum(each.stat().st_size for each in (database, log) if each.exists())


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Locks the folder against the other processes that serve these tables."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with FileLock(folder / LOCK_FILE_NAME, mode=0o600):
        yield


def _time_of(stamp: str) -> float:
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def _words(failure: Exception) -> str:
    if isinstance(failure, DatabaseTooNew):
        return "a newer version wrote the tables"
    return str(failure)
