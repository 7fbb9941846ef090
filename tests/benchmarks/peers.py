"""The others: boardgame.io, which keeps equal states and draws on the phone, and NiceGUI, which
judges, keeps and draws on the server as we do. Each is installed beside a folder of its own.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.benchmarks.servers import HOST, Server
from tests.kit.filled_ledgers import SEATS, Move, taps
from tests.kit.nine_cells import NAMES
from tests.kit.ports import free_port

HERE = Path(__file__).parent
#: boardgame.io's counterpart of each of our games; NiceGUI has the small one alone.
GAMES = {"small": "small", "crafting": "large"}
#: What must be there for boardgame.io to start; the second is its file store.
PARTS = ("boardgame.io", "node-persist")


def missing_for_boardgame() -> list[str]:
    """The commands that boardgame.io needs and this machine does not have."""
    return [command for command in ("node", "npm") if not shutil.which(command)]


def missing_for_nicegui() -> list[str]:
    """What this machine's Python lacks for an environment of its own."""
    return [part for part in ("venv", "ensurepip") if not find_spec(part)]


def install_boardgame(cache: Path) -> Path:
    """It and its pinned parts, out of the npm registry, kept in this folder."""
    shutil.copytree(HERE / "peer", cache, dirs_exist_ok=True)
    if not all((cache / "node_modules" / part).exists() for part in PARTS):
        command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=cache, check=True)
    return cache


def install_nicegui(cache: Path) -> Path:
    """It, pinned, out of the Python registry, kept in this folder. Raises `OSError` or
    `CalledProcessError` where it can't be had.
    """
    home = cache / "renderer"
    shutil.copytree(HERE / "renderer", home, dirs_exist_ok=True)
    python = home / "env" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True)
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(home / "requirements.txt")], check=True)
    return home


def boardgame_server(installed: Path, store: str, folder: Path) -> Server:
    """boardgame.io. `store`: "memory" or "file"."""
    port = free_port()
    command = ["node", str(installed / "server.js"), str(port), store, str(folder)]
    return Server(command, port, NODE_ENV="production")


def nicegui_server(installed: Path, sync: str, folder: Path) -> Server:
    """NiceGUI, with its log in this folder. `sync`: how it is kept, as in SQLite."""
    port = free_port()
    python, script = installed / "env" / "bin" / "python", installed / "server.py"
    command = [str(python), str(script), str(port), str(folder), sync]
    return Server(command, port, NICEGUI_STORAGE_PATH=str(folder))


def boardgame_table(server: Server, slug: str, number: int, each: int) -> dict[str, Any]:
    """A new match with all its seats taken, as the driver wants it."""
    games = f"http://{HOST}:{server.port}/games/{GAMES[slug]}"
    match = _post(f"{games}/create", {"numPlayers": SEATS})["matchID"]
    phones = []
    for seat in range(1, SEATS + 1):
        joining = {"playerID": str(seat - 1), "playerName": f"p{seat}"}
        credentials = _post(f"{games}/{match}/join", joining)["playerCredentials"]
        phones.append({"seat": seat, "credentials": credentials, "game": GAMES[slug]})
    return {"code": match, "phones": phones, "moves": moves(slug, number, each)}


def nicegui_table(number: int, each: int) -> dict[str, Any]:
    """A table as the driver wants it. It is there as soon as somebody opens a page of it."""
    code = f"table-{number}"
    phones = [{"seat": seat, "page": f"/t/{code}/{seat}"} for seat in range(1, SEATS + 1)]
    return {"code": code, "phones": phones, "moves": moves("small", number, each)}


def moves(slug: str, seed: int, each: int) -> list[Move]:
    """As many moves of the peer's game as our table has actions."""
    small = [move for move, _ in zip(taps(seed), range(each), strict=False)]
    if slug == "small":
        return small
    return [(seat, f"mend {number % 50}") for number, (seat, _) in enumerate(small)]


def cells_after(moves: Iterable[Move]) -> dict[str, list[int]]:
    """The nine cells as every phone has to show them: how often tapped, and by whom last."""
    cells = {name: [0, 0] for name in NAMES}
    for seat, text in moves:
        name = NAMES[int(text.split()[1]) - 1]
        cells[name] = [cells[name][0] + 1, seat]
    return cells


def right_phones(told: list[dict[str, Any]], shown: list[dict[str, Any]]) -> int:
    """How many phones of NiceGUI show exactly what has been tapped at their table."""
    right = 0
    for table, seen in zip(told, shown, strict=True):
        played = table["moves"][: len(table["moves"]) - seen["left"]]
        right += seen["cells"].count(cells_after(played))
    return right


def _post(address: str, sent: dict[str, Any]) -> Any:
    body = json.dumps(sent).encode()
    request = Request(address, body, {"Content-Type": "application/json"}, method="POST")
    with urlopen(request, timeout=10) as answer:
        return json.load(answer)
