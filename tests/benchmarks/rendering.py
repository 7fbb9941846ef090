"""Rendering: the peer that does our job, NiceGUI, which judges, keeps and draws on the server.

It is installed with pip into an environment of its own, beside the other peer.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.benchmarks.fixtures import SEATS, Move
from tests.benchmarks.nine_cells import NAMES
from tests.benchmarks.servers import Server
from tests.kit.ports import free_port

RENDERER = Path(__file__).with_name("renderer")
#: What a row says whose peer it is.
BESIDE = "the same, one server, beside NiceGUI, which renders on the server"
#: How its log may be kept, and what a row says of it.
SYNCS = {"NORMAL": "", "FULL": ", every tap on disk before it counts"}

#: What a page shows of each cell: how often it was tapped, and by whom last.
Cells = dict[str, list[int]]


def missing_for_renderer() -> list[str]:
    """What this machine's Python lacks for an environment of its own."""
    return [part for part in ("venv", "ensurepip") if not find_spec(part)]


def install_renderer(cache: Path) -> Path:
    """The peer and its pinned part, out of the Python registry, kept in this folder."""
    home = cache / "renderer"
    shutil.copytree(RENDERER, home, dirs_exist_ok=True)
    python = home / "env" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True)
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(home / "requirements.txt")], check=True)
    return home


def renderer_server(installed: Path, folder: Path, sync: str) -> Server:
    """The peer that renders, with its log in this folder. `sync`: how it is kept, as in SQLite."""
    port = free_port()
    python, script = installed / "env" / "bin" / "python", installed / "server.py"
    command = [str(python), str(script), str(port), str(folder), sync]
    return Server(command, port, NICEGUI_STORAGE_PATH=str(folder))


def page_table(number: int, moves: list[Move]) -> dict[str, Any]:
    """A table as the driver wants it. It is there as soon as somebody opens a page of it."""
    code = f"table-{number}"
    phones = [{"seat": seat, "page": f"/t/{code}/{seat}"} for seat in range(1, SEATS + 1)]
    return {"code": code, "phones": phones, "moves": moves}


def cells_after(moves: Iterable[Move]) -> Cells:
    """The nine cells as every phone has to show them."""
    cells = {name: [0, 0] for name in NAMES}
    for seat, text in moves:
        name = NAMES[int(text.split()[1]) - 1]
        cells[name] = [cells[name][0] + 1, seat]
    return cells


def right_phones(told: list[dict[str, Any]], shown: list[dict[str, Any]]) -> int:
    """How many phones show exactly what has been tapped at their table."""
    right = 0
    for table, seen in zip(told, shown, strict=True):
        played = table["moves"][: len(table["moves"]) - seen["left"]]
        right += seen["cells"].count(cells_after(played))
    return right
