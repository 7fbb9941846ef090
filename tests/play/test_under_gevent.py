"""As served: one process, greenlets for phones, the disk in native threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.ledgers import BOTH
from tests.kit.places import ROOT
from tests.kit.served import GENEROUS

pytestmark = pytest.mark.process


@pytest.fixture(params=BOTH)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "SQLite":
        return str(tmp_path / "ledger.db")
    return str(request.getfixturevalue("postgres").new_database())


def test_a_lock_held_by_another_process_freezes_nobody(place: str) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.play.play_under_gevent", place],
        capture_output=True,
        text=True,
        timeout=2 * GENEROUS,
        cwd=ROOT,
    )
    assert child.returncode == 0, child.stderr
    told = {word: int(number) for word, number in map(str.split, child.stdout.splitlines())}
    assert told["while-locked"] == 0
    assert told["peeks"] == 60
    assert told["woken"] >= 1
    # All of them while a tap waited for the lock: without the threads nobody would have ticked.
    assert told["ticks"] >= 40
