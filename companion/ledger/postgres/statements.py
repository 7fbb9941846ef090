"""Statements that write to PostgreSQL and read from it. This module opens nothing.

A change of a table runs in a transaction that has locked the table's code first
(`LOCK_TABLE_CODES`): two servers never write one table at the same moment, so what a statement has
read still holds when its transaction ends. (code, seq) and (code, intent) are unique even without
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from companion.ledger import StoredRefusal, Unavailable
from companion.tables import Event

#: The channel of the servers' messages in the database.
NOTICE_CHANNEL = "companion"
LISTEN_STATEMENT = f"LISTEN {NOTICE_CHANNEL}"
NOTIFY_STATEMENT = (
    f"SELECT pg_notify('{NOTICE_CHANNEL}', message) FROM unnest(%s::text[]) AS message"
)
SELECT_NEWEST_EVENT_NUMBERS = """
    SELECT code, (SELECT max(seq) FROM events WHERE events.code = asked.code)
    FROM unnest(%s::text[]) AS asked (code)
"""

#: In the order of the codes, so that two servers never deadlock.
LOCK_TABLE_CODES = """
    SELECT pg_advisory_xact_lock(hashtextextended(code, 0)) FROM unnest(%s::text[]) AS code
"""
EVENT_COLUMNS = "code, seq, at, seat, kind, text, coalesce(intent, ''), coalesce(rules, '')"
REFUSAL_COLUMNS = "code, seq, at, seat, action, rules, coalesce(intent, '')"

# Only on top of the event before it: a table that is being deleted leaves no partial log.
INSERT_EVENT = """
    INSERT INTO events (code, seq, at, seat, kind, text, intent, rules)
    SELECT %(code)s, %(seq)s, %(at)s, %(seat)s, %(kind)s, %(text)s,
        nullif(%(intent)s, ''), nullif(%(rules)s, '')
    WHERE (%(seq)s <= 1
        OR EXISTS (SELECT FROM events WHERE code = %(code)s AND seq = %(seq)s - 1))
    AND NOT (%(unless_refused)s
        AND EXISTS (SELECT FROM rulings WHERE code = %(code)s AND intent = nullif(%(intent)s, '')))
    ON CONFLICT DO NOTHING
"""
INSERT_REFUSAL = """
    INSERT INTO rulings (code, seq, at, seat, action, rules, intent)
    VALUES (%(code)s, %(seq)s, %(at)s, %(seat)s, %(action)s, %(rules)s, nullif(%(intent)s, ''))
    ON CONFLICT DO NOTHING
"""
SELECT_EVENTS = f"SELECT {EVENT_COLUMNS} FROM events WHERE code = %s AND seq > %s ORDER BY seq"
SELECT_EVENT = f"SELECT {EVENT_COLUMNS} FROM events WHERE code = %s AND seq = %s"
SELECT_EVENT_BY_INTENT = (
    f"SELECT {EVENT_COLUMNS} FROM events WHERE code = %s AND intent = nullif(%s, '')"
)
SELECT_REFUSALS = f"SELECT {REFUSAL_COLUMNS} FROM rulings WHERE code = %s ORDER BY id"
SELECT_REFUSAL_BY_INTENT = (
    f"SELECT {REFUSAL_COLUMNS} FROM rulings WHERE code = %s AND intent = nullif(%s, '')"
)
# Every table has an event 1, and the index contains its code: nothing else is read.
SELECT_TABLE_CODES = "SELECT code FROM events WHERE seq = 1 ORDER BY code"
SELECT_TABLE_CODES_OF_PHONE = """
    SELECT code FROM (
        SELECT DISTINCT code FROM events
        WHERE split_part(text, ' ', 1) = %(phone)s AND (text = %(phone)s OR kind = 'gave-seat')
        AND kind IN ('took-seat', 'took-over', 'gave-seat')
    ) AS own
    ORDER BY (SELECT at FROM events WHERE events.code = own.code ORDER BY seq DESC LIMIT 1) DESC
    LIMIT %(most)s
