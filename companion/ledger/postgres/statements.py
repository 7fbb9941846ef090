"""What is written to PostgreSQL and read from it, one statement each. It opens nothing.

Whatever changes a table runs in a transaction that has locked the table's code first (`LOCK`): two
servers never write one table at the same moment, so what a statement has looked at still holds when
its transaction ends. That (code, seq) and (code, intent) are unique holds without it, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from companion.ledger import PastRuling, Unavailable
from companion.tables import Event

#: What servers tell each other is on one channel of the database.
CHANNEL = "companion"
LISTEN = f"LISTEN {CHANNEL}"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', message) FROM unnest(%s::text[]) AS message"
NEWEST = """
    SELECT code, (SELECT max(seq) FROM events WHERE events.code = asked.code)
    FROM unnest(%s::text[]) AS asked (code)
"""

#: In the order of the codes, so that no two servers ever wait for each other.
LOCK = """
    SELECT pg_advisory_xact_lock(hashtextextended(code, 0)) FROM unnest(%s::text[]) AS code
"""
EVENT = "code, seq, at, seat, kind, text, coalesce(intent, ''), coalesce(rules, '')"
RULING = "code, seq, at, seat, action, rules, coalesce(intent, '')"

# Only on top of the event before it: no part of a log is left of a table that is being deleted.
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
INSERT_RULING = """
    INSERT INTO rulings (code, seq, at, seat, action, rules, intent)
    VALUES (%(code)s, %(seq)s, %(at)s, %(seat)s, %(action)s, %(rules)s, nullif(%(intent)s, ''))
    ON CONFLICT DO NOTHING
"""
EVENTS = f"SELECT {EVENT} FROM events WHERE code = %s AND seq > %s ORDER BY seq"
EVENT_AT = f"SELECT {EVENT} FROM events WHERE code = %s AND seq = %s"
EVENT_WITH = f"SELECT {EVENT} FROM events WHERE code = %s AND intent = nullif(%s, '')"
RULINGS = f"SELECT {RULING} FROM rulings WHERE code = %s ORDER BY id"
RULING_ON = f"SELECT {RULING} FROM rulings WHERE code = %s AND intent = nullif(%s, '')"
# Every table has an event 1, and the index has its code: nothing else is read.
CODES = "SELECT code FROM events WHERE seq = 1 ORDER BY code"
CODES_OF = """
    SELECT code FROM (
        SELECT DISTINCT code FROM events
        WHERE split_part(text, ' ', 1) = %(phone)s AND (text = %(phone)s OR kind = 'gave-seat')
        AND kind IN ('took-seat', 'took-over', 'gave-seat')
    ) AS own
    ORDER BY (SELECT at FROM events WHERE events.code = own.code ORDER BY seq DESC LIMIT 1) DESC
    LIMIT %(most)s
"""
SUMMARIES = """
    SELECT code, coalesce(min(text) FILTER (WHERE seq = 1), ''), min(at), max(at), count(*),
        sum(length(text) + length(kind) + 24)::bigint
    FROM events GROUP BY code ORDER BY max(at)
"""
DELETE_EVENTS = "DELETE FROM events WHERE code = %s"
DELETE_RULINGS = "DELETE FROM rulings WHERE code = %s"
DELETE_NOTES = "DELETE FROM shelf WHERE house = %s"
ERASE_NAMES = """
    UPDATE events SET text = '' WHERE code = %s AND seq = ANY(%s::bigint[]) AND kind = 'named'
"""
SNAPSHOT = "SELECT inside FROM snapshots WHERE code = %s"
# Of the newest event alone: a name is taken out of a log after an event was written.
KEEP_SNAPSHOT = """
    INSERT INTO snapshots (code, seq, inside)
    SELECT %(code)s, %(seq)s, %(inside)s
    WHERE %(seq)s = (SELECT max(seq) FROM events WHERE code = %(code)s)
    ON CONFLICT (code) DO UPDATE SET seq = excluded.seq, inside = excluded.inside
"""
SHELVE = """
    INSERT INTO shelf (house, game, name, value, at) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (house, game, name) DO UPDATE SET value = excluded.value, at = excluded.at
    WHERE shelf.at <= excluded.at AND shelf.value <> excluded.value
"""
SHELF = """
    SELECT house, game, name, value, at FROM shelf WHERE house = %s AND game = %s ORDER BY at, name
"""


@dataclass
class PendingRow:
    """One row that waits to be written. `event` is None for a ruling.

    `refusal` says so until the row is known to be durable: nothing counts by accident.
    `sent_again`: a sending has failed, and may have counted all the same. `alone`: it could not be
    written together with the others, and is tried by itself.
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
        return str(self.values["code"])


Said = tuple[str, Mapping[str, Any] | Sequence[Any]]


def execute_together(connection: Any, statements: Sequence[Said]) -> list[int]:
    """Runs them in one transaction; how many rows each has changed.

    All of it is one message, which the database has as a whole before it begins: however we are
    stopped, or cut off, no transaction waits there for the rest of it and holds others up.
    """
    with psycopg.ClientCursor(connection) as cursor:
        cursor.execute(";".join(cursor.mogrify(*each) for each in statements).encode())
        counts = [cursor.rowcount]
        while cursor.nextset():
            counts.append(cursor.rowcount)
    return counts


def event_row(event: Event, unless_refused: bool = False) -> PendingRow:
    values = {**vars(event), "unless_refused": unless_refused}
    return PendingRow(INSERT_EVENT, _writable(values), event, unless_refused)


def ruling_row(past: PastRuling) -> PendingRow:
    return PendingRow(INSERT_RULING, _writable({**vars(past), "rules": " ".join(past.rules)}))


def past_ruling(row: tuple[Any, ...]) -> PastRuling:
    code, seq, at, seat, action, rules, intent = row
    return PastRuling(code, seq, at, seat, action, tuple(rules.split()), intent)


def _writable(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same. Raises `ValueError` for a text that no column can hold."""
    for value in values.values():
        if isinstance(value, str):
            value.encode()
            if "\0" in value:
                raise ValueError("a text with the sign 0 in it")
    return values
