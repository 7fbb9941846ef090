"""What Linux tells of a process, by its number; and how a run ends with all that it has begun."""

from __future__ import annotations

import atexit
import os
import signal
from contextlib import suppress
from pathlib import Path


def state(pid: int) -> str:
    """One letter: T where it is held still, Z where it has ended and nobody has asked how; "" where
    there is none.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
    # The name before it, in brackets, may hold anything.
    return told.rpartition(")")[2].split()[0]


def runs(pid: int) -> bool:
    """Whether it is more than the mere number that stays until somebody asks how it ended."""
    return state(pid) not in ("", "Z", "X")


def family(pid: int) -> list[int]:
    """This process, and all that it and they have started; by itself where it is no Linux's."""
    told = (
        each.read_text(encoding="ascii") for each in Path(f"/proc/{pid}/task").glob("*/children")
    )
    with suppress(FileNotFoundError, ProcessLookupError):
        return [
            pid,
            *(other for each in told for child in each.split() for other in family(int(child))),
        ]
    return [pid]


def files(pid: int) -> int:
    """How many files, lines to phones among them, it has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def threads(pid: int) -> int:
    """How many threads of the system it has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def end_in_order() -> None:
    """From now on SIGTERM ends this process as Ctrl-C does: what it has begun is ended, too. What
    was only starting then, or a thread that nobody waits for has begun, ends at the very end.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    atexit.register(_end_the_rest)


def _end_the_rest() -> None:
    for pid in family(os.getpid())[1:]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