"""
SELECT_TABLE_SUMMARIES = """
    SELECT code, coalesce(min(text) FILTER (WHERE seq = 1), ''), min(at), max(at), count(*),
        sum(length(text) + length(kind) + 24)::bigint
    FROM events GROUP BY code ORDER BY max(at)
"""
DELETE_EVENTS = "DELETE FROM events WHERE code = %s"
DELETE_REFUSALS = "DELETE FROM rulings WHERE code = %s"
DELETE_NOTES = "DELETE FROM shelf WHERE house = %s"
ERASE_NAMES = """
    UPDATE events SET text = '' WHERE code = %s AND seq = ANY(%s::bigint[]) AND kind = 'named'
"""
SELECT_SNAPSHOT = "SELECT inside FROM snapshots WHERE code = %s"
# Of the newest event only: a name may be erased from the log after an event was written.
INSERT_SNAPSHOT = """
    INSERT INTO snapshots (code, seq, inside)
    SELECT %(code)s, %(seq)s, %(inside)s
    WHERE %(seq)s = (SELECT max(seq) FROM events WHERE code = %(code)s)
    ON CONFLICT (code) DO UPDATE SET seq = excluded.seq, inside = excluded.inside
"""
INSERT_NOTE = """
    INSERT INTO shelf (house, game, name, value, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (house, game, name) DO UPDATE SET value = excluded.value, at = excluded.at
    WHERE shelf.at <= excluded.at AND shelf.value <> excluded.value
"""
SELECT_NOTES = """
    SELECT house, game, name, value, at FROM shelf WHERE house = %s AND game = %s ORDER BY at, name
"""


@dataclass
class PendingRow:
    """One row that waits to be written.

    `event`: None for a ruling. `refusal`: an error until the row is known to be durable, so that
    nothing counts by accident. `sent_again`: an attempt has failed, and may have counted
    nevertheless. `alone`: it could not be written with the others, and is tried by itself.
    """

    sql: str
    values: Mapping[str, Any]
    event: Event | None = None
    unless_refused: bool = False
    refusal: Exception | None = field(default_factory=lambda: Unavailable("broken"))
    sent_again: bool = False
    alone: bool = False

    @property
    def code(self) -> str:
        """Returns the code of the row's table."""
        return str(self.values["code"])


SqlStatement = tuple[str, Mapping[str, Any] | Sequence[Any]]


def execute_in_transaction(connection: Any, statements: Sequence[SqlStatement]) -> list[int]:
    """Runs the statements in one transaction; returns how many rows each has changed.

    All are one message, which the database has as a whole before it begins: however this server
    stops or is cut off, no transaction waits for more statements and blocks others.
    """
    with psycopg.ClientCursor(connection) as cursor:
        cursor.execute(";".join(cursor.mogrify(*each) for each in statements).encode())
        counts = [cursor.rowcount]
        while cursor.nextset():
            counts.append(cursor.rowcount)
    return counts


def event_row(event: Event, unless_refused: bool = False) -> PendingRow:
    """Returns the row of an event."""
    values = {**vars(event), "unless_refused": unless_refused}
    return PendingRow(INSERT_EVENT, _writable(values), event, unless_refused)


def refusal_row(past: StoredRefusal) -> PendingRow:
    """Returns the row of a ruling."""
    return PendingRow(INSERT_REFUSAL, _writable({**vars(past), "rules": " ".join(past.rules)}))


def refusal_from_row(row: tuple[Any, ...]) -> StoredRefusal:
    """Returns the ruling in this row."""
    code, seq, at, seat, action, rules, intent = row
    return StoredRefusal(code, seq, at, seat, action, tuple(rules.split()), intent)


def _writable(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the values. Raises `ValueError` for a text that no column can hold."""
    for value in values.values():
        if isinstance(value, str):
            value.encode()
            if "\0" in value:
                raise ValueError("a text with the sign 0 in it")
    return values
