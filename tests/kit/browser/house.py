"""A companion served for real, as a child process; it can be killed and started again.

It is ended by its own process alone, never by name.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.kit.browser.browsers import NAME
from tests.kit.ports import free_port
from tests.kit.served import GENEROUS


class House:
    """The companion on a free port with a database of its own. `host`: what it listens on.

    `pace`: seconds between two steps in the telling of a result, 0 for all at once. `within`: the
    network namespace that it stands in. `program`: what Python is to run. `always`: further
    variables of its environment.

    `link`: opens the server's page once.
    """

    def __init__(
        self,
        folder: Path,
        host: str = "127.0.0.1",
        pace: float = 0.0,
        within: str = "",
        program: Sequence[str] = ("-c", "from companion.cli import main; main()"),
        **always: str,
    ) -> None:
        self._within = ["ip", "netns", "exec", within] if within else []
        self.port = free_port("127.0.0.1" if within else host)
        self.address = f"http://{NAME}:{self.port}"
        self._host = host
        self._program = program
        self._always = {"COMPANION_PACE": str(pace), **always}
        self._database = folder / "companion.sqlite"
        self.start()

    def as_usual(self) -> None:
        """Runs as it was made: a test that killed it or set it otherwise leaves no trace."""
        if self._settings or self._process.poll() is not None:
            self.stop()
            self.start()

    @contextmanager
    def without_its_file(self) -> Iterator[None]:
        """Somebody puts the database and what lies beside it elsewhere, and then back."""
        files = list(self._database.parent.glob(f"{self._database.name}*"))
        for file in files:
            file.replace(file.with_name(f"aside-{file.name}"))
        yield
        for file in files:
            file.with_name(f"aside-{file.name}").replace(file)

    def start(self, **settings: str) -> None:
        """Starts it, on the same port and database as before; back when it listens. `settings`:
        variables of its environment, until it starts again.
        """
        self._settings = settings
        command = [*self._within, sys.executable, *self._program, "serve"]
        command += ["--host", self._host, "--port", str(self.port)]
        command += ["--database", str(self._database)]
        environment = {
            "COMPANION_RELEASE": "one",
            "COMPANION_TAPS": "0",
            "COMPANION_LOOKS": "0",
            "COMPANION_WORK": "0",
            "COMPANION_OPENINGS": "0",
            "COMPANION_HOSTS": NAME,
            **os.environ,
            "COMPANION_HEARTBEAT": "1",
            "PYTHONIOENCODING": "utf-8",
        }
        environment.update(self._always, **settings)
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            if "/server/" in line:
                self.link = f"/server/{line.rpartition('/')[2].strip()}"
            if "Ctrl-C" in line:
                return
        raise AssertionError("the companion ended without a greeting")

    def kill(self) -> None:
        """The worst that can happen to it: no goodbye to anybody."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self._process.poll() is None:
            self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        self._process.send_signal(number)
        self._process.wait(timeout=GENEROUS)
        assert self._process.stdout is not None
        self._process.stdout.close()
