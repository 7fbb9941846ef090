"""As served: one process, greenlets for phones, the disk in native threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.kit.places import ROOT


def test_a_lock_held_by_another_process_freezes_nobody(tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.play.play_under_gevent", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert child.returncode == 0, child.stderr
    told = {word: int(number) for word, number in map(str.split, child.stdout.splitlines())}
    assert told["while-locked"] == 0
    assert told["peeks"] == 60
    assert told["woken"] >= 1
    # The lock was held for a second, some 200 ticks. Without the threads nobody would have ticked.
    assert told["ticks"] > 20
