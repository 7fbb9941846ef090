"""Several servers behind one address; nginx assigns the tables to them.

For a hall full of tables, as one server uses one core. All write the same ledger, so the choice of
server affects only speed. A server that ends is restarted.
"""

from __future__ import annotations

import ctypes
import getpass
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

from jinja2 import Environment, StrictUndefined

from companion.referee.text import Text, english_translator

#: Seconds for a server to start, and for all to stop.
START_SECONDS, STOP_SECONDS = 30.0, 2.5

#: Seconds between two checks of the servers, and after a restart.
CHECK_SECONDS, RESTART_PAUSE_SECONDS = 0.25, 1.0

#: Connections that nginx accepts: every phone needs two.
MAX_NGINX_CONNECTIONS = 40_000

#: Beside the servers' sockets, the file with the token of the one-time link that they share.
ONE_TIME_LINK_FILE_NAME = "link"

#: Set once a signal has asked to stop. What the signal raises may be lost: Python ignores what is
#: raised in the functions that it calls after a fork.
_STOP_ASKED = threading.Event()

#: Linux: send this process a signal when its parent ends.
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class NginxSettings:
    """nginx's listening address for all workers. `proxies`: trusted proxies before nginx;
    `waiting`: connections that may wait to be accepted.
    """

    nginx: str
    host: str
    port: int
    proxies: int
    waiting: int


@dataclass(frozen=True)
class SharedWorkerSettings:
    """What the workers share: nginx, the options that name or find the address for phones, and the
    token of the one-time link to the server's page.
    """

    front: NginxSettings
    address: Sequence[str]
    token: str


def run_workers(
    server: Sequence[str], common: SharedWorkerSettings, cores: int, begun: Callable[[], None]
) -> NoReturn:
    """Runs `cores` of these servers behind one address until a signal stops it. `server`: a command
    without its `--socket` and `--address`; `begun`: called when the address accepts connections.
    """
    front = common.front
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    with tempfile.TemporaryDirectory(prefix="companion-") as name:
        folder = Path(name)
        # Nobody else can read the folder.
        (folder / ONE_TIME_LINK_FILE_NAME).write_text(common.token, encoding="ascii")
        sockets = [folder / f"{number}.socket" for number in range(cores)]
        commands = [[*server, "--socket", str(each), *common.address] for each in sockets]
        settings = _settings(folder, front, sockets)
        nginx = [front.nginx, "-e", "stderr", "-p", name, "-c", settings]
        with _running(commands, sockets) as watch, _started(nginx) as before:
            family = socket.AF_INET6 if ":" in front.host else socket.AF_INET
            _wait_for(before, partial(_listens, family, (_near(front.host), front.port)))
            begun()
            while before.poll() is None:
                watch()
                if _STOP_ASKED.is_set():
                    raise SystemExit(0)
                time.sleep(CHECK_SECONDS)
    trouble = Text("nginx has stopped, so no one can reach the companion.")
    raise SystemExit(english_translator().say(trouble))


def _settings(folder: Path, front: NginxSettings, sockets: Sequence[Path]) -> str:
    """Writes nginx's configuration for these servers; returns its path."""
    template = Path(__file__).with_name("nginx.conf").read_text(encoding="utf-8")
    files = _connections_of_nginx()
    name = f"[{front.host}]" if ":" in front.host else front.host
    values = {
        "user": getpass.getuser() if _runs_as_root() else "",
        "files": files,
        "connections": files,
        "sockets": sockets,
        "listen": f"{name}:{front.port}",
        "waiting": front.waiting,
        "proxies": front.proxies,
    }
    file = folder / "nginx.conf"
    file.write_text(Environment(undefined=StrictUndefined).from_string(template).render(values))
    return str(file)


def _connections_of_nginx() -> int:
    # Windows, which has no such limits, has no cluster either (`companion/cli/sharing.py`).
    if sys.platform == "win32":
        return MAX_NGINX_CONNECTIONS
    import resource

    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = files == resource.RLIM_INFINITY
    return MAX_NGINX_CONNECTIONS if unlimited else min(files, MAX_NGINX_CONNECTIONS)


def _runs_as_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


@contextmanager
def _running(
    commands: Sequence[Sequence[str]], sockets: Sequence[Path]
) -> Iterator[Callable[[], None]]:
    """Starts the servers and waits for them; gives a function that restarts those that ended."""
    if sys.platform == "win32":
        raise NotImplementedError("Windows has one server: see cli/sharing.py")
    servers = [_start(command) for command in commands]
    try:
        for server, file in zip(servers, sockets, strict=True):
            _wait_for(server, partial(_listens, socket.AF_UNIX, str(file)))

        def watch() -> None:
            for number, server in enumerate(servers):
                if server.poll() is not None:
                    sockets[number].unlink(missing_ok=True)
                    servers[number] = _start(commands[number])
                    # It may be unable to start, which it reports itself.
                    time.sleep(RESTART_PAUSE_SECONDS)

        yield watch
    finally:
        _end(servers)


@contextmanager
def _started(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    running = _start(command)
    try:
        yield running
    finally:
        _end([running])


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    # A separate session: Ctrl-C on the terminal reaches only us, and we stop the rest in order.
    return subprocess.Popen(command, start_new_session=True, preexec_fn=_end_with_us)


def _end_with_us() -> None:
    """Asks Linux, in each child, to end it if this process is killed: nothing else would."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _end(running: Sequence[subprocess.Popen[bytes]]) -> None:
    for each in running:
        each.terminate()
    end = time.monotonic() + STOP_SECONDS
    for each in running:
        try:
            each.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            each.kill()
            each.wait()


def _wait_for(running: subprocess.Popen[bytes], ready: Callable[[], bool]) -> None:
    """Exits if the process does not become ready; it has reported why."""
    end = time.monotonic() + START_SECONDS
    while not ready():
        if running.poll() is not None or time.monotonic() > end:
            raise SystemExit(1)
        time.sleep(0.02)


def _listens(family: socket.AddressFamily, where: str | tuple[str, int]) -> bool:
    with socket.socket(family, socket.SOCK_STREAM) as asking:
        return asking.connect_ex(where) == 0


def _near(host: str) -> str:
    """Returns the address at which this machine reaches that listener."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    _STOP_ASKED.set()
    raise SystemExit(0)
