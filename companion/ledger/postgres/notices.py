"""Notices: what servers with one database tell each other, by LISTEN and NOTIFY.

A message has the name of who tells it on its first line. It is no part of any transaction that
writes: NOTIFY holds a lock that everybody who commits would wait for, and a lost one harms nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial

import psycopg

from companion.ledger.postgres.pool import PostgresPool
from companion.ledger.postgres.statements import LISTEN

#: Bytes of a message; PostgreSQL takes 8,000 bytes.
LONGEST = 7_900
#: Seconds between two tries to listen again, and after which a quiet line is asked whether it is
#: still one.
AGAIN, QUIET = 0.2, 3.0


def messages(name: str, lines: Iterable[str]) -> Iterator[str]:
    """As few as it takes. What cannot be one line of a message is left out."""
    message = name
    for line in filter(partial(_can_be_told, name), lines):
        if len((message + line).encode()) + 1 > LONGEST:
            yield message
            message = name
        message += f"\n{line}"
    if message != name:
        yield message


def _can_be_told(name: str, line: str) -> bool:
    """Whether it is one line, and short enough; PostgreSQL's texts hold neither NUL nor half a
    letter.
    """
    if "\n" in line or "\0" in line:
        return False
    try:
        return len((name + line).encode()) + 1 <= LONGEST
    except UnicodeEncodeError:
        return False


def listen(
    pool: PostgresPool,
    closed: threading.Event,
    hear: Callable[[str, list[str]], None],
    begun: Callable[[], None],
) -> None:
    """Hears what is told until it is `closed`; begins again whenever the connection is lost."""
    while not closed.is_set():
        try:
            _listen(pool, closed, hear, begun)
        except (psycopg.Error, UnicodeError):
            closed.wait(AGAIN)


def _listen(
    pool: PostgresPool,
    closed: threading.Event,
    hear: Callable[[str, list[str]], None],
    begun: Callable[[], None],
) -> None:
    with closing(pool.open()) as connection:
        connection.execute(LISTEN)
        begun()
        while not closed.is_set():
            for notice in connection.notifies(timeout=QUIET):
                sender, *told = notice.payload.split("\n")
                hear(sender, told)
                if closed.is_set():
                    return
            # A connection whose other end is gone says so only when it is asked something.
            connection.execute("SELECT 1")
