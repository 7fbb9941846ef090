"""Messages between the servers of one database, by LISTEN and NOTIFY.

The first line of a message is the sender's name. Messages are in no writing transaction: NOTIFY
holds a lock that every commit would wait for, and a lost message does no harm.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial

import psycopg

from companion.ledger.postgres.pool import PostgresPool
from companion.ledger.postgres.statements import LISTEN_STATEMENT

#: Maximum bytes of a message; PostgreSQL accepts 8,000.
MAX_MESSAGE_BYTES = 7_900
#: Seconds between two attempts to listen again, and of silence before the connection is tested.
LISTEN_RETRY_SECONDS, QUIET_SECONDS = 0.2, 3.0


def pack_notifications(name: str, lines: Iterable[str]) -> Iterator[str]:
    """Yields as few messages as possible. Lines that do not fit into a message are left out."""
    message = name
    for line in filter(partial(_can_be_told, name), lines):
        if len((message + line).encode()) + 1 > MAX_MESSAGE_BYTES:
            yield message
            message = name
        message += f"\n{line}"
    if message != name:
        yield message


def _can_be_told(name: str, line: str) -> bool:
    """Returns whether it is one line and short enough, without NUL or lone surrogates, which
    PostgreSQL rejects.
    """
    if "\n" in line or "\0" in line:
        return False
    try:
        return len((name + line).encode()) + 1 <= MAX_MESSAGE_BYTES
    except UnicodeEncodeError:
        return False


def listen_for_notifications(
    pool: PostgresPool,
    closed: threading.Event,
    hear: Callable[[str, list[str]], None],
    begun: Callable[[], None],
) -> None:
    """Receives messages until `closed` is set; starts again whenever the connection is lost."""
    while not closed.is_set():
        try:
            _listen(pool, closed, hear, begun)
        except (psycopg.Error, UnicodeError):
            closed.wait(LISTEN_RETRY_SECONDS)


def _listen(
    pool: PostgresPool,
    closed: threading.Event,
    hear: Callable[[str, list[str]], None],
    begun: Callable[[], None],
) -> None:
    with closing(pool.open_connection()) as connection:
        connection.execute(LISTEN_STATEMENT)
        begun()
        while not closed.is_set():
            for notice in connection.notifies(timeout=QUIET_SECONDS):
                sender, *lines = notice.payload.split("\n")
                hear(sender, lines)
                if closed.is_set():
                    return
            # A broken connection is noticed only when it is used.
            connection.execute("SELECT 1")
