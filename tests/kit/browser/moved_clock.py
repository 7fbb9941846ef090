"""A companion whose clock a test moves on: what it does hours later comes when it is wanted, and a
slow machine leaves no step out.

    python -m tests.kit.browser.moved_clock FILE serve ...

FILE says by how many seconds its clock is ahead.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path


class MovedClock:
    """The test's end of it. `program`: what starts such a companion, its command left out."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "ahead"
        self._ahead = 0.0
        self.move_on(0)
        self.program = ("-m", __name__, str(self._file))

    def move_on(self, seconds: float) -> None:
        self._ahead += seconds
        # In one piece: it is read at any moment.
        new = self._file.with_suffix(".new")
        new.write_text(str(self._ahead))
        new.replace(self._file)


def _main() -> None:
    file, told = Path(sys.argv.pop(1)), time.time
    time.time = lambda: told() + float(file.read_text())
    # Only now: it takes its clock as it is imported.
    from companion.cli import main

    main()


if __name__ == "__main__":
    _main()
