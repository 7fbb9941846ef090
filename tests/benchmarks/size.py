"""Size: bytes on the wire, and memory."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

from companion.config import IDLE_TABLE_SECONDS
from tests.benchmarks.bench import PEERS, Bench
from tests.benchmarks.client import Driver
from tests.benchmarks.fixtures import Ledgers
from tests.benchmarks.report import Row, kb, ms
from tests.benchmarks.servers import Server

PHONES = 4_000
IDLE = 1_000
#: Tables that are played and left, how many at once, how far and how fast.
LEFT, AT_ONCE, PLAYED, RATE = 400, 50, 6, 60.0
#: Seconds after which a server has put away all that nobody plays any more.
AT_REST = IDLE_TABLE_SECONDS + 60.0
MISSED = (10, 500)


def coming_back(bench: Bench) -> list[Row]:
    """What a phone takes that was away for 10 and for 500 actions."""
    rows = []
    for slug, title in (("small", "nine cells"), ("crafting", "Crafting the Cosmos")):
        with ExitStack() as stack:
            sides = [stack.enter_context(bench.ours(slug, 1, 520))]
            if bench.peer:
                sides.append(stack.enter_context(bench.theirs(PEERS[slug], "memory", 1, 520)))
            taken = [_away(driver, told) for _, driver, told in sides]
        bench.say(f"  {title}: {taken}")
        (ten, many), theirs = taken[0], taken[1] if len(taken) > 1 else (0, 0)
        wanted, reached = "the same (within 10 %), below the peer's at 500", None
        if theirs[1]:
            reached = abs(ten - many) <= 0.1 * ten and many < theirs[1]
        rows.append(
            Row(
                f"{title}: bytes to a phone that comes back after 10 / 500 actions",
                f"{kb(ten)} / {kb(many)}",
                f"{kb(theirs[0])} / {kb(theirs[1])}" if theirs[1] else "",
                many / theirs[1] if theirs[1] else 0.0,
                wanted,
                reached,
            )
        )
    return rows


def _away(driver: Driver, told: list[dict[str, Any]]) -> tuple[int, int]:
    driver("open", told=told)
    taken, done = [], 0
    for missed in MISSED:
        done += driver("in turn", count=missed)["done"]
        newest = driver("again", since=0)["seen"]
        taken.append(driver("again", since=newest - missed)["taken"])
    return taken[0], taken[1]


def wire(bench: Bench) -> list[Row]:
    """The first page with all its files, and the answers to taps."""
    with bench.ours("crafting", 12, 60) as (_, driver, told):
        driver("open", told=told)
        first = driver("get", path=f"/t/{told[0]['code']}")
        load = driver("load", rate=20.0, seconds=20.0)
        sizes = driver("sizes")
    bench.say(f"  {first} {load} {sizes}")
    return [
        Row(
            "Crafting the Cosmos: first page with all its files, zipped",
            kb(first["all"]),
            wanted="under 50 KB",
            reached=first["all"] < 50 * 1024,
        ),
        Row(
            "Crafting the Cosmos: answer to an action, zipped, p50 / p95 / most",
            " / ".join(kb(sizes[f"answer {part}"]) for part in ("p50", "p95", "max")),
            wanted="under 4 KB",
            reached=sizes["answer p95"] < 4 * 1024,
        ),
        Row(
            "Crafting the Cosmos: pushed for one action to all four phones together",
            kb(sizes["pushed"] / max(1, load["done"])),
        ),
    ]


def memory(bench: Bench) -> list[Row]:
    """What a phone and a table cost, and a server with four thousand open phones."""
    rows = [_idle_tables(bench)]
    for slug, title in (("small", "nine cells"), ("crafting", "Crafting the Cosmos")):
        with bench.ours(slug, PHONES // 4, 40) as (server, driver, told):
            rows += _crowded(bench, server, driver, told, title)
    return rows


def _idle_tables(bench: Bench) -> Row:
    database = bench.fresh("idle") / "tables.sqlite"
    ledgers = Ledgers(database)
    told = ledgers.tables("crafting", IDLE, 1)
    ledgers.close()
    with bench.on(database) as (server, driver):
        empty = server.memory
        for start in range(0, IDLE, 50):
            driver("open", told=told[start : start + 50])
            driver("close")
        time.sleep(1)
        each = (server.memory - empty) / IDLE
    return Row(f"memory per idle table (of {IDLE}, each was looked at)", kb(each))


def quiet(bench: Bench) -> list[Row]:
    """What a server still holds of tables that were played, at the end and when all are quiet;
    phones that only sleep stay, or all are gone.
    """
    return [_left(bench, asleep) for asleep in (False, True)]


def _left(bench: Bench, asleep: bool) -> Row:
    with bench.ours("crafting", LEFT, PLAYED) as (server, _, told), ExitStack() as phones:
        empty = server.memory
        for start in range(0, LEFT, AT_ONCE):
            driver = phones.enter_context(Driver(server))
            driver("open", told=told[start : start + AT_ONCE])
            driver("load", rate=RATE, seconds=AT_ONCE * PLAYED / RATE)
            if not asleep:
                driver("close")
        played = (server.memory - empty) / LEFT
        time.sleep(AT_REST)
        at_rest = (server.memory - empty) / LEFT
    who = "four sleeping phones each" if asleep else "nobody left there"
    return Row(
        f"Crafting the Cosmos: memory per table, {LEFT} played one after the other, {who}:"
        f" at the end / {AT_REST:.0f} s later",
        f"{kb(played)} / {kb(at_rest)}",
    )


def _crowded(
    bench: Bench, server: Server, driver: Driver, told: list[dict[str, Any]], title: str
) -> list[Row]:
    empty, start = server.memory, time.perf_counter()
    statuses = driver("open", told=told)
    took = time.perf_counter() - start
    each = (server.memory - empty) / PHONES
    load = driver("load", rate=20.0, seconds=bench.seconds)
    bench.say(f"  {title}: {statuses} in {took:.1f} s, {load}")
    p95 = load["everywhere"].get("p95", 1e9)
    fine = statuses == {"200": PHONES} and load["done"] == load["sent"]
    return [
        Row(f"{title}: memory per open phone (of {PHONES}, 4 a table, tables included)", kb(each)),
        Row(
            f"{title}: {PHONES} open phones in one process, 20 actions/s, tap p95",
            f"{ms(p95)}, {PHONES - statuses.get('200', 0)} errors",
            wanted="no error, under 50 ms",
            reached=fine and p95 < 50,
        ),
    ]
