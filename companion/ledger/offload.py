"""How work on one connection is run: one piece at a time, and where."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

#: Runs a piece of work, one at a time and in the order asked, and returns when it is done.
Offload = Callable[[Callable[[], Any]], Any]


def one_at_a_time() -> Offload:
    """For plain threads: the work runs in the thread that asks, one thread at a time."""
    turn = threading.Lock()

    def run(work: Callable[[], Any]) -> Any:
        with turn:
            return work()

    return run
