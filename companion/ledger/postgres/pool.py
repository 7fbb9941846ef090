"""Connections to PostgreSQL: opened, shared out, and tried again while the server is away.

psycopg waits on its sockets with what it finds when it is imported: under gevent only the greenlet
that asked waits, and names are looked up in gevent's own threads. So nothing here stops the others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg
from psycopg import conninfo
from psycopg_pool import ConnectionPool

from companion.ledger import Unavailable

T = TypeVar("T")
Connection = psycopg.Connection[tuple[Any, ...]]

#: How many connections for reading, and for what is written alone.
POOL_SIZE = 8
#: Seconds after the server was waited for in vain, in which others wait only for a moment.
IN_VAIN, MOMENT = 1.0, 0.25
#: Seconds between two tries to reach it.
AGAIN = 0.1

#: libpq's settings where the address has none: a connection whose other end has vanished is given
#: up after some five seconds; of several hosts, the one that accepts writes is used.
DEFAULTS = {
    "connect_timeout": "3",
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
    "target_session_attrs": "read-write",
    "application_name": "companion",
}
#: The settings of every connection. A server that was stopped in the middle of writing holds no
#: other up for longer; one whose machine or cable has failed leaves no connection behind.
SETTINGS = {
    "lock_timeout": "1s",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "5s",
    "tcp_keepalives_interval": "2s",
    "tcp_keepalives_count": "3",
    # What is acknowledged is on disk, and on the standby where there is one.
    "synchronous_commit": "on",
}
#: A standby may ask for more than that, never for less.
STRONGER = ("remote_apply",)

KINDS = {
    "53100": "full",
    "40001": "locked",
    "40P01": "locked",
    "55P03": "locked",
    "57014": "locked",
    "XX001": "damaged",
    "XX002": "damaged",
}
#: Errors that a retry may cure: no connection, a server that stops or starts, one with no free
#: connection, a standby (it may be promoted, or another host found).
PASSING = ("08", "57P", "53300", "25006")


def kind_of(error: psycopg.Error) -> str:
    """What `Unavailable` calls it."""
    return "unreachable" if is_disconnected(error) else KINDS.get(error.sqlstate or "", "broken")


def error_text(error: psycopg.Error) -> Exception:
    """What is wrong: with the database, or with what it was asked to keep."""
    if isinstance(error, psycopg.DataError | psycopg.IntegrityError):
        return ValueError(str(error))
    return Unavailable(kind_of(error), str(error))


def is_disconnected(error: psycopg.Error) -> bool:
    """Whether the connection is gone, or leads to a server that takes nothing now."""
    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return state.startswith(PASSING)


class PostgresPool:
    """Connections of one server to its database. `timeout`: seconds to wait while it is away."""

    def __init__(self, address: str, timeout: float) -> None:
        self._timeout = timeout
        self._in_vain = float("-inf")
        self._address = conninfo.make_conninfo(address, **_unless_said(address))
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            self._address,
            connection_class=psycopg.Connection[tuple[Any, ...]],
            kwargs={"autocommit": True},
            configure=_configure,
            min_size=1,
            max_size=POOL_SIZE,
            max_idle=300.0,
            reconnect_timeout=1.0,
            open=False,
            name="companion",
        )
        self._closed = threading.Event()

    def open(self) -> Connection:
        """Opens a connection of its own. Raises psycopg's errors."""
        connection = psycopg.connect(self._address, autocommit=True)
        try:
            _configure(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def begin(self) -> None:
        """Opens the shared connections."""
        self._pool.open()

    @contextmanager
    def connection(self, patience: float) -> Iterator[Connection]:
        """One of the shared connections."""
        with self._pool.connection(timeout=max(patience, MOMENT)) as connection:
            yield connection

    def retry(self, work: Callable[[float], T]) -> T:
        """What the work gives; it is done again while the server is away. It is told how many
        seconds it may take. Raises `Unavailable`, and `ValueError` for what no column can hold.
        """
        now = time.monotonic()
        end = now + (MOMENT if now - self._in_vain < IN_VAIN else self._timeout)
        while True:
            try:
                done = work(max(end - time.monotonic(), 0.0))
            except psycopg.Error as error:
                if not is_disconnected(error):
                    raise error_text(error) from error
                if time.monotonic() + AGAIN > end or self._closed.is_set():
                    self._in_vain = time.monotonic()
                    raise Unavailable("unreachable", str(error)) from error
                self._closed.wait(AGAIN)
            else:
                self._in_vain = float("-inf")
                return done

    def shared(self, work: Callable[[Connection], T]) -> T:
        """Runs the work as `retry` does, on one of the shared connections."""

        def with_connection(patience: float) -> T:
            with self.connection(patience) as connection:
                return work(connection)

        return self.retry(with_connection)

    def close(self) -> None:
        self._closed.set()
        self._pool.close()


def _unless_said(address: str) -> dict[str, str]:
    said = conninfo.conninfo_to_dict(address)
    return {name: value for name, value in DEFAULTS.items() if name not in said}


_SET = """
    SELECT set_config(name, value, false)
    FROM unnest(%s::text[], %s::text[]) AS wanted (name, value)
    WHERE NOT current_setting(name) = ANY(%s::text[])
"""


def _configure(connection: Connection) -> None:
    connection.execute(_SET, [list(SETTINGS), list(SETTINGS.values()), list(STRONGER)])
