"""The PostgreSQL end of copying a ledger: one transaction, as of one moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from companion.ledger.postgres.pool import Connection, error_to_raise


class _Server:
    """One end of the copying (`ledger/moving.py`), `at_once` rows at a time."""

    def __init__(self, connection: Connection, at_once: int) -> None:
        self._connection = connection
        self._at_once = at_once

    def rows(self, name: str, columns: str, order: str) -> Iterator[tuple[Any, ...]]:
        with self._connection.cursor(f"moved_{name}") as cursor:
            cursor.itersize = self._at_once
            yield from cursor.execute(f"SELECT {columns} FROM {name} ORDER BY {order}")

    def insert_rows(self, name: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> int:
        count = 0
        with self._connection.cursor() as cursor:
            with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
                    count += 1
            cursor.execute(f"ANALYZE {name}")
        return count


@contextmanager
def open_copy_endpoint(address: str, at_once: int) -> Iterator[_Server]:
    """Opens the database as one end of the copying. Raises `Unavailable`, `ValueError`."""
    try:
        with psycopg.connect(address) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield _Server(connection, at_once)
    except psycopg.Error as error:
        raise error_to_raise(error) from error
