"""The key that signs the phones' cookies, in the database: shared by all servers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from companion.ledger.postgres.pool import Connection, PostgresPool
from companion.ledger.postgres.schema import apply_migrations

_T = TypeVar("_T")

#: The key's name in the database.
COOKIE_KEY_NAME = "cookies"

#: Not if there are tables: a different key would sign all their phones off.
_ADD = (
    "INSERT INTO keys (name, value) SELECT %s, %s WHERE NOT EXISTS (SELECT FROM events)"
    " ON CONFLICT DO NOTHING"
)
_READ = "SELECT value FROM keys WHERE name = %s"
_CHANGE = (
    "INSERT INTO keys (name, value) VALUES (%s, %s)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


def database_secret_key(address: str, new: str, timeout: float = 5.0) -> str | None:
    """Returns the database's key; stores `new` first if the database is empty and has none. None if
    there are tables and no key. Raises `Unavailable`.
    """

    def agree(connection: Connection) -> str | None:
        connection.execute(_ADD, [COOKIE_KEY_NAME, new])
        found = connection.execute(_READ, [COOKIE_KEY_NAME]).fetchone()
        return str(found[0]) if found else None

    return _once(address, timeout, agree)


def replace_database_key(address: str, new: str, timeout: float = 5.0) -> None:
    """Replaces the key. Running servers keep the one they have read."""
    _once(address, timeout, lambda connection: connection.execute(_CHANGE, [COOKIE_KEY_NAME, new]))


def _once(address: str, timeout: float, work: Callable[[Connection], _T]) -> _T:
    pool = PostgresPool(address, timeout)

    def with_own_connection(_: float) -> _T:
        with closing(pool.open_connection()) as connection:
            apply_migrations(connection)
            return work(connection)

    return pool.retry(with_own_connection)
