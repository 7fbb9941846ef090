"""What Linux tells of a process, by its number; and how a run ends with all that it has begun."""

from __future__ import annotations

import signal
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


def files(pid: int) -> int:
    """How many files, lines to phones among them, it has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def threads(pid: int) -> int:
    """How many threads of the system it has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def end_in_order() -> None:
    """From now on SIGTERM ends this process as Ctrl-C does: what it has begun is ended, too."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
