"""Statements that write to SQLite and read from it. This module opens nothing. Every change runs
inside a transaction that the caller has begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import (
    EventNumberTaken,
    RefusedIntent,
    RepeatedIntent,
    StoredRefusal,
    TableDeleted,
    Unavailable,
)
from companion.tables import Event

EVENT_COLUMNS = "code, seq, at, seat, kind, text, coalesce(intent, ''), coalesce(rules, '')"

REFUSAL_COLUMNS = "code, seq, at, seat, action, rules, coalesce(intent, '')"

# Only on top of the event before it: a table that is being deleted leaves no partial log.
INSERT_EVENT = (
    "INSERT INTO events (code, seq, at, seat, kind, text, intent, rules)"
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, ''), nullif(?8, '') WHERE ?2 <= 1"
    " OR EXISTS (SELECT 1 FROM events WHERE code = ?1 AND seq = ?2 - 1)"
)

INSERT_REFUSAL = (
    "INSERT OR IGNORE INTO rulings (code, seq, at, seat, action, rules, intent)"
    " VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''))"
)


SELECT_TABLE_SUMMARIES = (
    "SELECT code, (SELECT text FROM events AS first WHERE first.code = events.code AND seq = 1),"
    " min(at), max(at), count(*), sum(length(text) + length(kind) + 24)"
    " FROM events GROUP BY code ORDER BY max(at)"
)

SELECT_TABLE_CODES_OF_PHONE = (
    "SELECT code FROM (SELECT DISTINCT code FROM events"
    " WHERE (kind IN ('took-seat', 'took-over') AND text = ?1)"
    " OR (kind = 'gave-seat' AND substr(text, 1, length(?1) + 1) = ?1 || ' ')) AS own"
    " ORDER BY (SELECT at FROM events WHERE events.code = own.code ORDER BY seq DESC LIMIT 1) DESC"
    " LIMIT ?2"
)

DELETE_EVENTS = "DELETE FROM events WHERE code = ?"

DELETE_REFUSALS = "DELETE FROM rulings WHERE code = ?"

#: The notes about a table.
DELETE_NOTES = "DELETE FROM shelf WHERE house = ?"

ERASE_NAME = "UPDATE events SET text = '' WHERE code = ? AND seq = ? AND kind = 'named'"

INSERT_NOTE = (
    "INSERT INTO shelf (house, game, name, value, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET value = excluded.value, at = excluded.at"
    " WHERE at <= excluded.at AND value <> excluded.value"
)

SELECT_NOTES = (
    "SELECT house, game, name, value, at FROM shelf WHERE house = ? AND game = ? ORDER BY at, name"
)


SELECT_SNAPSHOT = "SELECT inside FROM snapshots WHERE code = ?"

# Of the newest event only: a name may be erased from the log after an event was written.
INSERT_SNAPSHOT = (
    "INSERT INTO snapshots (code, seq, inside) SELECT ?1, ?2, ?3"
    " WHERE ?2 = (SELECT max(seq) FROM events WHERE code = ?1)"
    " ON CONFLICT DO UPDATE SET seq = excluded.seq, inside = excluded.inside"
)


#: The statement with its values.
SqliteStatement = tuple[str, tuple[Any, ...]]


@contextmanager
def write_transaction(writer: Any) -> Iterator[Any]:
    """Runs the block in one transaction, all or nothing."""
    writer.execute("BEGIN IMMEDIATE")
    try:
        yield writer
        writer.execute("COMMIT")
    finally:
        if writer.in_transaction:
            writer.execute("ROLLBACK")


class WriteAheadLogErasure:
    """Removes deleted data from the write-ahead log too, which would keep it while few write."""

    def __init__(self) -> None:
        self._due = False

    @contextmanager
    def transaction(self, writer: Any, deletes: bool = False) -> Iterator[None]:
        """Runs one transaction and then removes what it or an earlier one deleted from the log. A
        concurrent reader delays that until the next transaction.
        """
        with write_transaction(writer):
            yield
        if deletes or self._due:
            self._due = not _emptied_log(writer, patient=deletes)


def _emptied_log(writer: Any, patient: bool) -> bool:
    """Empties the log into the file; False if a reader prevents it. `patient`: whether to wait for
    that reader.
    """
    try:
        if not patient:
            writer.execute("PRAGMA busy_timeout = 0")
        held_back, *_ = writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.DatabaseError:
        return False  # The transaction itself is written.
    return not held_back


@dataclass
class PendingRow:
    """One row that waits to be written.

    `event`: None for a ruling. `unless_refused`: not if its intent was refused before. `refusal`:
    an error until the row is known to be durable, so that nothing counts by accident.
    """

    sql: str
    values: tuple[Any, ...]
    event: Event | None = None
    unless_refused: bool = False
    refusal: Exception | None = field(default_factory=lambda: Unavailable("broken"))


def event_values(event: Event) -> tuple[Any, ...]:
    """Returns the event's values, as `INSERT_EVENT` expects them."""
    first = (event.code, event.seq, event.at, event.seat)
    return (*first, event.kind, event.text, event.intent, event.rules)


def refusal_from_row(row: tuple[Any, ...]) -> StoredRefusal:
    """Returns the ruling in this row."""
    code, seq, at, seat, action, rules, intent = row
    return StoredRefusal(code, seq, at, seat, action, tuple(rules.split()), intent)


def insert_row(writer: Any, row: PendingRow) -> Exception | None:
    """Inserts the row, or returns why it alone cannot be; the other rows are still written."""
    try:
        past = _refused(writer, row.event) if row.event and row.unless_refused else None
        if past:
            return RefusedIntent(past)
        added = writer.execute(row.sql, row.values).rowcount
    except sqlite3.IntegrityError as error:
        if row.event and "UNIQUE" in str(error):
            return _clash(writer, row.event)
        return error
    except (ValueError, OverflowError) as error:  # A text or a number that SQLite cannot hold.
        return error
    return TableDeleted() if row.event and not added else None


def insert_rows(writer: Any, rows: list[PendingRow]) -> Exception | None:
    """Inserts all rows in one transaction, or none; returns why not."""
    writer.execute("BEGIN IMMEDIATE")
    try:
        refusals = (insert_row(writer, row) for row in rows)
        refusal = next((refusal for refusal in refusals if refusal), None)
        writer.execute("ROLLBACK" if refusal else "COMMIT")
        return refusal
    finally:
        if writer.in_transaction:
            writer.execute("ROLLBACK")


def _refused(writer: Any, event: Event) -> StoredRefusal | None:
    sql = f"SELECT {REFUSAL_COLUMNS} FROM rulings WHERE code = ? AND intent = nullif(?, '')"
    past = writer.execute(sql, (event.code, event.intent)).fetchone()
    return refusal_from_row(past) if past else None


def _clash(writer: Any, event: Event) -> Exception:
    sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE code = ? AND intent = nullif(?, '')"
    first = writer.execute(sql, (event.code, event.intent)).fetchone()
    return RepeatedIntent(Event(*first)) if first else EventNumberTaken()
