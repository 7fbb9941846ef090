"""Neighbours: of several servers behind one address one is killed; what the others' tables notice.

Lines are kept open between two taps, as browsers do, so that what one request leaves behind on a
line inside would be met by the next.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row
from tests.benchmarks.servers import HOST, Server

TABLES = 16
KILLS = 20
#: Seconds of load before a kill and after it, and between two taps of a table.
BEFORE, AFTER, PAUSE = 0.3, 1.5, 0.02
#: Seconds for which a server may take to come back.
PATIENCE = 30.0


def neighbours(bench: Bench) -> list[Row]:
    """`kill -9` of one of two servers, in mid-load, again and again."""
    told: Counter[str] = Counter()
    with bench.ours("small", TABLES, 2, cores=2) as (server, _, tables):
        for number in range(KILLS):
            told += killed_once(server, tables, number)
            bench.say(f"  {number + 1}: {dict(told)}")
    failed = told["taps"] - told["taken"]
    return [
        Row(
            f"one of 2 servers killed in mid-load, {KILLS} times: taps of the other failed",
            f"{failed} of {told['taps']}",
            wanted="none",
            reached=not failed and told["taps"] > KILLS,
        )
    ]


def killed_once(server: Server, tables: list[dict[str, Any]], number: int) -> Counter[str]:
    """What became of the taps at tables whose server was not the one that was killed."""
    lines = [Line(server.port, table, number) for table in tables]
    _until_all_answer(lines)
    stop = threading.Event()
    threads = [threading.Thread(target=line.tap_until, args=(stop.is_set,)) for line in lines]
    for thread in threads:
        thread.start()
    time.sleep(BEFORE)
    workers = server.workers
    os.kill(workers[number % len(workers)], signal.SIGKILL)
    time.sleep(AFTER)
    stop.set()
    for thread in threads:
        thread.join()
    well = [line for line in lines if not line.met_the_end]
    taken, taps = sum(line.told[200] for line in well), sum(line.told.total() for line in well)
    return Counter(taken=taken, taps=taps)


class Line:
    """A table's phone, and how its taps were answered."""

    def __init__(self, port: int, table: dict[str, Any], number: int) -> None:
        self.told: Counter[int] = Counter()
        self._wire = HTTPConnection(HOST, port, timeout=PATIENCE)
        self._path = f"/t/{table['code']}/act"
        self._headers = {
            "Origin": f"http://{HOST}:{port}",
            "Cookie": table["phones"][0]["cookie"],
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        self._intents = (f"n{number}-{count}" for count in range(10**9))

    def tap(self) -> int:
        """The answer's status; 0 where there was none."""
        body = urlencode({"action": "tap 1", "seat": 1, "intent": next(self._intents)})
        try:
            self._wire.request("POST", self._path, body, self._headers)
            answer = self._wire.getresponse()
            answer.read()
            return answer.status
        except (OSError, HTTPException):
            self._wire.close()
            return 0

    def tap_until(self, ends: Callable[[], bool]) -> None:
        while not ends():
            self.told[self.tap()] += 1
            time.sleep(PAUSE)

    @property
    def met_the_end(self) -> bool:
        """Whether it was told that its server cannot be reached: that is what nginx says."""
        return self.told[502] + self.told[504] > 0


def _until_all_answer(lines: list[Line]) -> None:
    end = time.monotonic() + PATIENCE
    while any(line.tap() != 200 for line in lines):
        if time.monotonic() > end:
            raise RuntimeError("A server that was killed does not come back")
        time.sleep(0.1)
