"""The ledger in a SQLite file: one connection writes, with group commit; one reads.

SQL runs only through the two given runners, so that under gevent all of it happens in native
threads and a busy disk blocks no other greenlet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from functools import partial
from pathlib import Path
from time import perf_counter, time
from typing import Any, TypeVar

# The SQLite that sqlite-utils found: pysqlite3 if installed (newer, with the fix for a log that two
# processes can damage), else the system's.
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.histogram import DurationHistogram
from companion.ledger import (
    StoredNote,
    StoredRefusal,
    TableSummary,
    Unavailable,
    notes_owner_of_table,
)
from companion.ledger.daily import BackupFailed, back_up_before_update
from companion.ledger.forgotten import NAME_WORD, TABLE_WORD, DeletionNote, append_deletion_notes
from companion.ledger.offload import WorkRunner, one_at_a_time_runner
from companion.ledger.rows import (
    DELETE_EVENTS,
    DELETE_NOTES,
    DELETE_REFUSALS,
    ERASE_NAME,
    EVENT_COLUMNS,
    INSERT_EVENT,
    INSERT_NOTE,
    INSERT_REFUSAL,
    INSERT_SNAPSHOT,
    REFUSAL_COLUMNS,
    SELECT_NOTES,
    SELECT_SNAPSHOT,
    SELECT_TABLE_CODES_OF_PHONE,
    SELECT_TABLE_SUMMARIES,
    PendingRow,
    SqliteStatement,
    WriteAheadLogErasure,
    event_values,
    insert_row,
    insert_rows,
    refusal_from_row,
)
from companion.ledger.schema import apply_migrations, enable_write_ahead_log, needs_migration
from companion.ledger.trouble import DatabaseFile, LockTimeout, error_kind
from companion.tables import Event

_T = TypeVar("_T")

#: The version of SQLite in use.
SQLITE_VERSION: str = sqlite3.sqlite_version


class SqliteLedger:
    """Implements `Ledger`.

    `timeout`: seconds to wait for a lock that another process holds. `writing`, `reading`: run the
    work on the two connections; `one_at_a_time_runner()` for plain threads, `apply` of a one-thread
    gevent pool in the server.
    """

    def __init__(
        self,
        path: Path,
        timeout: float = 5.0,
        writing: WorkRunner | None = None,
        reading: WorkRunner | None = None,
        synchronous: str = "FULL",
    ) -> None:
        self._path = path
        self._timeout = timeout
        self._patience = LockTimeout(timeout)
        self._file = DatabaseFile(path)
        self._synchronous = synchronous
        self._writing = writing or one_at_a_time_runner()
        self._reading = reading or one_at_a_time_runner()
        self._waiting: deque[PendingRow] = deque()
        self.commits = DurationHistogram()
        self._writer: Any = None
        self._opened = 0
        self._forgetting = WriteAheadLogErasure()
        self._reader: Any = None
        self._writing(self._open)

    @property
    def write_queue_length(self) -> int:
        return len(self._waiting)

    def append(self, event: Event, unless_refused: bool = False) -> None:
        self._write(PendingRow(INSERT_EVENT, event_values(event), event, unless_refused))

    def append_new_table(self, events: Sequence[Event]) -> None:
        rows = [PendingRow(INSERT_EVENT, event_values(event), event) for event in events]
        refusal = self._writing(partial(self._commit_together, rows))
        if refusal:
            raise refusal

    def store_refusal(self, past: StoredRefusal) -> None:
        values = (past.code, past.seq, past.at, past.seat, past.action)
        self._write(PendingRow(INSERT_REFUSAL, (*values, " ".join(past.rules), past.intent)))

    def events(self, code: str, after: int = 0) -> list[Event]:
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE code = ? AND seq > ? ORDER BY seq"
        return [Event(*row) for row in self._read(sql, code, after)]

    def event_by_intent(self, code: str, intent: str) -> Event | None:
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE code = ? AND intent = ?"
        return next((Event(*row) for row in self._read(sql, code, intent)), None)

    def external_change_marker(self) -> Hashable:
        found: Hashable | Unavailable = self._writing(self._foreign)
        if isinstance(found, Unavailable):
            raise found
        return found

    def table_codes(self) -> list[str]:
        return [code for (code,) in self._read("SELECT DISTINCT code FROM events ORDER BY code")]

    def table_codes_of_phone(self, phone: str, most: int) -> list[str]:
        return [code for (code,) in self._read(SELECT_TABLE_CODES_OF_PHONE, phone, most)]

    def refusals(self, code: str) -> list[StoredRefusal]:
        sql = f"SELECT {REFUSAL_COLUMNS} FROM rulings WHERE code = ? ORDER BY id"
        return [refusal_from_row(row) for row in self._read(sql, code)]

    def refusal_of_intent(self, code: str, intent: str) -> StoredRefusal | None:
        sql = f"SELECT {REFUSAL_COLUMNS} FROM rulings WHERE code = ? AND intent = ?"
        return next((refusal_from_row(row) for row in self._read(sql, code, intent)), None)

    def table_summaries(self) -> list[TableSummary]:
        return [TableSummary(*row) for row in self._read(SELECT_TABLE_SUMMARIES)]

    def delete(self, code: str) -> bool:
        self._note_forgotten(TABLE_WORD, code, [1])
        wanted = (DELETE_EVENTS, (code,)), (DELETE_REFUSALS, (code,))
        events, *_ = self._change(
            *wanted, (DELETE_NOTES, (notes_owner_of_table(code),)), deletes=True
        )
        return events > 0

    def erase_names(self, code: str, seqs: Sequence[int]) -> None:
        self._note_forgotten(NAME_WORD, code, seqs)
        self._change(*((ERASE_NAME, (code, seq)) for seq in seqs), deletes=True)

    def snapshot(self, code: str) -> bytes | None:
        return next((inside for (inside,) in self._read(SELECT_SNAPSHOT, code)), None)

    def store_snapshot(self, code: str, seq: int, inside: bytes) -> bool:
        return self._change((INSERT_SNAPSHOT, (code, seq, inside))) == [1]

    def store_notes(self, shelved: Sequence[StoredNote]) -> None:
        self._change(*((INSERT_NOTE, astuple(each)) for each in shelved))

    def notes(self, house: str, game: str) -> list[StoredNote]:
        return [StoredNote(*row) for row in self._read(SELECT_NOTES, house, game)]

    def _note_forgotten(self, what: str, code: str, seqs: Sequence[int]) -> None:
        """Notes it beside the file before the deletion: a restored backup must not
        bring it back.
        """
        there = dict(self._read("SELECT seq, at FROM events WHERE code = ?", code))
        gone = (DeletionNote(what, code, seq, there[seq]) for seq in seqs if seq in there)
        append_deletion_notes(self._path, gone)

    def close(self) -> None:
        self._writing(partial(self._drop, "_writer"))
        self._reading(partial(self._drop, "_reader"))

    def _write(self, row: PendingRow) -> None:
        # The thread whose turn it is writes all waiting rows: many rows, one wait for the disk. A
        # row's own turn comes after it has joined the queue, so it is written by then.
        self._waiting.append(row)
        self._writing(self._commit_waiting)
        if row.refusal:
            raise row.refusal

    def _commit_waiting(self) -> None:
        rows: list[PendingRow] = []
        while self._waiting:
            rows.append(self._waiting.popleft())
        if not rows:
            return
        try:
            self._commit(rows)
        except Unavailable as failure:
            for row in rows:
                row.refusal = failure

    def _commit(self, rows: list[PendingRow]) -> None:
        begun = perf_counter()
        with self._changing() as writer, self._forgetting.transaction(writer):
            refusals = [insert_row(writer, row) for row in rows]
        self.commits.record(perf_counter() - begun, len(rows))
        for row, refusal in zip(rows, refusals, strict=True):
            row.refusal = refusal

    def _commit_together(self, rows: list[PendingRow]) -> Exception | None:
        """Writes all rows in one transaction, or none; returns why not."""
        try:
            with self._changing() as writer:
                return insert_rows(writer, rows)
        except Unavailable as failure:
            return failure

    def _change(self, *statements: SqliteStatement, deletes: bool = False) -> list[int]:
        """Runs the statements in one transaction; returns how many rows each has changed."""
        run = partial(self._run_together, statements, deletes)
        changed: list[int] | Unavailable = self._writing(run)
        if isinstance(changed, Unavailable):
            raise changed
        return changed

    def _run_together(
        self, statements: tuple[SqliteStatement, ...], deletes: bool
    ) -> list[int] | Unavailable:
        try:
            with self._changing() as writer, self._forgetting.transaction(writer, deletes):
                return [writer.execute(sql, values).rowcount for sql, values in statements]
        except Unavailable as failure:
            return failure

    def _foreign(self) -> Hashable | Unavailable:
        """Asks the writing connection: there, this process's own writes do not count."""
        try:
            self._file.check_intact()
            if self._writer is None:
                return None
            with self._troubles("_writer"):
                return self._opened, *self._writer.execute("PRAGMA data_version").fetchone()
        except Unavailable as failure:
            return failure

    @contextmanager
    def _changing(self) -> Iterator[Any]:
        """Gives the writing connection, with its lock timeout set, to a file that still exists."""
        try:
            self._file.check_intact()
            if self._writer is None:
                self._open()
            with self._troubles("_writer"):
                self._patience.set_timeout(self._writer)
                yield self._writer
        except Unavailable as failure:
            self._patience.record_write_result(failure)
            raise
        self._patience.record_write_result()

    def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._reading(partial(self._select, sql, values))
        return rows

    def _select(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        self._file.check_intact()
        with self._troubles("_reader"):
            if self._reader is None:
                self._reader = self._connect()
                self._reader.execute("PRAGMA query_only = ON")
            rows: list[tuple[Any, ...]] = self._reader.execute(sql, values).fetchall()
        if self._writer is None:
            # Under errors: an open connection would keep SQLite regarding the file as read-only.
            self._drop("_reader")
        return rows

    def _open(self) -> None:
        with self._troubles("_writer"):
            self._file.check_intact()
            self._file.restrict_to_owner()
            writer = self._connect()
            try:
                self._prepare(writer)
            except BaseException:
                writer.close()
                raise
            self._writer = writer
            self._opened += 1
            self._file.record_opened()

    def _prepare(self, writer: Any) -> None:
        enable_write_ahead_log(writer, self._timeout)
        writer.execute(f"PRAGMA synchronous = {self._synchronous}")
        # Deleted data is overwritten: an erased name remains in no byte of the file.
        writer.execute("PRAGMA secure_delete = ON")
        database = Database(writer)
        if needs_migration(database):
            try:
                back_up_before_update(self._path, time())
            except BackupFailed as why:
                raise Unavailable("broken", f"no backup before the update: {why}") from why
        apply_migrations(database)

    def _connect(self) -> Any:
        return sqlite3.connect(
            str(self._path), timeout=self._timeout, isolation_level=None, check_same_thread=False
        )

    @contextmanager
    def _troubles(self, name: str) -> Iterator[None]:
        """Turns SQLite's errors into `Unavailable`. After anything worse than a lock or a full disk
        the connection is closed: the next use opens a new one, so a repaired file is noticed.
        """
        try:
            yield
        except sqlite3.DatabaseError as error:
            kind = error_kind(error)
            if kind not in ("full", "locked"):
                self._drop(name)
            raise Unavailable(kind, str(error)) from error

    def _drop(self, name: str) -> None:
        connection = getattr(self, name)
        setattr(self, name, None)
        if connection is not None:
            connection.close()
        if name == "_writer":
            self._file.record_closed()
