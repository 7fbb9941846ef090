"""Steadiness: two taps at one instant, servers that are killed in mid-load, badly behaved phones,
and long tables; what is lost, and what everybody else notices.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from companion.ledger.opening import open_ledger
from tests.benchmarks.bench import Bench, Side, Tables
from tests.benchmarks.report import Row, ms
from tests.benchmarks.servers import Driver, our_server
from tests.kit.filled_ledgers import Ledgers, long_log
from tests.kit.fuzz import Found, fuzzed
from tests.kit.served import until

#: Seconds between the taps of a pair; pairs; kills.
APART, PAIRS, KILLS = (0.0, 0.01, 0.05), 500, 20
#: Tables beside the one whose server is killed, their taps a second, seconds before and after.
NEIGHBOURS, TAPS, BEFORE, AFTER = 16, 400.0, 0.3, 1.5
#: Streams that a server lets in where that is measured; taps a second beside misdeeds; seconds
#: after which a request that was begun and not ended is given up.
CAP, RATE, GIVEN_UP = 60, 40.0, 12.0
#: Events of a giant game, and who looks back at it.
GIANT, LOOKERS = 6_000, 4
#: Events of a long table, how many there are, seconds between two touches; tables that play
#: meanwhile, and their actions a second.
LONG, TOUCHED, TOUCHES_APART, PLAYING, PLAYS = 5_000, 10, 1.0, 100, 20.0
#: Seconds within which the server has written the snapshots of all long tables.
WRITTEN = 240.0
#: Requests of one round that nobody means well.
REQUESTS = 20_000
#: The first round's lots; and seconds that nobody may wait.
FIRST_SEED, LONGEST = 2000, 0.5


def with_a_tap_of_each_seat(tables: Tables) -> Tables:
    return [{**table, "moves": [(seat, f"tap {seat}") for seat in range(1, 5)]} for table in tables]


# ---------------------------------------------------------------------------------- lost or silent


def pairs(bench: Bench) -> list[Row]:
    """Two phones of one table tap at the same instant, or nearly."""
    with bench.ours("small", 10, 2) as side:
        ours = paired(side)
    theirs: list[dict[str, int]] = [{} for _ in APART]
    if bench.boardgame:
        with bench.theirs("small", "memory", 10, 2) as side:
            theirs = paired(side)
    bench.say(f"  {ours} {theirs}")
    return [
        Row(
            f"two phones tap {1000 * apart:.0f} ms apart, {PAIRS} times: taps lost / silent",
            f"{we['lost']} / {we['silent']}",
            f"{they['lost']} / {they['silent']}" if they else "",
            wanted="none, none",
            reached=not we["lost"] and not we["silent"],
        )
        for apart, we, they in zip(APART, ours, theirs, strict=True)
    ]


def paired(side: Side, count: int = PAIRS, patience: float = 1.0) -> list[dict[str, int]]:
    """What came of so many pairs, for each time between the two."""
    side.driver("open", told=with_a_tap_of_each_seat(side.tables))
    return [side.driver("pairs", count=count, apart=a, patience=patience) for a in APART]


def kills(bench: Bench) -> list[Row]:
    """`kill -9` in the middle of the load, in as many rounds as are asked for; then everything that
    was confirmed is looked for.
    """
    times = KILLS * bench.rounds
    database, (tables,) = bench.filled(lambda ledgers: [ledgers.tables("small", 20, 4)])
    rng, confirmed = random.Random(20), list[tuple[str, str]]()
    for _ in range(times):
        server, seconds = our_server(database), 0.5 + rng.random()
        with Driver(server.port) as driver:
            driver("open", told=with_a_tap_of_each_seat(tables))
            driver.begin("taps until gone", rate=200.0, seconds=seconds + 0.3)
            time.sleep(seconds)
            server.kill()
            confirmed += [
                (code, intent) for code, intent, status in driver.answer() if status == 200
            ]
    with closing(open_ledger(database, 10.0)) as ledger:
        codes = [table["code"] for table in tables]
        kept = {(code, event.intent) for code in codes for event in ledger.events(code)}
    missing = [each for each in confirmed if each not in kept]
    return [
        Row(
            f"kill -9 in mid-load, {times} times: confirmed actions missing",
            f"{len(missing)} of {len(confirmed)}",
            wanted="none",
            reached=not missing and len(confirmed) > times,
        )
    ]


def neighbours(bench: Bench) -> list[Row]:
    """`kill -9` of one of two servers behind one address, in mid-load, again and again. Phones keep
    their lines open, so what one request leaves behind on a line inside would be met by the next.
    """
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    failed = taps = 0
    with bench.ours("small", NEIGHBOURS, 4, cores=2) as side:
        side.driver("open", told=with_a_tap_of_each_seat(side.tables))
        for number in range(KILLS):
            until(lambda: _all_answer(side), "a server that was killed does not come back")
            side.driver.begin("taps until gone", rate=TAPS, seconds=BEFORE + AFTER)
            time.sleep(BEFORE)
            workers = side.server.workers
            os.kill(workers[number % len(workers)], signal.SIGKILL)
            answers = side.driver.answer()
            # 502 and 504 are nginx's: the server of this table was the one.
            gone = {code for code, _, status in answers if status in (502, 504)}
            spared = [status for code, _, status in answers if code not in gone]
            taps, failed = taps + len(spared), failed + len(spared) - spared.count(200)
            bench.say(f"  {number + 1}: {failed} of {taps}")
    return [
        Row(
            f"one of 2 servers killed in mid-load, {KILLS} times: taps of the other failed",
            f"{failed} of {taps}",
            wanted="none",
            reached=not failed and taps > KILLS,
        )
    ]


def _all_answer(side: Side) -> bool:
    answers = side.driver("taps until gone", rate=TAPS, seconds=4 * NEIGHBOURS / TAPS)
    return {status for _, _, status in answers} == {200}


# -------------------------------------------------------------------------------- bad behaviour


def abuse(bench: Bench) -> list[Row]:
    """Everything at one server with few tables, one after the other."""
    with bench.ours("small", 10, 4000, COMPANION_STREAMS=str(CAP)) as side:
        side.driver("open", told=side.tables)
        calm = _p95(bench, side.driver)
        let_in = side.driver("crowd", count=2 * CAP)
    room = CAP - 40  # ten tables have four phones each
    rows = [
        Row(
            f"{2 * CAP} more streams where there is room for {room}: let in / sent to slow polling",
            f"{let_in.get('200', 0)} / {let_in.get('503', 0)}",
            wanted="the cap holds, the rest is told",
            reached=let_in == {"200": room, "503": 2 * CAP - room},
        )
    ]
    with bench.ours("small", 10, 4000, COMPANION_TAPS="10") as side:
        side.driver("open", told=side.tables)
        return [*rows, *_misdeeds(bench, side.driver, side.tables, calm)]


def _misdeeds(bench: Bench, driver: Driver, tables: Tables, calm: float) -> list[Row]:
    driver("half-open", count=200)
    beside_half_open = _p95(bench, driver)
    time.sleep(max(0.0, GIVEN_UP - bench.seconds / 2))
    ended = driver("let go")
    driver("slow", count=40)
    beside_slow = _p95(bench, driver)
    first, *others = [table["code"] for table in tables]
    flood = driver("flood", tables=[first], count=300)
    beside_flood = _p95(bench, driver, tables=others)
    big = driver("too big", size=1_000_000)
    return [
        Row(
            "200 connections that begin a request and stop: tap p95 (calm) / ended by the server",
            f"{ms(beside_half_open)} ({ms(calm)}) / {ended['ended by the server']}",
            wanted="nobody is held up, all are ended",
            reached=beside_half_open < 50 and ended["ended by the server"] == ended["of"],
        ),
        Row(
            "40 phones that read one byte a second, at the same tables: tap p95 of the others"
            " (calm)",
            f"{ms(beside_slow)} ({ms(calm)})",
            wanted="nobody is held up",
            reached=beside_slow < 50,
        ),
        Row(
            "300 taps at once from one phone: taken / told to slow down; tap p95 of the others"
            " (calm)",
            f"{flood.get('200', 0)} / {flood.get('429', 0)}; {ms(beside_flood)} ({ms(calm)})",
            wanted="limited, told so",
            reached=set(flood) == {"200", "429"} and beside_flood < 50,
        ),
        Row(
            "a form of 1 MB / one that announces 10 MB: status",
            f"{big['sent']} / {big['announced']}",
            wanted="413",
            reached=big == {"sent": "413", "announced": "413"},
        ),
    ]


def _p95(bench: Bench, driver: Driver, **chosen: Any) -> float:
    load = driver("load", rate=RATE, seconds=bench.seconds / 2, **chosen)
    failed = load["sent"] - load["done"]
    return float(load["everywhere"]["p95"]) if not failed else 1e9


def spectators(bench: Bench) -> list[Row]:
    """They look back through a giant game, again and again, as fast as they are answered; with the
    limits of a server, and with none, so that the cost itself is seen.
    """

    def fill(ledgers: Ledgers) -> list[Tables]:
        giant = ledgers.table("crafting", long_log(GIANT), [])
        return [ledgers.tables("small", 10, 4000), [giant]]

    database, (tables, (giant,)) = bench.filled(fill)
    path, seconds = f"/t/{giant['code']}/at/{GIANT}", bench.seconds / 2
    rows = []
    for limit, how in (("20", "limited"), ("0", "unlimited")):
        with (
            bench.on(database, COMPANION_LOOKS=limit) as side,
            Driver(side.server.port) as beside,
        ):
            side.driver("open", told=tables)
            calm = _p95(bench, side.driver)
            beside.begin("look", path=path, lookers=LOOKERS, seconds=seconds)
            p95 = _p95(bench, side.driver)
            looks = beside.answer()
        rows.append(
            Row(
                f"{LOOKERS} spectators on /at/{GIANT} of a giant game, {how}: "
                "pages / told to wait; tap p95 of the others (calm)",
                f"{looks.get('200', 0)} / {looks.get('429', 0)}; {ms(p95)} ({ms(calm)})",
                wanted="under 30 ms" if how == "limited" else "",
                reached=p95 < 30 if how == "limited" else None,
            )
        )
    return rows


def fuzz(bench: Bench) -> list[Row]:
    """Requests that nobody means well, many more than in a test, in as many rounds as are asked
    for.
    """
    found = Found()
    for seed in range(bench.rounds):
        database = bench.fresh("fuzz") / "tables.sqlite"
        more = fuzzed(database, REQUESTS, FIRST_SEED + seed, traced=False)
        found.add(more)
        bench.say(f"  {dict(more.statuses)}, {dict(more.left)}")
        bench.say(f"  slowest {more.slowest}\n  longest turn {more.longest_turn}")
    for told in found.broken[:20]:
        bench.say(f"  {told}")
    left = [found.left[each] for each in ("threads", "files", "streams")]
    return [
        Row(
            "requests that nobody means well, to every address: answered with a 5xx",
            f"{len(found.broken)} of {found.statuses.total()}",
            wanted="none",
            reached=not found.broken,
        ),
        Row(
            "left of them: threads, files, streams; kB in memory, of the log",
            ", ".join(map(str, left))
            + f"; {found.left['bytes'] // 1000}, {found.left['letters'] // 1000}",
            wanted="0, 0, 0",
            reached=max(left) <= 0,
        ),
        Row(
            "the slowest of them / the longest that all others waited for one, processor time",
            f"{ms(1000 * found.slowest[0])} / {ms(1000 * found.longest_turn[0])}",
            wanted="500 ms",
            reached=found.slowest[0] < LONGEST,
        ),
    ]


# ------------------------------------------------------------------------------------- long tables


def first_touch(bench: Bench) -> list[Row]:
    """Long tables are touched for the first time since a start while others play: with no snapshot
    yet, as after an upgrade; and from the snapshots that this left behind.
    """
    ways, seconds = ("out of its whole log", "from its snapshot"), TOUCHED * TOUCHES_APART
    each = round(3 * PLAYS * seconds / PLAYING) + 8

    def fill(ledgers: Ledgers) -> list[Tables]:
        long = [ledgers.table("crafting", long_log(LONG), []) for _ in range(TOUCHED)]
        return [long, *(ledgers.tables("crafting", PLAYING, each) for _ in ways)]

    database, (long, *played) = bench.filled(fill)
    pages = [(f"/t/{table['code']}", table["phones"][0]["cookie"]) for table in long]
    rows = []
    for way, tables in zip(ways, played, strict=True):
        with bench.on(database) as side, Driver(side.server.port) as beside:
            side.driver("open", told=tables)
            # The first action at a table finds it cold: that is not what is asked here.
            side.driver("load", rate=PLAYS, seconds=seconds)
            calm = side.driver("load", rate=PLAYS, seconds=seconds)["everywhere"]
            beside.begin("touch", pages=pages, apart=TOUCHES_APART)
            load = side.driver("load", rate=PLAYS, seconds=seconds)
            took = beside.answer()
            _wait_for_snapshots(database, long)
        bench.say(f"  {way}: {took}, calm {calm}, {load}")
        rows.append(
            Row(
                f"Crafting the Cosmos: first page of a table with {LONG} events {way}, while"
                f" {PLAYING} others play at {PLAYS:.0f}/s: p50 / longest; their tap p95 (calm)",
                f"{ms(median(took))} / {ms(max(took))};"
                f" {ms(load['everywhere']['p95'])} ({ms(calm['p95'])})",
            )
        )
    return rows


def _wait_for_snapshots(database: Path, tables: Tables) -> None:
    """Until the server has written one of each. Raises `TimeoutError`."""
    end = time.monotonic() + WRITTEN
    with closing(open_ledger(database, 10.0)) as ledger:
        while any(ledger.snapshot(table["code"]) is None for table in tables):
            if time.monotonic() > end:
                raise TimeoutError("the long tables have no snapshots")
            time.sleep(0.5)
