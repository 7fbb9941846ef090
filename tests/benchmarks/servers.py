"""Servers: the servers that are measured, ours and the peers', each in a process of its own, and
the driver beside each.

Only ever on the loopback address, and only ever ends what it has started.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from tests.kit.places import ROOT
from tests.kit.ports import free_port
from tests.kit.processes import family

HOST = "127.0.0.1"
#: Limits on one phone or one address: the driver is hundreds of phones at one.
UNLIMITED = (
    *("COMPANION_TAPS", "COMPANION_LOOKS", "COMPANION_WORK", "COMPANION_OPENINGS"),
    *("COMPANION_STREAMS_EACH", "COMPANION_CONNECTIONS_EACH"),
)
#: Seconds for which a server may take to start, and to stop.
PATIENCE = 30.0


class Server:
    """A running server: where it is, and what it takes of the machine."""

    def __init__(self, command: list[str], port: int, **settings: str) -> None:
        self.port = port
        self._running = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_raise_files,
        )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._running.poll() is None:
            try:
                urlopen(f"http://{HOST}:{self.port}/", timeout=PATIENCE).close()
                return
            except URLError as trouble:
                if not isinstance(trouble.reason, ConnectionError):
                    return  # it answers, though not with a page
                time.sleep(0.05)
        raise RuntimeError("The server did not start", self._running.args)

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
        command = {pid: Path(f"/proc/{pid}/cmdline") for pid in family(self._running.pid)}
        return [pid for pid, file in command.items() if b"--socket" in file.read_bytes()]

    def stop(self) -> None:
        """Asks it to stop."""
        self._running.terminate()
        try:
            self._running.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """As a power cut would, but for the disk."""
        self._running.kill()
        self._running.wait()


def our_server(database: Path | str, cores: int = 1, **settings: str) -> Server:
    """The companion as it is served, with the small game on its list beside the real ones."""
    port = free_port()
    line = "from companion.cli import main; main()"
    options = ["--host", HOST, "--port", str(port), "--database", str(database)]
    options += ["--cores", str(cores), "--games", "tests.kit.filled_ledgers:GAMES"]
    # A driver's thumbs are faster than people's; `abuse` measures the limit on taps by itself.
    settings = {**dict.fromkeys(UNLIMITED, "0"), **settings}
    return Server([sys.executable, "-c", line, "serve", *options], port, **settings)


class Driver:
    """A driver at work, for the server on this port. Use it with `with`; all phones hang up at the
    end.
    """

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.driver", HOST, str(port)]
        pipe = subprocess.PIPE
        self._running = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        return cpu_of(self._running.pid)

    def __call__(self, what: str, **order: Any) -> Any:
        """Gives an order and waits for the answer."""
        self.begin(what, **order)
        return self.answer()

    def begin(self, what: str, **order: Any) -> None:
        """Gives an order; `answer` waits for what comes of it."""
        assert self._running.stdin is not None
        print(json.dumps({"do": what, **order}), file=self._running.stdin, flush=True)

    def answer(self) -> Any:
        assert self._running.stdout is not None
        line = self._running.stdout.readline()
        if not line:
            raise RuntimeError("The driver has ended", self._running.poll())
        return json.loads(line)

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *trouble: object) -> None:
        self._running.kill()
        self._running.communicate()


def cpu_of(pid: int) -> float:
    """Seconds of processor time used so far by this process and all that belong to it."""
    return sum(map(_cpu, family(pid)))


def _cpu(pid: int) -> float:
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _raise_files() -> None:
    """As many open files as the machine allows: every phone is one."""
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
