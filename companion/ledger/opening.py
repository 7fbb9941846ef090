"""Opens the ledger at an address. PostgreSQL's modules are imported only if needed."""

from __future__ import annotations

from importlib.util import find_spec

from companion.ledger import Ledger, Unavailable
from companion.ledger.offload import WorkRunner
from companion.ledger.sqlite import SQLITE_VERSION, SqliteLedger
from companion.ledger.where import DatabaseLocation, PostgresAddress

#: Shown if PostgreSQL is wanted and the extra is not installed.
NO_DRIVER_MESSAGE = "PostgreSQL needs more: pip install 'cosmos-companion[postgres]'"

#: The oldest SQLite that knows strict tables.
OLDEST_SQLITE = (3, 37)
#: Shown if it is older.
OLD_SQLITE_MESSAGE = (
    f"SQLite {SQLITE_VERSION} is too old: {'.'.join(map(str, OLDEST_SQLITE))} or newer is needed, "
    "as Debian 12 has it. Or give this Python a newer one: pip install pysqlite3"
)


def open_ledger(
    database: DatabaseLocation,
    timeout: float = 5.0,
    writing: WorkRunner | None = None,
    reading: WorkRunner | None = None,
) -> Ledger:
    """Opens the ledger.

    `timeout`: seconds that a writer or reader may wait. `writing`, `reading`: run SQLite's work,
    see `SqliteLedger`; PostgreSQL does not need them. Raises `Unavailable`, `DatabaseTooNew`.
    """
    if isinstance(database, PostgresAddress):
        require_postgres_driver()
        from companion.ledger.postgres.ledger import PostgresLedger

        return PostgresLedger(database.address, timeout)
    if not is_sqlite_new_enough():
        raise Unavailable("broken", OLD_SQLITE_MESSAGE)
    return SqliteLedger(database, timeout, writing, reading)


def is_sqlite_new_enough() -> bool:
    """Returns whether the SQLite in use has all that the ledger needs."""
    return tuple(map(int, SQLITE_VERSION.split(".")[:2])) >= OLDEST_SQLITE


def require_postgres_driver() -> None:
    """Raises `Unavailable` if the PostgreSQL driver is not installed."""
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise Unavailable("broken", NO_DRIVER_MESSAGE)
