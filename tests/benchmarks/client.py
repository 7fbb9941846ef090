"""Client: how the benchmark talks to a driver. One driver for each server, in its own process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.benchmarks.servers import HOST, Server, cpu_of
from tests.kit.places import ROOT


class Driver:
    """A driver at work. Use it with `with`; it hangs up all phones at the end."""

    def __init__(self, server: Server) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.driver", HOST, str(server.port)]
        self._running = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

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
