"""Inspects a ledger's file as it is, damaged or not. It repairs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import DatabaseTooNew, Unavailable
from companion.ledger.backup import open_read_only
from companion.ledger.opening import require_postgres_driver
from companion.ledger.rows import EVENT_COLUMNS
from companion.ledger.schema import MIGRATION_NAMES, MIGRATIONS
from companion.ledger.trouble import error_kind
from companion.ledger.where import DatabaseLocation
from companion.tables import Event

#: Faults of a file that are shown.
MAX_SHOWN_FAULTS = 20


def integrity_errors(path: Path) -> list[str]:
    """Returns the faults that SQLite finds in the whole file; empty if it is sound."""
    try:
        with closing(open_read_only(path)) as connection:
            lines = connection.execute(f"PRAGMA integrity_check({MAX_SHOWN_FAULTS})").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [str(line) for (line,) in lines if line != "ok"]


def iter_table_logs(path: Path) -> Iterator[tuple[str, list[Event] | Unavailable]]:
    """Yields every table's code with its events, or with why they cannot be read."""
    try:
        with closing(open_read_only(path)) as connection:
            columns = {row[1] for row in connection.execute("PRAGMA table_info(events)")}
            # A database that only an older version has opened has no column for the rules.
            event = EVENT_COLUMNS if "rules" in columns else EVENT_COLUMNS.replace("rules", "NULL")
            codes = connection.execute("SELECT DISTINCT code FROM events ORDER BY code").fetchall()
            for (code,) in codes:
                yield code, _events(connection, event, code)
    except sqlite3.DatabaseError:
        return  # `integrity_errors` reports why.


def pending_migrations(database: DatabaseLocation) -> int:
    """Returns how many migrations a database lacks. Raises `Unavailable`, `DatabaseTooNew`."""
    if not isinstance(database, Path):
        require_postgres_driver()
        from companion.ledger.postgres.pool import PostgresPool
        from companion.ledger.postgres.schema import missing_migrations

        def look(_: float) -> int:
            with closing(pool.open_connection()) as connection:
                return len(missing_migrations(connection))

        pool = PostgresPool(database.address, 5.0)
        return pool.retry(look)
    with closing(open_read_only(database)) as connection:
        names = {each.name for each in MIGRATIONS.applied(Database(connection))}
    if names - set(MIGRATION_NAMES):
        raise DatabaseTooNew
    return len(MIGRATION_NAMES) - len(names)


def _events(connection: Any, event: str, code: str) -> list[Event] | Unavailable:
    sql = f"SELECT {event} FROM events WHERE code = ? ORDER BY seq"
    try:
        return [Event(*row) for row in connection.execute(sql, (code,)).fetchall()]
    except sqlite3.DatabaseError as error:
        return Unavailable(error_kind(error), str(error))
