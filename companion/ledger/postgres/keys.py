"""The key that signs the phones' cookies, in the database: all servers have the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from companion.ledger.postgres.pool import Connection, PostgresPool
from companion.ledger.postgres.schema import bring_up_to_date

T = TypeVar("T")

#: Under which name it is kept.
COOKIES = "cookies"

#: Where there are tables, another key than theirs would sign everybody off.
_ADD = (
    "INSERT INTO keys (name, value) SELECT %s, %s WHERE NOT EXISTS (SELECT FROM events)"
    " ON CONFLICT DO NOTHING"
)
_READ = "SELECT value FROM keys WHERE name = %s"
_CHANGE = (
    "INSERT INTO keys (name, value) VALUES (%s, %s)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


def shared_key(address: str, new: str, timeout: float = 5.0) -> str | None:
    """The key of this database; where it is empty and has none yet, this new one. None where there
    are tables and no key. Raises `Unavailable`.
    """

    def agree(connection: Connection) -> str | None:
        connection.execute(_ADD, [COOKIES, new])
        found = connection.execute(_READ, [COOKIES]).fetchone()
        return str(found[0]) if found else None

    return _once(address, timeout, agree)


def change_key(address: str, new: str, timeout: float = 5.0) -> None:
    """Another one from now on. Servers that run go on with the one they have read."""
    _once(address, timeout, lambda connection: connection.execute(_CHANGE, [COOKIES, new]))


def _once(address: str, timeout: float, work: Callable[[Connection], T]) -> T:
    pool = PostgresPool(address, timeout)

    def with_own_connection(_: float) -> T:
        with closing(pool.open()) as connection:
            bring_up_to_date(connection)
            return work(connection)

    return pool.retry(with_own_connection)
