"""Spectators: four of them look back through a giant game, again and again, as fast as they are
answered; what everybody else notices of it.
"""

from __future__ import annotations

import threading
from collections import Counter
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.benchmarks.bench import Bench
from tests.benchmarks.fixtures import Ledgers, long_log
from tests.benchmarks.report import Row, ms
from tests.benchmarks.servers import HOST, Server

#: Events of the giant game, and who looks back at it.
EVENTS, LOOKERS = 6000, 4
RATE = 40.0


def spectators(bench: Bench) -> list[Row]:
    """With the limits of a server, and with none, so that the cost itself is seen."""
    database = bench.fresh("spectators") / "tables.sqlite"
    ledgers = Ledgers(database)
    told = ledgers.tables("small", 10, 4000)
    code = ledgers.table("crafting", long_log(EVENTS), [])["code"]
    ledgers.close()
    return [_measured(bench, database, told, code, looks) for looks in ("20", "0")]


def _measured(
    bench: Bench, database: Path, told: list[dict[str, object]], code: str, looks: str
) -> Row:
    with bench.on(database, COMPANION_LOOKS=looks) as (server, driver):
        driver("open", told=told)
        calm = driver("load", rate=RATE, seconds=bench.seconds / 2)["everywhere"]["p95"]
        statuses: Counter[int] = Counter()
        stop = threading.Event()
        lookers = [
            threading.Thread(target=_look, args=(server, code, stop, statuses))
            for _ in range(LOOKERS)
        ]
        for looker in lookers:
            looker.start()
        load = driver("load", rate=RATE, seconds=bench.seconds / 2)
        stop.set()
        for looker in lookers:
            looker.join()
    p95 = load["everywhere"]["p95"]
    limited = looks != "0"
    return Row(
        f"{LOOKERS} spectators on /at/{EVENTS} of a giant game, {'' if limited else 'un'}limited: "
        "pages / told to wait; tap p95 of the others (calm)",
        f"{statuses[200]} / {statuses[429]}; {ms(p95)} ({ms(calm)})",
        wanted="under 30 ms" if limited else "",
        reached=p95 < 30 and load["sent"] == load["done"] if limited else None,
    )


def _look(server: Server, code: str, stop: threading.Event, statuses: Counter[int]) -> None:
    line = HTTPConnection(HOST, server.port, timeout=30)
    while not stop.is_set():
        try:
            line.request("GET", f"/t/{code}/at/{EVENTS}")
            answer = line.getresponse()
            answer.read()
            statuses[answer.status] += 1
        except (OSError, HTTPException):
            line.close()
            statuses[0] += 1
        if statuses[429]:
            stop.wait(0.02)
    line.close()
