"""kill -9 in the middle of writing: whatever was acknowledged is there when the file is opened."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from sqlite_utils.utils import sqlite3

from companion.ledger.sqlite import SqliteLedger
from tests.kit.places import ROOT


def write_and_be_killed(file: Path, after: float) -> list[str]:
    """The acknowledged events of a process that is killed `after` seconds of writing."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.keep_appending", str(file)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert child.stdout is not None
    lines = [child.stdout.readline()]
    threading.Timer(after, child.kill).start()
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait(30) == -9
    return [line.strip() for line in lines if line.endswith("\n")]


def test_no_acknowledged_event_is_lost(file: Path, opened: Callable[..., SqliteLedger]) -> None:
    acknowledged: dict[str, int] = defaultdict(int)
    for _ in range(5):
        lines = write_and_be_killed(file, random.uniform(0.05, 0.3))
        assert len(lines) > 3
        for line in lines:
            code, seq = line.split()
            acknowledged[code] = max(acknowledged[code], int(seq))
        _check(file, opened(), acknowledged)


def _check(file: Path, ledger: SqliteLedger, acknowledged: dict[str, int]) -> None:
    connection = sqlite3.connect(str(file))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    for code, last in acknowledged.items():
        events = ledger.events(code)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert all(event.text == f"take {event.seq}" for event in events)
        # At most the one event that was durable but not yet acknowledged is on top.
        assert last <= len(events) <= last + 1
    ledger.close()
