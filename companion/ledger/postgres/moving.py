"""Moving: the PostgreSQL end of it. One transaction, as of one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from companion.ledger.moving import AT_ONCE, COPIED, Rows
from companion.ledger.postgres.lines import Line, told


class _Server:
    def __init__(self, line: Line) -> None:
        self._line = line

    def rows(self, name: str) -> Iterator[tuple[Any, ...]]:
        columns, order = COPIED[name]
        with self._line.cursor(f"moved_{name}") as cursor:
            cursor.itersize = AT_ONCE
            yield from cursor.execute(f"SELECT {columns} FROM {name} ORDER BY {order}")

    def put(self, name: str, rows: Rows) -> int:
        columns, _ = COPIED[name]
        count = 0
        with self._line.cursor() as cursor:
            with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
                    count += 1
            cursor.execute(f"ANALYZE {name}")
        return count


@contextmanager
def server_side(address: str) -> Iterator[_Server]:
    try:
        with psycopg.connect(address) as line:
            line.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield _Server(line)
    except psycopg.Error as error:
        raise told(error) from error
