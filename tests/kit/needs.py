"""What a test needs beside Python, its marks say. One that starts what they don't say is red."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

#: The marks of what is needed.
NEEDS = ("browser", "postgres", "process")
#: What starts a process, as Python's audit hooks call it.
STARTS = frozenset({"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty"})
#: Programs of a PostgreSQL.
POSTGRESQL = frozenset({"initdb", "postgres", "pg_basebackup"})


class Guard:
    """While a test runs that has no mark for it, whoever starts a process, or a PostgreSQL, is told
    so: `make check` is what it says, and `make test` too.
    """

    def __init__(self) -> None:
        self._missing = frozenset[str]()
        sys.addaudithook(self._hear)

    def watch(self, item: pytest.Item) -> None:
        self._missing = frozenset(each for each in NEEDS if not item.get_closest_marker(each))

    def rest(self) -> None:
        self._missing = frozenset()

    def _hear(self, event: str, told: Iterable[object]) -> None:
        if event not in STARTS or not self._missing:
            return
        if len(self._missing) == len(NEEDS):
            raise RuntimeError(f"{event}: a test that starts a process is marked process")
        if "postgres" in self._missing and Path(str(next(iter(told), ""))).name in POSTGRESQL:
            raise RuntimeError("a test that starts a PostgreSQL is marked postgres")
