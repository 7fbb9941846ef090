"""As served: one process, greenlets for phones, the disk in native threads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = (str(Path.cwd()), str(HERE.parent / "tables"))


def test_a_lock_held_by_another_process_freezes_nobody(tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, str(HERE / "play_under_gevent.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(FOLDERS)},
    )
    assert child.returncode == 0, child.stderr
    told = {word: int(number) for word, number in map(str.split, child.stdout.splitlines())}
    assert told["while-locked"] == 0
    assert told["peeks"] == 60
    assert told["woken"] >= 1
    # The lock was held for a second, some 200 ticks. Without the threads nobody would have ticked.
    assert told["ticks"] > 20
