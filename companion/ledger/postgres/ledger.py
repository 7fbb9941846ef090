"""The ledger in a PostgreSQL database: one connection writes, with group commit; several read.

Waiting rows are sent together, in one transaction. If the connection breaks meanwhile, it is
unknown whether they count; so they are sent again, and a row that is there already, identical, has
counted.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple
from time import perf_counter
from typing import Any
from uuid import uuid4

import psycopg

from companion.histogram import DurationHistogram
from companion.ledger import (
    LOG_CHANGED_WORD,
    EventNumberTaken,
    RefusedIntent,
    RepeatedIntent,
    StoredNote,
    StoredRefusal,
    TableDeleted,
    TableSummary,
    Unavailable,
    notes_owner_of_table,
)
from companion.ledger.postgres import notices
from companion.ledger.postgres import statements as sql
from companion.ledger.postgres.notices import pack_notifications
from companion.ledger.postgres.pool import Connection, PostgresPool, is_disconnected
from companion.ledger.postgres.schema import apply_migrations
from companion.ledger.postgres.statements import (
    PendingRow,
    event_row,
    refusal_from_row,
    refusal_row,
)
from companion.tables import Event


class PostgresLedger:
    """Implements `SharedLedger`. `address`: a postgresql:// URI of one host or several. `timeout`:
    seconds that a tap waits while the database is away.
    """

    def __init__(self, address: str, timeout: float = 5.0) -> None:
        self.name = uuid4().hex[:8]
        self._pool = PostgresPool(address, timeout)
        self._closed = threading.Event()
        self._turn = threading.Lock()
        self._waiting: deque[PendingRow] = deque()
        self.commits = DurationHistogram()
        self._writer: Connection | None = None
        self.is_wanted: Callable[[str], bool] = lambda _: True
        try:
            self._pool.retry(lambda _: apply_migrations(self._writing_connection()))
        except BaseException:
            self.close()
            raise
        self._pool.start()

    @property
    def write_queue_length(self) -> int:
        return len(self._waiting)

    def append(self, event: Event, unless_refused: bool = False) -> None:
        self._write(event_row(event, unless_refused))

    def append_new_table(self, events: Sequence[Event]) -> None:
        rows = [event_row(event) for event in events]
        refusal = self._pool.retry_on_connection(
            lambda connection: _insert_together(connection, rows)
        )
        # After a broken connection the conflict may be with its own first attempt.
        if refusal and self.events(events[0].code)[: len(events)] != list(events):
            raise refusal

    def store_refusal(self, past: StoredRefusal) -> None:
        self._write(refusal_row(past))

    def events(self, code: str, after: int = 0) -> list[Event]:
        return [Event(*row) for row in self._read(sql.SELECT_EVENTS, code, after)]

    def event_by_intent(self, code: str, intent: str) -> Event | None:
        return next(
            (Event(*row) for row in self._read(sql.SELECT_EVENT_BY_INTENT, code, intent)), None
        )

    def external_change_marker(self) -> Hashable:
        return None

    def table_codes(self) -> list[str]:
        return [code for (code,) in self._read(sql.SELECT_TABLE_CODES)]

    def table_codes_of_phone(self, phone: str, most: int) -> list[str]:
        wanted = {"phone": phone, "most": most}
        found = self._pool.retry_on_connection(
            lambda connection: connection.execute(
                sql.SELECT_TABLE_CODES_OF_PHONE, wanted
            ).fetchall()
        )
        return [code for (code,) in found]

    def refusals(self, code: str) -> list[StoredRefusal]:
        return [refusal_from_row(row) for row in self._read(sql.SELECT_REFUSALS, code)]

    def refusal_of_intent(self, code: str, intent: str) -> StoredRefusal | None:
        return next(
            (
                refusal_from_row(row)
                for row in self._read(sql.SELECT_REFUSAL_BY_INTENT, code, intent)
            ),
            None,
        )

    def table_summaries(self) -> list[TableSummary]:
        return [TableSummary(*row) for row in self._read(sql.SELECT_TABLE_SUMMARIES)]

    def delete(self, code: str) -> bool:
        rows = (sql.DELETE_EVENTS, [code]), (sql.DELETE_REFUSALS, [code])
        events, *_ = self._change(code, *rows, (sql.DELETE_NOTES, [notes_owner_of_table(code)]))
        return events > 0

    def erase_names(self, code: str, seqs: Sequence[int]) -> None:
        self._change(code, (sql.ERASE_NAMES, [code, list(seqs)]))

    def snapshot(self, code: str) -> bytes | None:
        return next((bytes(inside) for (inside,) in self._read(sql.SELECT_SNAPSHOT, code)), None)

    def store_snapshot(self, code: str, seq: int, inside: bytes) -> bool:
        values = {"code": code, "seq": seq, "inside": inside}

        def keep(connection: Connection) -> bool:
            with connection.transaction():
                connection.execute(sql.LOCK_TABLE_CODES, [[code]])
                return connection.execute(sql.INSERT_SNAPSHOT, values).rowcount == 1

        return self._pool.retry_on_connection(keep)

    def store_notes(self, shelved: Sequence[StoredNote]) -> None:
        # In a fixed order, so that two servers never deadlock.
        rows = [astuple(each) for each in sorted(shelved, key=astuple)]

        def keep(connection: Connection) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany(sql.INSERT_NOTE, rows)

        self._pool.retry_on_connection(keep)

    def notes(self, house: str, game: str) -> list[StoredNote]:
        return [StoredNote(*row) for row in self._read(sql.SELECT_NOTES, house, game)]

    def send_peer_lines(self, lines: Iterable[str]) -> None:
        notifications = list(pack_notifications(self.name, lines))
        with suppress(Unavailable, ValueError):
            self._pool.retry_on_connection(
                lambda connection: (
                    connection.execute(sql.NOTIFY_STATEMENT, [notifications]) and None
                )
            )

    def receive_peer_lines(
        self, hear: Callable[[str, list[str]], None], begun: Callable[[], None]
    ) -> None:
        def hear_others(sender: str, lines: list[str]) -> None:
            if sender != self.name:
                hear(sender, lines)

        notices.listen_for_notifications(self._pool, self._closed, hear_others, begun)

    def newest_event_numbers(self, codes: Sequence[str]) -> Mapping[str, int]:
        return {
            code: seq or 0 for code, seq in self._read(sql.SELECT_NEWEST_EVENT_NUMBERS, list(codes))
        }

    def close(self) -> None:
        self._closed.set()
        with self._turn:
            self._drop_writer()
        self._pool.close()

    def _read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._pool.retry_on_connection(
            lambda connection: connection.execute(statement, values).fetchall()
        )

    def _change(self, code: str, *changes: tuple[str, list[Any]]) -> list[int]:
        """Runs the statements in one transaction; returns how many rows each has changed."""

        def run(connection: Connection) -> list[int]:
            with connection.transaction():
                connection.execute(sql.LOCK_TABLE_CODES, [[code]])
                return [
                    connection.execute(statement, values).rowcount for statement, values in changes
                ]

        changed = self._pool.retry_on_connection(run)
        self.send_peer_lines([f"{LOG_CHANGED_WORD} {code}"])
        return changed

    def _write(self, row: PendingRow) -> None:
        # The thread whose turn it is writes all that wait: many rows, one wait for the disk.
        # A row's own turn comes after it has joined the queue, so it is written by then.
        self._waiting.append(row)
        with self._turn:
            self._commit_waiting()
        if row.alone:
            row.refusal = self._pool.retry_on_connection(
                lambda connection: self._commit(connection, [row])[0]
            )
        if row.refusal:
            raise row.refusal

    def _commit_waiting(self) -> None:
        rows = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not rows:
            return
        try:
            refusals = self._pool.retry(lambda _: self._commit_on_own_connection(rows))
        except (Unavailable, ValueError) as failure:
            # One row may prevent the others; each is then tried alone.
            alone = not isinstance(failure, Unavailable) or failure.kind in ("locked", "broken")
            for row in rows:
                row.refusal, row.alone = failure, alone
            return
        for row, refusal in zip(rows, refusals, strict=True):
            row.refusal = refusal

    def _commit_on_own_connection(self, rows: list[PendingRow]) -> list[Exception | None]:
        try:
            return self._commit(self._writing_connection(), rows)
        except psycopg.Error as error:
            for row in rows:
                row.sent_again = True
            if is_disconnected(error):
                self._drop_writer()
            raise

    def _commit(self, connection: Connection, rows: list[PendingRow]) -> list[Exception | None]:
        """Writes the rows in one transaction; returns for each why it was not written, or None."""
        codes = sorted({row.code for row in rows})
        begun = perf_counter()
        said: list[sql.SqlStatement] = [
            (sql.LOCK_TABLE_CODES, [codes]),
            *((row.sql, row.values) for row in rows),
        ]
        _, *written = sql.execute_in_transaction(connection, said)
        self.commits.record(perf_counter() - begun, len(rows))
        self._tell_changed(connection, sorted({row.code for row in rows if row.event}))
        pairs = zip(rows, written, strict=True)
        return [
            _clash(connection, row) if row.event and not count else None for row, count in pairs
        ]

    def _tell_changed(self, connection: Connection, codes: Iterable[str]) -> None:
        """Notifies the servers that watch these tables. They are asked for only now: a later
        watcher reads the log. The rows are written even if the notification fails.
        """
        changed = [f"{LOG_CHANGED_WORD} {code}" for code in codes if self.is_wanted(code)]
        if changed:
            with suppress(psycopg.Error):
                connection.execute(
                    sql.NOTIFY_STATEMENT, [list(pack_notifications(self.name, changed))]
                )

    def _writing_connection(self) -> Connection:
        if self._writer is None or self._writer.closed:
            self._writer = self._pool.open_connection()
        return self._writer

    def _drop_writer(self) -> None:
        connection, self._writer = self._writer, None
        if connection is not None:
            connection.close()


def _insert_together(connection: Connection, rows: list[PendingRow]) -> Exception | None:
    """Writes all rows in one transaction, or none; returns why not."""
    with connection.transaction() as attempt, connection.cursor() as cursor:
        cursor.execute(sql.LOCK_TABLE_CODES, [sorted({row.code for row in rows})])
        cursor.executemany(sql.INSERT_EVENT, [row.values for row in rows])
        if cursor.rowcount == len(rows):
            return None
        raise psycopg.Rollback(attempt)
    return next(_clashes(connection, rows), TableDeleted())


def _clashes(connection: Connection, rows: Iterable[PendingRow]) -> Iterable[Exception]:
    found = (_clash(connection, row) for row in rows)
    return (each for each in found if isinstance(each, EventNumberTaken | RepeatedIntent))


def _clash(connection: Connection, row: PendingRow) -> Exception | None:
    """Returns why this event was not inserted; None if an earlier attempt inserted it."""
    event = row.event
    assert event is not None
    there = connection.execute(sql.SELECT_EVENT, [event.code, event.seq]).fetchone()
    if row.sent_again and there and Event(*there) == event:
        return None
    if row.unless_refused:
        past = connection.execute(
            sql.SELECT_REFUSAL_BY_INTENT, [event.code, event.intent]
        ).fetchone()
        if past:
            return RefusedIntent(refusal_from_row(past))
    first = connection.execute(sql.SELECT_EVENT_BY_INTENT, [event.code, event.intent]).fetchone()
    if first:
        return RepeatedIntent(Event(*first))
    return EventNumberTaken() if there else TableDeleted()
