"""Opens the ledger at an address. PostgreSQL's modules are imported only if needed."""

from __future__ import annotations

from importlib.util import find_spec

from companion.ledger import Ledger, Unavailable
from companion.ledger.offload import WorkRunner
from companion.ledger.sqlite import SqliteLedger
from companion.ledger.where import DatabaseLocation, PostgresAddress

#: Shown if PostgreSQL is wanted and the extra is not installed.
NO_DRIVER_MESSAGE = "PostgreSQL needs more: pip install 'cosmos-companion[postgres]'"


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
    return SqliteLedger(database, timeout, writing, reading)


def require_postgres_driver() -> None:
    """Raises `Unavailable` if the PostgreSQL driver is not installed."""
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise Unavailable("broken", NO_DRIVER_MESSAGE)
