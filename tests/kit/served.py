"""A companion served for real, in a process of its own, and a phone that keeps its cookie."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from companion.games import CATALOGUE
from tests.kit.ports import HOUSE, free_port

GAME = next(iter(CATALOGUE.values()))
SERVE = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]


#: Seconds: so long that nobody waits for it but where something is broken, however busy a machine.
GENEROUS = 60.0


def until(true: Callable[[], bool], otherwise: str) -> None:
    """Waits for this to come true; says otherwise where it never does."""
    end = time.monotonic() + GENEROUS
    while not true():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


class Served:
    """The companion on a port of its own, and a phone that keeps its cookie. `options` are those
    of the command.
    """

    def __init__(self, folder: Path, *options: str, heartbeat: float = 0.2) -> None:
        self.port = free_port()
        self.cookie = ""
        self._folder = folder
        self._options = options
        self._heartbeat = heartbeat
        self.start()

    def start(self) -> None:
        command = [*SERVE, "--host", HOUSE, "--port", str(self.port), *self._options]
        self.begin([*command, "--database", str(self._folder / "companion.sqlite")])

    def begin(self, command: Sequence[str]) -> None:
        """Runs it, and returns when it has greeted."""
        environment = {
            "COMPANION_RELEASE": "one",
            "COMPANION_TAPS": "0",
            "COMPANION_LOOKS": "0",
            "COMPANION_WORK": "0",
            "COMPANION_OPENINGS": "0",
            "COMPANION_NAME": "",
            **os.environ,
            "COMPANION_HEARTBEAT": str(self._heartbeat),
            "PYTHONIOENCODING": "utf-8",
        }
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        assert self.process.stdout is not None
        self.greeting = [self.process.stdout.readline()]
        while "Ctrl-C" not in self.greeting[-1]:
            self.greeting.append(self.process.stdout.readline())
            assert self.greeting[-1], "it ended without a greeting"

    @contextmanager
    def request(self, method: str, path: str, body: str = "") -> Iterator[HTTPResponse]:
        headers = {"Origin": f"http://{HOUSE}:{self.port}", "Cookie": self.cookie}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection(HOUSE, self.port, timeout=GENEROUS)) as connection:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                # One that is taken away has no content.
                told = (each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie", ()))
                self.cookie = next((each for each in told if each[-1] != "="), self.cookie)
                yield answer

    def post(self, path: str, body: str) -> str:
        """Where the answer sends us."""
        with self.request("POST", path, body) as answer:
            assert answer.status == 303, answer.read()
            return str(answer.headers["Location"])

    def page(self, path: str) -> str:
        with self.request("GET", path) as answer:
            return answer.read().decode()

    def open_table(self) -> str:
        body = f"game={GAME.slug}&seats={GAME.seats[0]}&name=Ana"
        return self.post("/tables", body).rpartition("/")[2]

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        code = self.process.wait(timeout=GENEROUS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
