"""Copies all rows of a ledger, as of one moment, into an empty one of either kind. All or nothing.
The caller checks the copy by folding it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from companion.ledger import Unavailable
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation

#: What is copied, in this order: the columns, and the sort order.
COPIED_COLUMNS_AND_SORT_ORDER = {
    "events": ("code, seq, at, seat, kind, text, intent, rules", "code, seq"),
    "rulings": ("code, seq, at, seat, action, rules, intent", "id"),
    "shelf": ("house, game, name, value, at", "house, game, name"),
}
#: Rows copied at once.
ROWS_PER_BATCH = 2_000

DatabaseRows = Iterable[tuple[Any, ...]]


class TargetNotEmpty(Exception):
    """The target has tables already."""


class CopyEndpoint(Protocol):
    """One end of the copying."""

    def rows(self, name: str, columns: str, order: str) -> Iterator[tuple[Any, ...]]:
        """Yields all rows of this kind, in order, as of the moment when the side was opened."""

    def insert_rows(self, name: str, columns: str, rows: DatabaseRows) -> int:
        """Inserts the rows; returns how many."""


def copy_tables(
    source: DatabaseLocation, target: DatabaseLocation, begun: Callable[[], None]
) -> dict[str, int]:
    """Copies all rows; returns how many of each kind.

    `begun`: called once the target is known to be empty, before the copying. Raises
    `TargetNotEmpty`, `Unavailable`, and `ValueError` for a text that the target cannot hold.
    """
    for place in (source, target):  # Updates the schema.
        open_ledger(place).close()
    with _side(source) as read, _side(target) as written:
        if next(written.rows("events", *COPIED_COLUMNS_AND_SORT_ORDER["events"]), None):
            raise TargetNotEmpty(str(target))
        begun()
        return {
            name: written.insert_rows(name, columns, read.rows(name, columns, order))
            for name, (columns, order) in COPIED_COLUMNS_AND_SORT_ORDER.items()
        }


@contextmanager
def _side(place: DatabaseLocation) -> Iterator[CopyEndpoint]:
    if isinstance(place, Path):
        with _file(place) as side:
            yield side
        return
    from companion.ledger.postgres.moving import open_copy_endpoint

    with open_copy_endpoint(place.address, ROWS_PER_BATCH) as side:
        yield side


class _File:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def rows(self, name: str, columns: str, order: str) -> Iterator[tuple[Any, ...]]:
        found = self._connection.execute(f"SELECT {columns} FROM {name} ORDER BY {order}")
        while rows := found.fetchmany(ROWS_PER_BATCH):
            yield from rows

    def insert_rows(self, name: str, columns: str, rows: DatabaseRows) -> int:
        marks = ", ".join("?" for _ in columns.split(","))
        sql = f"INSERT INTO {name} ({columns}) VALUES ({marks})"
        return int(self._connection.executemany(sql, rows).rowcount)


@contextmanager
def _file(place: Path) -> Iterator[_File]:
    try:
        with closing(sqlite3.connect(str(place), timeout=5.0, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            yield _File(connection)
            connection.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        raise Unavailable("broken", str(error)) from error
