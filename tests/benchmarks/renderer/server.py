"""Nine cells in NiceGUI: judged, kept and drawn on the server: `python server.py PORT FOLDER SYNC`.

Written as its documentation teaches: a page of elements, an `Event` of the table that every page
follows, SQLite with a log ahead of it. With SYNC "FULL" a tap is on disk before it counts; with
"NORMAL", as is usual, it survives the end of the process, not a power cut.
"""

from __future__ import annotations

import sqlite3
import sys
from collections import defaultdict
from pathlib import Path

from nicegui import Event, ui

NAMES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
SEATS = range(1, 5)


class Table:
    """For each cell, who tapped it last (0: nobody) and how often it was tapped."""

    def __init__(self) -> None:
        self.by = [0] * len(NAMES)
        self.taps = [0] * len(NAMES)
        self.tapped = Event[int]()

    def tap(self, seat: int, cell: int) -> None:
        self.by[cell] = seat
        self.taps[cell] += 1
        self.tapped.emit(cell)

    def label(self, cell: int) -> str:
        return f"{NAMES[cell]}: {self.taps[cell]}, seat {self.by[cell]}"


class Hall:
    """All tables, and the log that they are made of again after a start."""

    def __init__(self, folder: Path, sync: str) -> None:
        self.tables: defaultdict[str, Table] = defaultdict(Table)
        self.log = sqlite3.connect(folder / "taps.sqlite", isolation_level=None)
        self.log.execute("PRAGMA journal_mode = WAL")
        self.log.execute(f"PRAGMA synchronous = {sync}")
        self.log.execute("CREATE TABLE IF NOT EXISTS taps (code TEXT, seat INTEGER, cell INTEGER)")
        for code, seat, cell in self.log.execute("SELECT * FROM taps ORDER BY rowid"):
            self.tables[code].tap(seat, cell)

    def tap(self, code: str, seat: int, cell: int) -> None:
        """A thumb's tap. The rules allow every seat every cell, at any time."""
        if seat not in SEATS or cell not in range(len(NAMES)):
            ui.notify("That can't be tapped")
            return
        self.log.execute("INSERT INTO taps VALUES (?, ?, ?)", (code, seat, cell))
        self.tables[code].tap(seat, cell)

    def page(self, code: str, seat: int) -> None:
        """What one phone sees, and what it hears of."""
        table = self.tables[code]
        ui.label("Nine cells")
        with ui.grid(columns=3):
            buttons = [
                ui.button(table.label(cell), on_click=lambda cell=cell: self.tap(code, seat, cell))
                for cell in range(len(NAMES))
            ]
        table.tapped.subscribe(lambda cell: buttons[cell].set_text(table.label(cell)))


if __name__ == "__main__":
    ui.page("/t/{code}/{seat}")(Hall(Path(sys.argv[2]), sys.argv[3]).page)
    # For phones that sleep. With its own 3 s it would ask each for a sign of life every 4 s.
    options = {"host": "127.0.0.1", "reload": False, "show": False, "reconnect_timeout": 30.0}
    ui.run(port=int(sys.argv[1]), title="Nine cells", **options)
