"""A hall: several servers on one PostgreSQL, and phones that come to any of them at any moment.

A phone does what a real one does: its stream is opened again when it ends or falls silent, a tap
without an answer is kept and sent again with the same intent until it has one. Which server is
asked, chance decides anew for every request.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any
from urllib.parse import urlencode

from tests.kit.ports import HOUSE, free_port
from tests.kit.served import GENEROUS, SERVE

#: Seconds between two heartbeats here, after which a silent stream is left, and for which an answer
#: is waited for before the tap is sent again.
BEAT, SILENT, ANSWER = 0.5, 2.0, 3.0
#: A panel's name, and all up to the next one; the numbers that people read there.
PANEL = re.compile(r'id="(panel-[^"]+)"(.*?)(?=id="panel-|</hx-partial>|$)', re.DOTALL)
NUMBER = re.compile(r">\s*(\d+)\s*<")
#: A row of a panel; one that stays as it is comes without its contents.
ROW = re.compile(r'<li id="([^"]+)"(.*?)</li>', re.DOTALL)
SAME = " data-same>"


class Serving:
    """One server of the hall, in a process of its own."""

    def __init__(self, database: str, port: int = 0, **settings: str) -> None:
        self.port = port or free_port()
        self._environment = {
            **os.environ,
            "COMPANION_DATABASE": database,
            "COMPANION_HEARTBEAT": str(BEAT),
            "COMPANION_RELEASE": "one",
            "COMPANION_TAPS": "0",
            "COMPANION_LOOKS": "0",
            "COMPANION_WORK": "0",
            "COMPANION_OPENINGS": "0",
            **settings,
        }
        self.begin()

    def start(self) -> None:
        """Returns when it listens."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        games = ("--games", "tests.kit.filled_ledgers:GAMES")
        command = [*SERVE, "--host", HOUSE, "--port", str(self.port), *games]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=self._environment
        )

    def wait(self) -> None:
        assert self.process.stdout is not None
        while "Ctrl-C" not in (line := self.process.stdout.readline()):
            assert line, "it ended without a greeting"

    def send(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.end()

    def end(self, number: int = signal.SIGKILL) -> int:
        if self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.send(number)
        code = self.process.wait(GENEROUS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def serving(database: str, count: int, **settings: str) -> Iterator[list[Serving]]:
    """So many servers of the same tables."""
    servers: list[Serving] = []
    try:
        for _ in range(count):
            servers.append(Serving(database, **settings))
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.end()


def is_kept(status: int, text: str) -> bool:
    """Whether a phone keeps its tap after this answer and sends it again, as static/js/taps.js."""
    return status == 503 or (status >= 502 and "<hx-partial" not in text)


class HallPhone:
    """One phone on one seat. `ports`: where the servers listen; the list may change meanwhile.

    `seqs` are the numbers that came on its streams, in order; `numbers` those of each panel by now.
    `errors`: answers of 5xx to its taps; one after which a real phone gives its tap up is a fault.
    """

    def __init__(self, ports: Sequence[int], table: dict[str, Any], seat: int, seed: int) -> None:
        told = next(each for each in table["phones"] if each["seat"] == seat)
        self.ports, self.code, self.seat, self.cookie = ports, table["code"], seat, told["cookie"]
        self.chance = random.Random(seed)
        self.numbers: dict[str, list[str]] = {}
        self._rows: dict[str, str] = {}
        self.seqs: list[list[int]] = []
        self.answers: list[tuple[str, int]] = []
        self.sent_again = 0
        self.faults: list[str] = []
        self.errors = Counter[int]()
        self.longest = 0.0
        self._number = 0
        self._stop = threading.Event()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    # -- taps

    def tap(self, action: str, twice: bool = False) -> int:
        """The status of its answer, once it has one. `twice`: the same tap at two servers."""
        self._number += 1
        intent = f"{self.seat}-{self._number}-{self.chance.random()}"
        fields = {"action": action, "seat": self.seat, "intent": intent, "seen": self.seen}
        if twice:
            threading.Thread(target=self._post_aside, args=(fields,)).start()
        begun = time.monotonic()
        while True:
            status, text = 0, ""
            with suppress(OSError, HTTPException):
                status, text = self._post(fields)
            if status in (200, 422):
                self.longest = max(self.longest, time.monotonic() - begun)
                self.answers.append((intent, status))
                return status
            if status >= 500:
                self.errors[status] += 1
            if status and not is_kept(status, text):
                self.faults.append(f"{action}: {status}")
                return status
            self.sent_again += 1
            assert time.monotonic() < begun + GENEROUS, f"no answer to {action} for a minute"
            time.sleep(0.1)

    def _post_aside(self, fields: dict[str, Any]) -> None:
        with suppress(OSError, HTTPException):
            self._post(fields)

    def _post(self, fields: dict[str, Any]) -> tuple[int, str]:
        port = self.chance.choice(self.ports)
        with closing(HTTPConnection(HOUSE, port, timeout=ANSWER)) as line:
            headers = {
                "Cookie": self.cookie,
                "Origin": f"http://{HOUSE}:{port}",
                "HX-Request": "true",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            line.request("POST", f"/t/{self.code}/act", urlencode(fields), headers)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    # -- the stream

    @property
    def seen(self) -> int:
        return next((seqs[-1] for seqs in reversed(self.seqs) if seqs), 0)

    def _watch(self) -> None:
        while not self._stop.is_set():
            with suppress(OSError, HTTPException, ValueError):
                self._stream()
            self._stop.wait(0.05)

    def _stream(self) -> None:
        port = self.chance.choice(self.ports)
        with closing(HTTPConnection(HOUSE, port, timeout=SILENT)) as line:
            headers = {"Cookie": self.cookie, "Last-Event-ID": str(self.seen)}
            line.request("GET", f"/t/{self.code}/stream?page=table", headers=headers)
            with line.getresponse() as answer:
                if answer.status != 200:
                    return
                self.seqs.append([])
                while not self._stop.is_set():
                    self._read(answer)

    def _read(self, answer: HTTPResponse) -> None:
        line = _whole_line(answer)
        if line.startswith("id: "):
            for name, html in PANEL.findall(_whole_line(answer)):
                if not html.startswith(SAME):
                    self.numbers[name] = NUMBER.findall(ROW.sub(self._row, html))
            # Last: whoever sees the number looks at what the phone shows.
            self.seqs[-1].append(int(line[4:]))

    def _row(self, found: re.Match[str]) -> str:
        """The row as the phone shows it now."""
        id, inside = found.groups()
        if inside != SAME:
            self._rows[id] = inside
        return self._rows[id]

    def close(self) -> None:
        self._stop.set()

    def join(self) -> None:
        self._watching.join(GENEROUS)


def _whole_line(answer: HTTPResponse) -> str:
    line = answer.readline().decode()
    if not line.endswith("\n"):
        raise OSError("the stream has ended")
    return line


def wait_until_all_show(phones: Sequence[HallPhone], seq: int) -> None:
    """Waits until all of them show this version. Says who does not."""
    end = time.monotonic() + GENEROUS
    while any(phone.seen != seq for phone in phones):
        behind = {(phone.code, phone.seat): phone.seen for phone in phones if phone.seen != seq}
        assert time.monotonic() < end, f"{behind} never came to {seq}"
        time.sleep(0.02)
