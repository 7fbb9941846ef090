"""Long tables: one of them is touched for the first time since a start while others play; what
those notice of it.
"""

from __future__ import annotations

import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

from companion.ledger.opening import open_ledger
from tests.benchmarks.bench import Bench
from tests.benchmarks.fixtures import Ledgers, long_log
from tests.benchmarks.report import Row, ms
from tests.benchmarks.servers import HOST, Server

#: Events of a long table, how many there are, and seconds between two touches.
EVENTS, LONG, APART = 5_000, 10, 1.0
#: Tables that play meanwhile, and how many actions a second all of them together.
PLAYING, RATE = 100, 20.0
#: Seconds within which the server has written the snapshots of all long tables.
WRITTEN = 240.0
WAYS = ("out of its whole log", "from its snapshot")


def first_touch(bench: Bench) -> list[Row]:
    """With no snapshot yet, as after an upgrade; and from the snapshots that this left behind."""
    database = bench.fresh("long") / "tables.sqlite"
    ledgers = Ledgers(database)
    each = round(3 * RATE * LONG * APART / PLAYING) + 8
    told = ledgers.tables("crafting", PLAYING * len(WAYS), each)
    long = [ledgers.table("crafting", long_log(EVENTS), []) for _ in range(LONG)]
    ledgers.close()
    rows = []
    for number, way in enumerate(WAYS):
        with bench.on(database) as (server, driver):
            driver("open", told=told[number * PLAYING :][:PLAYING])
            # The first action at a table finds it cold: that is not what is asked here.
            driver("load", rate=RATE, seconds=LONG * APART)
            calm = driver("load", rate=RATE, seconds=LONG * APART)["everywhere"]
            driver.begin("load", rate=RATE, seconds=LONG * APART)
            took = _touched(server, long)
            load = driver.answer()
            _wait_for_snapshots(database, long)
        bench.say(f"  {way}: {took}, calm {calm}, {load}")
        rows.append(
            Row(
                f"Crafting the Cosmos: first page of a table with {EVENTS} events {way}, while"
                f" {PLAYING} others play at {RATE:.0f}/s: p50 / longest; their tap p95 (calm)",
                f"{ms(median(took))} / {ms(max(took))};"
                f" {ms(load['everywhere']['p95'])} ({ms(calm['p95'])})",
            )
        )
    return rows


def _touched(server: Server, tables: list[dict[str, Any]]) -> list[float]:
    """Milliseconds until each was there, one every so often."""
    took = []
    for table in tables:
        begin = time.perf_counter()
        with closing(HTTPConnection(HOST, server.port, timeout=60)) as line:
            line.request("GET", f"/t/{table['code']}", headers={"Cookie": _cookie(table)})
            assert line.getresponse().read()
        took.append(1000 * (time.perf_counter() - begin))
        time.sleep(max(0.0, begin + APART - time.perf_counter()))
    return took


def _cookie(table: dict[str, Any]) -> str:
    return str(table["phones"][0]["cookie"])


def _wait_for_snapshots(database: Path, tables: list[dict[str, Any]]) -> None:
    """Until the server has written one of each. Raises `TimeoutError`."""
    end = time.monotonic() + WRITTEN
    with closing(open_ledger(database, 10.0)) as ledger:
        while any(ledger.snapshot(table["code"]) is None for table in tables):
            if time.monotonic() > end:
                raise TimeoutError("the long tables have no snapshots")
            time.sleep(0.5)
