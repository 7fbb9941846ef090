"""Backup: a ledger's file copied while it is in use, and put back. The signing key goes with it.

A plain copy of a running file misses what its -wal file still holds; SQLite's own copy does not.
"""

from __future__ import annotations

import glob
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import DatabaseTooNew
from companion.ledger.forgotten import forget_again, note, notes_of, read_notes, taken_out
from companion.ledger.schema import MIGRATIONS, VERSIONS

#: What SQLite keeps beside a file that is in use.
SIDECARS = ("-wal", "-shm", "-journal")
#: The key that signs the phones' cookies lies beside the database, under the same name.
KEY = ".secret"
#: How long to wait for another writer, in seconds.
PATIENCE = 5.0


class NoLedger(Exception):
    """The file is missing, damaged, or something else than a ledger; `args` say what."""


class InUse(Exception):
    """Another process has the database open."""


def back_up(database: Path, target: Path) -> int:
    """Copies the database into a new file, consistent at one moment, and its key beside it.

    Gives the number of bytes. Raises `NoLedger` also where the copy is not whole, and
    `FileExistsError` where the target is there.
    """
    check(database)
    for file in (target, key_of(target)):
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
    for beside in (key_of, notes_of):
        if beside(database).exists():
            _copy(beside(database), beside(target))
    return target.stat().st_size


def _need_whole(copy: Path) -> None:
    """Raises `NoLedger` where SQLite finds anything wrong with it, its indexes included."""
    with closing(_connect(copy)) as opened:
        found = opened.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise NoLedger(f"the copy is broken: {found[0]}")


def restore(backup: Path, database: Path, kept_as: Path) -> int:
    """Puts the backup in the database's place; what was there goes to `kept_as`, key and all. What
    was forgotten since, there or where the backup is from, is forgotten again: how much, is given.

    Raises `NoLedger`, `Newer`, `InUse`, and `FileExistsError` where `kept_as` is there.
    """
    check(backup)
    if database.exists():
        if kept_as.exists():
            raise FileExistsError(kept_as)
        _close_for_good(database)
    # Both are copied before anything is moved: the backup may be the database itself.
    brought = [(backup, database)]
    if key_of(backup).exists():
        brought.insert(0, (key_of(backup), key_of(database)))
    for source, target in brought:
        _copy(source, _aside(target))
    again = _forget_again(backup, database)
    for old, new in ((database, kept_as), (key_of(database), key_of(kept_as))):
        if old.exists():
            old.replace(new)
    for _, target in brought:
        _settle(_aside(target), target)
    return again


def _forget_again(backup: Path, database: Path) -> int:
    """In the copy that is about to take the database's place, whose notes it goes on with."""
    here, there = read_notes(database), read_notes(backup)
    note(database, [each for each in there if each not in here])
    marks = taken_out(database) if database.exists() else []
    return forget_again(_aside(database), [*here, *there], marks)


def check(file: Path) -> None:
    """Raises `NoLedger` where this is no sound ledger, `Newer` where a newer version wrote it."""
    if not file.is_file():
        raise NoLedger("missing")
    try:
        with closing(_connect(file)) as connection:
            _check_opened(connection)
    except sqlite3.DatabaseError as error:
        raise NoLedger(str(error)) from error


def _check_opened(connection: Any) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise NoLedger(str(found[0]))
    database = Database(connection)
    if "events" not in database.table_names():
        raise NoLedger("no tables of the companion in it")
    if any(applied.name not in VERSIONS for applied in MIGRATIONS.applied(database)):
        raise DatabaseTooNew


def leftover_files(database: Path) -> list[Path]:
    """Where the database is missing or empty: the files that say that there were tables."""
    if database.is_file() and database.stat().st_size > 0:
        return []
    aside = database.parent.glob(f"{glob.escape(f'{database.stem}-before-')}*")
    copies = database.with_name(f"{database.stem}-backups").glob("*.sqlite")
    beside = [_aside(database), *_sidecars(database), *sorted(aside), *sorted(copies)]
    empty = [database] if database.exists() else []
    return [*empty, *(each for each in beside if each.is_file() and each.stat().st_size > 0)]


def _aside(database: Path) -> Path:
    """Where what is put in the database's place is written first."""
    return database.with_name(f"{database.name}.part")


def key_of(database: Path) -> Path:
    """Where the key of this database lies."""
    return database.with_suffix(KEY)


def _connect(file: Path) -> Any:
    return sqlite3.connect(str(file), timeout=PATIENCE, isolation_level=None)


def _close_for_good(database: Path) -> None:
    """Puts everything into the one file. SQLite leaves the write-ahead log only for whoever is
    alone with it, which is how a running companion is noticed. A damaged file is let be.
    """
    try:
        with closing(_connect(database)) as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise InUse from error
    except sqlite3.DatabaseError:
        pass
    for left in _sidecars(database):
        left.unlink(missing_ok=True)


def _sidecars(file: Path) -> list[Path]:
    return [file.with_name(file.name + end) for end in SIDECARS]


def _copy(source: Path, target: Path) -> None:
    """For its owner's eyes alone, from the first byte on."""
    handle = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with source.open("rb") as read, os.fdopen(handle, "wb") as written:
        shutil.copyfileobj(read, written)
        written.flush()
        os.fsync(written.fileno())


def _settle(aside: Path, target: Path) -> None:
    """The finished file takes its name in one step, and the folder remembers it."""
    aside.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
