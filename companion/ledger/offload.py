"""Runs work on one connection: one piece at a time, in a chosen thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

#: Runs work one at a time in the order requested, and returns its result.
WorkRunner = Callable[[Callable[[], Any]], Any]


def one_at_a_time_runner() -> WorkRunner:
    """Returns a runner for plain threads: work runs in the calling thread, one thread at a time."""
    turn = threading.Lock()

    def run(work: Callable[[], Any]) -> Any:
        with turn:
            return work()

    return run
