"""Report: rows of numbers as a table that people read. It rounds, and judges nothing away."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.ledger.sqlite import SQLITE_VERSION


@dataclass(frozen=True)
class Row:
    """One line: what was measured, what came out on either side, and what was to be reached.

    `ratio`: ours by the peer's, 0 where there is nothing to compare. `reached`: None where the
    row only tells.
    """

    what: str
    ours: str
    peer: str = ""
    ratio: float = 0.0
    wanted: str = ""
    reached: bool | None = None

    def line(self) -> str:
        told = {True: "yes", False: "no", None: ""}[self.reached]
        ratio = f"{self.ratio:.2f}" if self.ratio else ""
        return f"| {self.what} | {self.ours} | {self.peer} | {ratio} | {self.wanted} | {told} |"


HEAD = "| what | ours | peer | ours/peer | to reach | reached |\n|---|---|---|---|---|---|"


def as_table(rows: Iterable[Row]) -> str:
    """Rows under one head."""
    return "\n".join([HEAD, *(row.line() for row in rows)])


def machine() -> str:
    """What it ran on, and how busy that was with other things when it began."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"{os.cpu_count()} cores ({names[0] if names else platform.machine()}), "
        f"{platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {SQLITE_VERSION}, "
        f"{_node()}; load average at the start {busy}"
    )


def _node() -> str:
    """The version of Node, on which boardgame.io runs."""
    if not shutil.which("node"):
        return "no Node"
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return f"Node {told.stdout.strip().lstrip('v')}"


def ms(value: float) -> str:
    """Milliseconds, as far as they mean anything."""
    return f"{value:.1f} ms" if value < 100 else f"{value:.0f} ms"


def kb(value: float) -> str:
    """Bytes as kilobytes of 1000."""
    return f"{value / 1000:.1f} kB"
