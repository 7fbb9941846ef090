"""kill -9 in the middle of writing: whatever was acknowledged is there when the file is opened."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import Ledger
from companion.ledger.where import DatabaseLocation, PostgresAddress
from tests.kit.ledgers import BOTH, is_alone
from tests.kit.places import ROOT
from tests.kit.served import GENEROUS, until

pytestmark = pytest.mark.process


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


#: Acknowledged events after which a process is soon killed: however slow the disk, it writes.
FIRST = 4


def write_and_be_killed(place: DatabaseLocation, after: float) -> list[str]:
    """The acknowledged events of a process that is killed so many seconds after its first few."""
    child = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.ledger.keep_appending"),
            place.address if isinstance(place, PostgresAddress) else str(place),
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(FIRST)]
    threading.Timer(after, child.kill).start()
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait(GENEROUS) == -9
    if isinstance(place, PostgresAddress):
        # The server may still be at what the process sent last.
        until(lambda: is_alone(place.address), "a line of the killed process stays open")
    return [line.strip() for line in lines if line.endswith("\n")]


def test_no_acknowledged_event_is_lost(
    place: DatabaseLocation, opened: Callable[..., Ledger]
) -> None:
    acknowledged: dict[str, int] = defaultdict(int)
    for _ in range(5):
        lines = write_and_be_killed(place, random.uniform(0.05, 0.3))
        assert len(lines) >= FIRST
        for line in lines:
            code, seq = line.split()
            acknowledged[code] = max(acknowledged[code], int(seq))
        # What is there now stays there too, and the next process goes on from it.
        acknowledged.update(_found(place, opened(), acknowledged))


def _found(place: DatabaseLocation, ledger: Ledger, acknowledged: dict[str, int]) -> dict[str, int]:
    """How many events of each table are there, all that were acknowledged among them."""
    if isinstance(place, Path):
        connection = sqlite3.connect(str(place))
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    found = {}
    for code in ledger.table_codes():
        last, events = acknowledged[code], ledger.events(code)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert all(event.text == f"take {event.seq}" for event in events)
        # At most the one event that was durable but not yet acknowledged is on top.
        assert last <= len(events) <= last + 1
        found[code] = len(events)
    assert {code for code, last in acknowledged.items() if last} <= found.keys()
    ledger.close()
    return found
