"""Notes on what was deleted from a ledger for good, kept beside its file and in no backup.

An older backup still contains it, so it is deleted again whenever one is restored. A note is an id
and the time of its event: a later table with the same code is not affected. Notes contain no names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import Unavailable, notes_owner_of_table
from companion.ledger.rows import (
    DELETE_EVENTS,
    DELETE_NOTES,
    DELETE_REFUSALS,
    ERASE_NAME,
    INSERT_NOTE,
    write_transaction,
)
from companion.ledger.schema import apply_migrations

#: The suffix of the notes, beside the database.
DELETION_NOTES_SUFFIX = ".forgotten"
#: A whole table, or the name that one event gave.
TABLE_WORD, NAME_WORD = "table", "name"

_IS_THERE = "SELECT 1 FROM events WHERE code = ? AND seq = ? AND at = ?"
# A blank note marks what a phone has removed; a signed-out phone stays so.
_TAKEN_OUT = (
    "SELECT house, game, name, value, at FROM shelf WHERE value = ' ' OR game = '-signed-off'"
)


class DeletionNote(NamedTuple):
    """One note: what was deleted, and its event."""

    what: str
    code: str
    seq: int
    at: float


def deletion_notes_path(database: Path) -> Path:
    """Returns the file of this database's notes."""
    return database.with_suffix(DELETION_NOTES_SUFFIX)


def append_deletion_notes(database: Path, gone: Iterable[DeletionNote]) -> None:
    """Appends notes to a file that only its owner can read.

    Raises `Unavailable`: without a note the deletion would not last, so the caller must not delete.
    """
    lines = "".join(f"{each.what} {each.code} {each.seq} {each.at!r}\n" for each in gone)
    if not lines:
        return
    try:
        handle = os.open(
            deletion_notes_path(database), os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600
        )
        with os.fdopen(handle, "ab") as file:
            # Ends a line that an interrupted write left open.
            file.write(f"\n{lines}".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unavailable("full" if error.errno == ENOSPC else "broken", str(error)) from error


def read_deletion_notes(database: Path) -> list[DeletionNote]:
    """Returns all notes, each once; malformed lines are skipped."""
    try:
        text = deletion_notes_path(database).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return list(dict.fromkeys(_notes_in(text)))


def _notes_in(text: str) -> Iterator[DeletionNote]:
    for line in text.splitlines():
        try:
            what, code, seq, at = line.split(" ")
            yield DeletionNote(what, code, int(seq), float(at))
        except ValueError:
            continue


def removed_note_rows(database: Path) -> list[tuple[Any, ...]]:
    """Returns the shelf rows of what phones have removed; empty if the file cannot be read."""
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return list(connection.execute(_TAKEN_OUT))
    except sqlite3.DatabaseError:
        return []


def repeat_deletions(
    file: Path, gone: Iterable[DeletionNote], out: Iterable[tuple[Any, ...]]
) -> int:
    """Deletes all of this from a ledger's file that no process has open; returns how much there
    was.
    """
    wanted, marks = list(gone), list(out)
    if not wanted and not marks:
        return 0
    with closing(sqlite3.connect(str(file), isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = DELETE")
        writer.execute("PRAGMA secure_delete = ON")
        apply_migrations(Database(writer))
        with write_transaction(writer):
            writer.executemany(INSERT_NOTE, marks)
            return sum(_forget(writer, each) for each in wanted)


def _forget(writer: Any, gone: DeletionNote) -> int:
    if writer.execute(_IS_THERE, (gone.code, gone.seq, gone.at)).fetchone() is None:
        return 0
    if gone.what == TABLE_WORD:
        writer.execute(DELETE_REFUSALS, (gone.code,))
        writer.execute(DELETE_NOTES, (notes_owner_of_table(gone.code),))
        return int(writer.execute(DELETE_EVENTS, (gone.code,)).rowcount > 0)
    return int(writer.execute(f"{ERASE_NAME} AND text <> ''", (gone.code, gone.seq)).rowcount)
