"""Connections to PostgreSQL: opened, pooled, and retried while the server is away.

psycopg waits on sockets with the modules found at its import: under gevent only the calling
greenlet waits, and names are resolved in gevent's threads. So nothing here blocks the others.
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

_T = TypeVar("_T")
Connection = psycopg.Connection[tuple[Any, ...]]

#: Maximum connections for reading, and for writes outside the group commit.
MAX_POOL_CONNECTIONS = 8
#: Seconds after a failed wait for the server during which callers wait only
#: `SHORT_WAIT_SECONDS`.
SHORT_WAIT_PERIOD_SECONDS, SHORT_WAIT_SECONDS = 1.0, 0.25
#: Seconds between two attempts to reach it.
CONNECTION_RETRY_SECONDS = 0.1

#: libpq settings where the address has none: a dead connection is given up after about five
#: seconds; of several hosts, the one that accepts writes is used.
DEFAULT_LIBPQ_PARAMETERS = {
    "connect_timeout": "3",
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
    "target_session_attrs": "read-write",
    "application_name": "companion",
}
#: Settings of every connection. A server stopped in the middle of a write blocks others no longer
#: than this; one whose machine or cable failed leaves no connection behind.
POSTGRES_SESSION_SETTINGS = {
    "lock_timeout": "1s",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "5s",
    "tcp_keepalives_interval": "2s",
    "tcp_keepalives_count": "3",
    # Acknowledged rows are on disk, and on the standby if there is one.
    "synchronous_commit": "on",
}
#: A standby may demand more than that, never less.
STRONGER_COMMIT_MODES = ("remote_apply",)

ERROR_KIND_BY_SQLSTATE = {
    "53100": "full",
    "40001": "locked",
    "40P01": "locked",
    "55P03": "locked",
    "57014": "locked",
    "XX001": "damaged",
    "XX002": "damaged",
}
#: Errors that a retry may cure: no connection, a server that stops or starts or has no free
#: connection, a standby (it may be promoted, or another host found).
RETRYABLE_SQLSTATE_PREFIXES = ("08", "57P", "53300", "25006")


def error_kind(error: psycopg.Error) -> str:
    """Returns the `kind` of `Unavailable` for this error."""
    return (
        "unreachable"
        if is_disconnected(error)
        else ERROR_KIND_BY_SQLSTATE.get(error.sqlstate or "", "broken")
    )


def error_to_raise(error: psycopg.Error) -> Exception:
    """Returns the error to raise: about the database, or about a value that it cannot hold."""
    if isinstance(error, psycopg.DataError | psycopg.IntegrityError):
        return ValueError(str(error))
    return Unavailable(error_kind(error), str(error))


def is_disconnected(error: psycopg.Error) -> bool:
    """Returns whether the connection is gone, or the server accepts nothing now."""
    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return state.startswith(RETRYABLE_SQLSTATE_PREFIXES)


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
            max_size=MAX_POOL_CONNECTIONS,
            max_idle=300.0,
            reconnect_timeout=1.0,
            open=False,
            name="companion",
        )
        self._closed = threading.Event()

    def open_connection(self) -> Connection:
        """Opens a separate connection. Raises psycopg's errors."""
        connection = psycopg.connect(self._address, autocommit=True)
        try:
            _configure(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def start(self) -> None:
        """Opens the pool."""
        self._pool.open()

    @contextmanager
    def connection(self, patience: float) -> Iterator[Connection]:
        """Gives one of the pool's connections, waiting up to `patience` seconds."""
        with self._pool.connection(timeout=max(patience, SHORT_WAIT_SECONDS)) as connection:
            yield connection

    def retry(self, work: Callable[[float], _T]) -> _T:
        """Returns the work's result; retries it while the server is away. The work gets the seconds
        that are left. Raises `Unavailable`, and `ValueError` for a value that no column can hold.
        """
        now = time.monotonic()
        end = now + (
            SHORT_WAIT_SECONDS if now - self._in_vain < SHORT_WAIT_PERIOD_SECONDS else self._timeout
        )
        while True:
            try:
                done = work(max(end - time.monotonic(), 0.0))
            except psycopg.Error as error:
                if not is_disconnected(error):
                    raise error_to_raise(error) from error
                if time.monotonic() + CONNECTION_RETRY_SECONDS > end or self._closed.is_set():
                    self._in_vain = time.monotonic()
                    raise Unavailable("unreachable", str(error)) from error
                self._closed.wait(CONNECTION_RETRY_SECONDS)
            else:
                self._in_vain = float("-inf")
                return done

    def retry_on_connection(self, work: Callable[[Connection], _T]) -> _T:
        """Runs the work as `retry` does, on one of the pool's connections."""

        def with_connection(patience: float) -> _T:
            with self.connection(patience) as connection:
                return work(connection)

        return self.retry(with_connection)

    def close(self) -> None:
        """Closes all connections; retries end."""
        self._closed.set()
        self._pool.close()


def _unless_said(address: str) -> dict[str, str]:
    said = conninfo.conninfo_to_dict(address)
    return {name: value for name, value in DEFAULT_LIBPQ_PARAMETERS.items() if name not in said}


_SET = """
    SELECT set_config(name, value, false)
    FROM unnest(%s::text[], %s::text[]) AS wanted (name, value)
    WHERE NOT current_setting(name) = ANY(%s::text[])
"""


def _configure(connection: Connection) -> None:
    connection.execute(
        _SET,
        [
            list(POSTGRES_SESSION_SETTINGS),
            list(POSTGRES_SESSION_SETTINGS.values()),
            list(STRONGER_COMMIT_MODES),
        ],
    )
