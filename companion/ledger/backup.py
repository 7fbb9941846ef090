"""Backup: copies a ledger's file while it is in use, with the signing key, and restores it. A plain
copy of a file in use misses what its -wal file still holds; SQLite's backup does not.
"""

from __future__ import annotations

import glob
import os
import shutil
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import DatabaseTooNew
from companion.ledger.forgotten import (
    append_deletion_notes,
    deletion_notes_path,
    read_deletion_notes,
    removed_note_rows,
    repeat_deletions,
)
from companion.ledger.schema import MIGRATION_NAMES, MIGRATIONS

#: The suffixes of files that SQLite keeps beside a database in use.
SIDECAR_SUFFIXES = ("-wal", "-shm", "-journal")
#: The suffix of the key that signs the phones' cookies, beside the database.
KEY_FILE_SUFFIX = ".secret"
#: Seconds to wait for another writer.
WRITER_WAIT_SECONDS = 5.0


class NotALedger(Exception):
    """The file is missing, damaged or not a ledger; `args` say what."""


class DatabaseInUse(Exception):
    """Another process has the database open."""


def back_up(database: Path, target: Path) -> int:
    """Copies the database into a new file, consistently, with its key; returns its bytes.

    Raises `NotALedger` (also if the copy is damaged), and `FileExistsError` if the target exists.
    """
    check_ledger_file(database)
    for file in (target, key_file_path(target)):
        if file.exists():
            raise FileExistsError(file)
    aside = _aside(target)
    try:
        aside.touch(mode=0o600)
        with closing(_connect(database)) as source, closing(sqlite3.connect(str(aside))) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        _need_whole(aside)
        _settle(aside, target)
    finally:
        for left in (aside, *_sidecars(aside)):
            left.unlink(missing_ok=True)
    for beside in (key_file_path, deletion_notes_path):
        if beside(database).exists():
            _copy(beside(database), beside(target))
    return target.stat().st_size


def _need_whole(copy: Path) -> None:
    """Raises `NotALedger` if SQLite finds any fault in the copy, its indexes included."""
    with closing(_connect(copy)) as opened:
        found = opened.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise NotALedger(f"the copy is broken: {found[0]}")


def restore(backup: Path, database: Path, kept_as: Path) -> int:
    """Restores the backup and moves what was there, with its key, to `kept_as`.

    What has been forgotten since, here or where the backup comes from, is forgotten again; returns
    how much. Raises `NotALedger`, `DatabaseTooNew`, `DatabaseInUse`, and `FileExistsError` if
    `kept_as` exists.
    """
    check_ledger_file(backup)
    if database.exists():
        if kept_as.exists():
            raise FileExistsError(kept_as)
        _close_for_good(database)
    # Both are copied before anything is moved: the backup may be the database itself.
    brought = [(backup, database)]
    if key_file_path(backup).exists():
        brought.insert(0, (key_file_path(backup), key_file_path(database)))
    for source, target in brought:
        _copy(source, _aside(target))
    again = _forget_again(backup, database)
    for old, new in ((database, kept_as), (key_file_path(database), key_file_path(kept_as))):
        if old.exists():
            old.replace(new)
    for _, target in brought:
        _settle(_aside(target), target)
    return again


def _forget_again(backup: Path, database: Path) -> int:
    """Forgets again in the copy that will replace the database, and merges the notes."""
    here, there = read_deletion_notes(database), read_deletion_notes(backup)
    append_deletion_notes(database, [each for each in there if each not in here])
    marks = removed_note_rows(database) if database.exists() else []
    return repeat_deletions(_aside(database), [*here, *there], marks)


def check_ledger_file(file: Path) -> None:
    """Raises `NotALedger` if this is no sound ledger, `DatabaseTooNew` if a newer
    version wrote it.
    """
    if not file.is_file():
        raise NotALedger("missing")
    try:
        with closing(_connect(file)) as connection:
            _check_opened(connection)
    except sqlite3.DatabaseError as error:
        raise NotALedger(str(error)) from error


def _check_opened(connection: Any) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise NotALedger(str(found[0]))
    database = Database(connection)
    if "events" not in database.table_names():
        raise NotALedger("no tables of the companion in it")
    if any(applied.name not in MIGRATION_NAMES for applied in MIGRATIONS.applied(database)):
        raise DatabaseTooNew


def open_read_only(file: Path) -> Any:
    """Returns a connection that writes nothing. A file that isn't there is an error."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)
    connection.execute("PRAGMA query_only = ON")
    return connection


def newest_event_time(path: Path, now: float = inf) -> float:
    """Returns the time of the newest event up to `now` (Unix seconds); 0.0 without events or a
    readable file.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return 0.0
    try:
        with closing(open_read_only(path)) as connection:
            newest = connection.execute("SELECT max(at) FROM events WHERE at <= ?", (now,))
            return float(newest.fetchone()[0] or 0.0)
    except sqlite3.DatabaseError:
        return 0.0


def leftover_database_files(database: Path) -> list[Path]:
    """Returns the files showing that there were tables, if the database is missing or empty."""
    if database.is_file() and database.stat().st_size > 0:
        return []
    aside = database.parent.glob(f"{glob.escape(f'{database.stem}-before-')}*")
    copies = database.with_name(f"{database.stem}-backups").glob("*.sqlite")
    beside = [_aside(database), *_sidecars(database), *sorted(aside), *sorted(copies)]
    empty = [database] if database.exists() else []
    return [*empty, *(each for each in beside if each.is_file() and each.stat().st_size > 0)]


def _aside(database: Path) -> Path:
    """Returns the temporary file of what will replace the database."""
    return database.with_name(f"{database.name}.part")


def key_file_path(database: Path) -> Path:
    """Returns the file of this database's key."""
    return database.with_suffix(KEY_FILE_SUFFIX)


def _connect(file: Path) -> Any:
    return sqlite3.connect(str(file), timeout=WRITER_WAIT_SECONDS, isolation_level=None)


def _close_for_good(database: Path) -> None:
    """Merges everything into the one file; raises `DatabaseInUse` if another process has it open.

    SQLite removes the write-ahead log only for its sole user, which reveals a running companion. A
    damaged file is left as it is.
    """
    try:
        with closing(_connect(database)) as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise DatabaseInUse from error
    except sqlite3.DatabaseError:
        pass
    for left in _sidecars(database):
        left.unlink(missing_ok=True)


def _sidecars(file: Path) -> list[Path]:
    return [file.with_name(file.name + end) for end in SIDECAR_SUFFIXES]


def _copy(source: Path, target: Path) -> None:
    """Copies the file, readable by its owner only from the first byte on."""
    handle = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with source.open("rb") as read, os.fdopen(handle, "wb") as written:
        shutil.copyfileobj(read, written)
        written.flush()
        os.fsync(written.fileno())


def _settle(aside: Path, target: Path) -> None:
    """Renames the finished file in one step, and syncs the folder."""
    aside.replace(target)
    # Windows opens no folder, and writes a new name at once.
    with suppress(PermissionError):
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
