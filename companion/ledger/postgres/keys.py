"""The key that signs the phones' cookies, in the database: all servers have the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from companion.ledger.postgres.lines import Line, Lines
from companion.ledger.postgres.schema import bring_up_to_date

T = TypeVar("T")

#: Under which name it is kept.
COOKIES = "cookies"

_ADD = "INSERT INTO keys (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_READ = "SELECT value FROM keys WHERE name = %s"
_CHANGE = (
    "INSERT INTO keys (name, value) VALUES (%s, %s)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


def shared_key(address: str, new: str, timeout: float = 5.0) -> str:
    """The key of this database; where it has none yet, this new one. Raises `Unavailable`."""

    def agree(line: Line) -> str:
        line.execute(_ADD, [COOKIES, new])
        found = line.execute(_READ, [COOKIES]).fetchone()
        assert found is not None
        return str(found[0])

    return _once(address, timeout, agree)


def change_key(address: str, new: str, timeout: float = 5.0) -> None:
    """Another one from now on. Servers that run go on with the one they have read."""
    _once(address, timeout, lambda line: line.execute(_CHANGE, [COOKIES, new]))


def _once(address: str, timeout: float, work: Callable[[Line], T]) -> T:
    lines = Lines(address, timeout)

    def with_own_line(_: float) -> T:
        with closing(lines.open()) as line:
            bring_up_to_date(line)
            return work(line)

    return lines.insist(with_own_line)
