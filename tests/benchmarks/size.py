"""Size: bytes on the wire, and memory."""

from __future__ import annotations

import time
from contextlib import ExitStack

from companion.config import IDLE_TABLE_SECONDS
from tests.benchmarks.bench import Bench, Side
from tests.benchmarks.report import Row, kb, ms
from tests.benchmarks.servers import Driver
from tests.benchmarks.speed import TITLES

PHONES, IDLE = 4_000, 1_000
#: Tables that are played and left, how many at once, how far and how fast.
LEFT, AT_ONCE, PLAYED, RATE = 400, 50, 6, 60.0
#: Seconds after which a server has put away all that nobody plays any more.
AT_REST = IDLE_TABLE_SECONDS + 60.0
#: Actions for which a phone was away.
MISSED = (10, 500)


def coming_back(bench: Bench, slug: str) -> list[Row]:
    """What a phone takes that was away for 10 and for 500 actions."""
    with bench.ours(slug, 1, 520) as side:
        ten, many = _away(side)
    theirs = (0, 0)
    if bench.boardgame:
        with bench.theirs(slug, "memory", 1, 520) as side:
            theirs = _away(side)
    bench.say(f"  {TITLES[slug]}: {ten} {many} {theirs}")
    return [
        Row(
            f"{TITLES[slug]}: bytes to a phone that comes back after 10 / 500 actions",
            f"{kb(ten)} / {kb(many)}",
            f"{kb(theirs[0])} / {kb(theirs[1])}" if theirs[1] else "",
            many / theirs[1] if theirs[1] else 0.0,
            "the same (within 10 %), below the peer's at 500",
            abs(ten - many) <= 0.1 * ten and many < theirs[1] if theirs[1] else None,
        )
    ]


def _away(side: Side) -> tuple[int, int]:
    side.driver("open", told=side.tables)
    taken = []
    for missed in MISSED:
        side.driver("in turn", count=missed)
        newest = side.driver("again", since=0)["seen"]
        taken.append(side.driver("again", since=newest - missed)["taken"])
    return taken[0], taken[1]


def wire(bench: Bench) -> list[Row]:
    """The first page with all its files, and the answers to taps."""
    with bench.ours("crafting", 12, 60) as side:
        side.driver("open", told=side.tables)
        first = side.driver("get", path=f"/t/{side.tables[0]['code']}")
        load = side.driver("load", rate=20.0, seconds=20.0)
        sizes = side.driver("sizes")
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


def idle_tables(bench: Bench) -> list[Row]:
    """What a table costs that was only looked at."""
    with bench.ours("crafting", IDLE, 1) as side:
        empty = side.server.memory
        for start in range(0, IDLE, 50):
            side.driver("open", told=side.tables[start : start + 50])
            side.driver("close")
        time.sleep(1)
        each = (side.server.memory - empty) / IDLE
    return [Row(f"memory per idle table (of {IDLE}, each was looked at)", kb(each))]


def crowded(bench: Bench, slug: str) -> list[Row]:
    """What a phone costs, and a server with four thousand open ones."""
    title = TITLES[slug]
    with bench.ours(slug, PHONES // 4, 40) as side:
        empty, start = side.server.memory, time.perf_counter()
        statuses = side.driver("open", told=side.tables)
        took = time.perf_counter() - start
        each = (side.server.memory - empty) / PHONES
        load = side.driver("load", rate=20.0, seconds=bench.seconds)
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


def quiet(bench: Bench, asleep: bool) -> list[Row]:
    """What a server still holds of tables that were played, at the end and when all are quiet.
    `asleep`: the phones stay and sleep; otherwise all are gone.
    """
    with bench.ours("crafting", LEFT, PLAYED) as side, ExitStack() as phones:
        empty = side.server.memory
        for start in range(0, LEFT, AT_ONCE):
            driver = phones.enter_context(Driver(side.server.port))
            driver("open", told=side.tables[start : start + AT_ONCE])
            driver("load", rate=RATE, seconds=AT_ONCE * PLAYED / RATE)
            if not asleep:
                driver("close")
        played = (side.server.memory - empty) / LEFT
        time.sleep(AT_REST)
        at_rest = (side.server.memory - empty) / LEFT
    who = "four sleeping phones each" if asleep else "nobody left there"
    return [
        Row(
            f"Crafting the Cosmos: memory per table, {LEFT} played one after the other, {who}:"
            f" at the end / {AT_REST:.0f} s later",
            f"{kb(played)} / {kb(at_rest)}",
        )
    ]
