"""Safety: two phones at the same instant, and a server that is killed in the middle of it all."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from companion.ledger.sqlite import SqliteLedger
from tests.benchmarks.bench import Bench
from tests.benchmarks.client import Driver
from tests.benchmarks.fixtures import Ledgers
from tests.benchmarks.report import Row
from tests.benchmarks.servers import our_server

APART = (0.0, 0.01, 0.05)
PAIRS = 500
KILLS = 20


def pairs(bench: Bench) -> list[Row]:
    """Two phones of one table tap at the same instant, or nearly."""
    rows = []
    # The first two moves are those of the two phones: one of seat 1, one of seat 2.
    moves = [(1, "tap 1"), (2, "tap 2")]
    with bench.ours("small", 10, 2) as (_, driver, told):
        driver("open", told=[{**table, "moves": moves} for table in told])
        ours = [driver("pairs", count=PAIRS, apart=apart) for apart in APART]
    peer: list[dict[str, Any]] = [{} for _ in APART]
    if bench.peer:
        with bench.theirs("small", "memory", 10, 2) as (_, driver, told):
            driver("open", told=[{**table, "moves": moves} for table in told])
            peer = [driver("pairs", count=PAIRS, apart=apart) for apart in APART]
    for apart, we, they in zip(APART, ours, peer, strict=True):
        bench.say(f"  {apart}: {we} {they}")
        rows.append(
            Row(
                f"two phones tap {1000 * apart:.0f} ms apart, {PAIRS} times: taps lost / silent",
                f"{we['lost']} / {we['silent']}",
                f"{they['lost']} / {they['silent']}" if they else "",
                wanted="none, none",
                reached=not we["lost"] and not we["silent"],
            )
        )
    return rows


def kills(bench: Bench) -> list[Row]:
    """`kill -9` in the middle of the load; then everything that was confirmed is looked for."""
    database = bench.fresh("kills") / "tables.sqlite"
    ledgers = Ledgers(database)
    told = ledgers.tables("small", 20, 4)
    ledgers.close()
    for table in told:
        table["moves"] = [(seat, f"tap {seat}") for seat in range(1, 5)]
    rng, confirmed = random.Random(20), []
    for _ in range(KILLS):
        confirmed += _until_killed(database, told, 0.5 + rng.random())
    kept = _kept(database, {table["code"] for table in told})
    missing = [each for each in confirmed if each not in kept]
    return [
        Row(
            f"kill -9 in mid-load, {KILLS} times: confirmed actions missing",
            f"{len(missing)} of {len(confirmed)}",
            wanted="none",
            reached=not missing and len(confirmed) > KILLS,
        )
    ]


def _until_killed(database: Path, told: list[dict[str, Any]], after: float) -> list[str]:
    """Loads a server, kills it, and gives back every intent that it had confirmed."""
    server = our_server(database)
    with Driver(server) as driver:
        driver("open", told=told)
        driver.begin("acked", rate=200.0, seconds=after + 0.3)
        time.sleep(after)
        server.kill()
        confirmed: list[str] = driver.answer()["confirmed"]
        return confirmed


def _kept(database: Path, codes: set[str]) -> set[str]:
    ledger = SqliteLedger(database)
    kept = {f"{code} {event.intent}" for code in codes for event in ledger.events(code)}
    ledger.close()
    return kept
