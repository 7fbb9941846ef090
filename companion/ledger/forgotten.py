"""Forgotten: what was taken out of a ledger for good, noted beside its file and in no backup.

A backup from before holds it still, so it is taken out of it again whenever one is put back. A
note is an id and the moment of that event: a table that later bears the same code is another one.
No name is in it.
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

from companion.ledger import Unavailable, of_table
from companion.ledger.rows import (
    DELETE_EVENTS,
    DELETE_NOTES,
    DELETE_RULINGS,
    ERASE_NAME,
    SHELVE,
    in_transaction,
)
from companion.ledger.schema import bring_up_to_date

#: The notes lie beside the database, under the same name.
NOTES = ".forgotten"
#: A whole table, or the name that one event gave.
TABLE, NAME = "table", "name"

_IS_THERE = "SELECT 1 FROM events WHERE code = ? AND seq = ? AND at = ?"
# A blank on the shelf stands for what a phone has taken out; one that has signed off stays so.
_TAKEN_OUT = (
    "SELECT house, game, name, value, at FROM shelf WHERE value = ' ' OR game = '-signed-off'"
)


class Forgotten(NamedTuple):
    """One note: what is gone, and the event that it is known by."""

    what: str
    code: str
    seq: int
    at: float


def notes_of(database: Path) -> Path:
    """Where the notes of this database lie."""
    return database.with_suffix(NOTES)


def note(database: Path, gone: Iterable[Forgotten]) -> None:
    """Writes it down, for its owner's eyes alone. Raises `Unavailable`: what can't be noted would
    come back, so it isn't forgotten either.
    """
    lines = "".join(f"{each.what} {each.code} {each.seq} {each.at!r}\n" for each in gone)
    if not lines:
        return
    try:
        handle = os.open(notes_of(database), os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        with os.fdopen(handle, "ab") as file:
            # A line that an interrupted write has left open ends here.
            file.write(f"\n{lines}".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unavailable("full" if error.errno == ENOSPC else "broken", str(error)) from error


def read_notes(database: Path) -> list[Forgotten]:
    """All of them, each once; what is no note is passed over."""
    try:
        text = notes_of(database).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return list(dict.fromkeys(_notes_in(text)))


def _notes_in(text: str) -> Iterator[Forgotten]:
    for line in text.splitlines():
        try:
            what, code, seq, at = line.split(" ")
            yield Forgotten(what, code, int(seq), float(at))
        except ValueError:
            continue


def taken_out(database: Path) -> list[tuple[Any, ...]]:
    """What the phones of this database have taken out; nothing of a file that can't be read."""
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return list(connection.execute(_TAKEN_OUT))
    except sqlite3.DatabaseError:
        return []


def forget_again(file: Path, gone: Iterable[Forgotten], out: Iterable[tuple[Any, ...]]) -> int:
    """Takes all of it out of a ledger's file that nobody has open; how much was there still."""
    wanted, marks = list(gone), list(out)
    if not wanted and not marks:
        return 0
    with closing(sqlite3.connect(str(file), isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = DELETE")
        writer.execute("PRAGMA secure_delete = ON")
        bring_up_to_date(Database(writer))
        with in_transaction(writer):
            writer.executemany(SHELVE, marks)
            return sum(_forget(writer, each) for each in wanted)


def _forget(writer: Any, gone: Forgotten) -> int:
    if writer.execute(_IS_THERE, (gone.code, gone.seq, gone.at)).fetchone() is None:
        return 0
    if gone.what == TABLE:
        writer.execute(DELETE_RULINGS, (gone.code,))
        writer.execute(DELETE_NOTES, (of_table(gone.code),))
        return int(writer.execute(DELETE_EVENTS, (gone.code,)).rowcount > 0)
    return int(writer.execute(f"{ERASE_NAME} AND text <> ''", (gone.code, gone.seq)).rowcount)
