"""Servers: the servers that are measured, ours and the peer's, each in a process of its own.

Only ever on the loopback address, and only ever ends what it has started.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.kit.places import ROOT
from tests.kit.ports import free_port

HOST = "127.0.0.1"
PEER = Path(__file__).with_name("peer")
#: What must be there for it to start; the second is its file store.
PARTS = ("boardgame.io", "node-persist")
#: Limits on one phone or one address: the driver is hundreds of phones at one.
UNLIMITED = (
    *("COMPANION_TAPS", "COMPANION_LOOKS", "COMPANION_OPENINGS"),
    *("COMPANION_STREAMS_EACH", "COMPANION_CONNECTIONS_EACH"),
)
#: Seconds for which a server may take to start, and to stop.
PATIENCE = 30.0


class Server:
    """A running server: where it is, and what it takes of the machine."""

    def __init__(self, command: list[str], port: int, **settings: str) -> None:
        self.port = port
        given = [f"{key}={value}" for key, value in settings.items()]
        self._running = subprocess.Popen(
            ["env", *given, *command],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_raise_files,
        )
        _wait_for(port, self._running)

    @property
    def memory(self) -> int:
        """Bytes of memory that are its own now."""
        text = Path(f"/proc/{self._running.pid}/status").read_text(encoding="ascii")
        line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far, by all that belongs to it."""
        return cpu_of(self._running.pid)

    @property
    def workers(self) -> list[int]:
        """Where several share the tables: their numbers. nginx before them is none of them."""
        command = {pid: Path(f"/proc/{pid}/cmdline") for pid in _family(self._running.pid)}
        return [pid for pid, file in command.items() if b"--socket" in file.read_bytes()]

    def stop(self) -> float:
        """Asks it to stop; how many seconds that took."""
        start = time.perf_counter()
        self._running.terminate()
        try:
            self._running.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.perf_counter() - start

    def kill(self) -> None:
        """As a power cut would, but for the disk."""
        self._running.send_signal(signal.SIGKILL)
        self._running.wait()


def our_server(database: Path | str, cores: int = 1, **settings: str) -> Server:
    """The companion as it is served, with the small game on its list beside the real ones."""
    port = free_port()
    line = "from companion.cli import main; main()"
    options = ["--host", HOST, "--port", str(port), "--database", str(database)]
    options += ["--cores", str(cores), "--games", "tests.benchmarks.fixtures:GAMES"]
    # A driver's thumbs are faster than people's; `abuse` measures the limit on taps by itself.
    settings = {**dict.fromkeys(UNLIMITED, "0"), **settings}
    return Server([sys.executable, "-c", line, "serve", *options], port, **settings)


def peer_server(installed: Path, store: str, folder: Path) -> Server:
    """The peer. `store`: "memory" or "file"."""
    port = free_port()
    command = ["node", str(installed / "server.js"), str(port), store, str(folder)]
    return Server(command, port, NODE_ENV="production")


def missing_for_peer() -> list[str]:
    """The commands that the peer needs and this machine does not have."""
    return [command for command in ("node", "npm") if not shutil.which(command)]


def install_peer(cache: Path) -> Path:
    """The peer and its pinned parts, out of the npm registry, kept in this folder."""
    cache.mkdir(parents=True, exist_ok=True)
    for file in PEER.iterdir():
        shutil.copy(file, cache / file.name)
    if not all((cache / "node_modules" / part).exists() for part in PARTS):
        command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=cache, check=True)
    return cache


def open_match(server: Server, game: str, seats: int) -> dict[str, Any]:
    """A new match with all its seats taken, as the driver wants it."""
    games = f"http://{HOST}:{server.port}/games/{game}"
    match = _post(f"{games}/create", {"numPlayers": seats})["matchID"]
    phones = []
    for seat in range(1, seats + 1):
        joining = {"playerID": str(seat - 1), "playerName": f"p{seat}"}
        credentials = _post(f"{games}/{match}/join", joining)["playerCredentials"]
        phones.append({"seat": seat, "credentials": credentials, "game": game})
    return {"code": match, "phones": phones}


def cpu_of(pid: int) -> float:
    """Seconds of processor time used so far by this process and all that belong to it."""
    return sum(map(_cpu, _family(pid)))


def _family(pid: int) -> list[int]:
    """This process, and all that it and they have started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(each for child in children for each in _family(int(child)))]


def _cpu(pid: int) -> float:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _post(address: str, sent: dict[str, Any]) -> Any:
    asked = Request(
        address, json.dumps(sent).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urlopen(asked, timeout=10) as answer:
        return json.load(answer)


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and running.poll() is None:
        try:
            urlopen(f"http://{HOST}:{port}/", timeout=PATIENCE).close()
        except URLError as trouble:
            if not isinstance(trouble.reason, ConnectionError):
                return  # it answers, though not with a page
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("The server did not start", running.args)


def _raise_files() -> None:
    """As many open files as the machine allows: every phone is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
