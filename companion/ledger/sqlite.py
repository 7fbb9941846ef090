"""The ledger in one SQLite file: one writing connection with group commit, one for reading.

It never runs SQL outside the two ways of running it that it was given, so that under gevent all
of it happens in native threads and a busy disk stops nobody else.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

# The SQLite that sqlite-utils has found: pysqlite3 where it is installed (a newer one, with
# the repair of the log that two processes can damage), the system's otherwise.
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import PastRuling, RefusedBefore, Repeated, SeqTaken, Unavailable
from companion.ledger.schema import bring_up_to_date
from companion.tables import Event

T = TypeVar("T")

#: The version of SQLite that is in use.
SQLITE: str = sqlite3.sqlite_version

#: Runs a piece of work, one at a time and in the order asked, and returns when it is done.
Offload = Callable[[Callable[[], Any]], Any]

_KINDS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read-only",
}
_EVENT = "code, seq, at, seat, kind, text, coalesce(intent, '')"
_RULING = "code, seq, at, seat, action, rules, coalesce(intent, '')"
_INSERT_EVENT = (
    "INSERT INTO events (code, seq, at, seat, kind, text, intent)"
    " VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''))"
)
_INSERT_RULING = (
    "INSERT OR IGNORE INTO rulings (code, seq, at, seat, action, rules, intent)"
    " VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''))"
)


def in_turn() -> Offload:
    """For plain threads: the work runs in the thread that asks, one thread at a time."""
    turn = threading.Lock()

    def run(work: Callable[[], Any]) -> Any:
        with turn:
            return work()

    return run


@dataclass
class _Row:
    """One row that waits to be written. `event` is None for a ruling. `unless_refused`: not if
    its intent was refused before.

    `refusal` says so until the row is known to be durable: nothing counts by accident.
    """

    sql: str
    values: tuple[Any, ...]
    event: Event | None = None
    unless_refused: bool = False
    refusal: Exception | None = field(default_factory=lambda: Unavailable("broken"))


class SqliteLedger:
    """`timeout`: seconds to wait for a lock that another process holds.

    `writing` and `reading` run the work on the two connections: `in_turn()` for plain threads,
    the `apply` of a gevent thread pool of one when served.
    """

    def __init__(
        self,
        path: Path,
        timeout: float = 5.0,
        writing: Offload | None = None,
        reading: Offload | None = None,
        synchronous: str = "FULL",
    ) -> None:
        self._path = path
        self._timeout = timeout
        self._synchronous = synchronous
        self._writing = writing or in_turn()
        self._reading = reading or in_turn()
        self._waiting: deque[_Row] = deque()
        self._writer: Any = None
        self._reader: Any = None
        self._writing(self._open)

    def append(self, event: Event, unless_refused: bool = False) -> None:
        self._write(_Row(_INSERT_EVENT, _event_values(event), event, unless_refused))

    def append_all(self, events: Sequence[Event]) -> None:
        rows = [_Row(_INSERT_EVENT, _event_values(event), event) for event in events]
        refusal = self._writing(partial(self._commit_together, rows))
        if refusal:
            raise refusal

    def note_ruling(self, past: PastRuling) -> None:
        values = (past.code, past.seq, past.at, past.seat, past.action)
        self._write(_Row(_INSERT_RULING, (*values, " ".join(past.rules), past.intent)))

    def events(self, code: str, after: int = 0) -> list[Event]:
        sql = f"SELECT {_EVENT} FROM events WHERE code = ? AND seq > ? ORDER BY seq"
        return [Event(*row) for row in self._read(sql, code, after)]

    def event_with(self, code: str, intent: str) -> Event | None:
        sql = f"SELECT {_EVENT} FROM events WHERE code = ? AND intent = ?"
        return next((Event(*row) for row in self._read(sql, code, intent)), None)

    def codes(self) -> list[str]:
        return [code for (code,) in self._read("SELECT DISTINCT code FROM events ORDER BY code")]

    def rulings(self, code: str) -> list[PastRuling]:
        sql = f"SELECT {_RULING} FROM rulings WHERE code = ? ORDER BY id"
        return [_past_ruling(row) for row in self._read(sql, code)]

    def ruling_on(self, code: str, intent: str) -> PastRuling | None:
        sql = f"SELECT {_RULING} FROM rulings WHERE code = ? AND intent = ?"
        return next((_past_ruling(row) for row in self._read(sql, code, intent)), None)

    def close(self) -> None:
        self._writing(partial(self._drop, "_writer"))
        self._reading(partial(self._drop, "_reader"))

    def _write(self, row: _Row) -> None:
        # Whoever gets its turn writes all that wait by then: many rows, one wait for the disk.
        # A row's own turn comes after it has joined the queue, so it is written by then.
        self._waiting.append(row)
        self._writing(self._commit_waiting)
        if row.refusal:
            raise row.refusal

    def _commit_waiting(self) -> None:
        rows: list[_Row] = []
        while self._waiting:
            rows.append(self._waiting.popleft())
        if not rows:
            return
        try:
            self._commit(rows)
        except Unavailable as failure:
            for row in rows:
                row.refusal = failure

    def _commit(self, rows: list[_Row]) -> None:
        if self._writer is None:
            self._open()
        with self._troubles("_writer"):
            writer = self._writer
            writer.execute("BEGIN IMMEDIATE")
            try:
                refusals = [_insert(writer, row) for row in rows]
                writer.execute("COMMIT")
            finally:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
        for row, refusal in zip(rows, refusals, strict=True):
            row.refusal = refusal

    def _commit_together(self, rows: list[_Row]) -> Exception | None:
        """All of them in one transaction; at the first that cannot be, none, and why not."""
        try:
            if self._writer is None:
                self._open()
            with self._troubles("_writer"):
                return _insert_together(self._writer, rows)
        except Unavailable as failure:
            return failure

    def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._reading(partial(self._select, sql, values))
        return rows

    def _select(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with self._troubles("_reader"):
            if self._reader is None:
                self._reader = self._connect()
                self._reader.execute("PRAGMA query_only = ON")
            rows: list[tuple[Any, ...]] = self._reader.execute(sql, values).fetchall()
        if self._writer is None:
            # In trouble: an open connection would keep SQLite believing in a read-only file.
            self._drop("_reader")
        return rows

    def _open(self) -> None:
        with self._troubles("_writer"):
            writer = self._connect()
            try:
                self._prepare(writer)
            except BaseException:
                writer.close()
                raise
            self._writer = writer

    def _prepare(self, writer: Any) -> None:
        # Changing the journal needs a writable file; a file that has it already does not.
        if writer.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            writer.execute("PRAGMA journal_mode = WAL")
        writer.execute(f"PRAGMA synchronous = {self._synchronous}")
        bring_up_to_date(Database(writer))

    def _connect(self) -> Any:
        return sqlite3.connect(
            str(self._path), timeout=self._timeout, isolation_level=None, check_same_thread=False
        )

    @contextmanager
    def _troubles(self, name: str) -> Iterator[None]:
        """Turns what SQLite says into `Unavailable`. After worse than a lock or a full disk the
        connection is let go: the next work opens a new one, so a mended file is found mended.
        """
        try:
            yield
        except sqlite3.DatabaseError as error:
            kind = _KINDS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "broken")
            if kind not in ("full", "locked"):
                self._drop(name)
            raise Unavailable(kind, str(error)) from error

    def _drop(self, name: str) -> None:
        connection = getattr(self, name)
        setattr(self, name, None)
        if connection is not None:
            connection.close()


def _event_values(event: Event) -> tuple[Any, ...]:
    first = (event.code, event.seq, event.at, event.seat)
    return (*first, event.kind, event.text, event.intent)


def _past_ruling(row: tuple[Any, ...]) -> PastRuling:
    code, seq, at, seat, action, rules, intent = row
    return PastRuling(code, seq, at, seat, action, tuple(rules.split()), intent)


def _insert(writer: Any, row: _Row) -> Exception | None:
    """Inserts the row, or says why this row alone cannot be; its neighbours are still written."""
    try:
        past = _refused(writer, row.event) if row.event and row.unless_refused else None
        if past:
            return RefusedBefore(past)
        writer.execute(row.sql, row.values)
    except sqlite3.IntegrityError as error:
        if row.event and "UNIQUE" in str(error):
            return _clash(writer, row.event)
        return error
    except (ValueError, OverflowError) as error:  # a text or a number that no file can hold
        return error
    return None


def _insert_together(writer: Any, rows: list[_Row]) -> Exception | None:
    writer.execute("BEGIN IMMEDIATE")
    try:
        refusals = (_insert(writer, row) for row in rows)
        refusal = next((refusal for refusal in refusals if refusal), None)
        writer.execute("ROLLBACK" if refusal else "COMMIT")
        return refusal
    finally:
        if writer.in_transaction:
            writer.execute("ROLLBACK")


def _refused(writer: Any, event: Event) -> PastRuling | None:
    sql = f"SELECT {_RULING} FROM rulings WHERE code = ? AND intent = nullif(?, '')"
    past = writer.execute(sql, (event.code, event.intent)).fetchone()
    return _past_ruling(past) if past else None


def _clash(writer: Any, event: Event) -> Exception:
    sql = f"SELECT {_EVENT} FROM events WHERE code = ? AND intent = nullif(?, '')"
    first = writer.execute(sql, (event.code, event.intent)).fetchone()
    return Repeated(Event(*first)) if first else SeqTaken()
