"""Speed: how long a tap takes to the last phone, at which rate, and after how long a log."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

from tests.benchmarks.bench import PEERS, Bench
from tests.benchmarks.client import Driver
from tests.benchmarks.fixtures import DEALT, SEATS, Ledgers, mends
from tests.benchmarks.rendering import BESIDE, SYNCS, right_phones
from tests.benchmarks.report import Row, kb, ms
from tests.benchmarks.servers import Server

#: p95 that is still counted as keeping up, in milliseconds.
KEEPS_UP = 50.0
LENGTHS = (10, 1_000, 5_000)
#: Actions a second of all tables together, so few that each is alone.
ALONE = 4.0
TITLES = {"small": "nine cells", "crafting": "Crafting the Cosmos, people acting at random"}


def taps(bench: Bench) -> list[Row]:
    """Tap to the last of four phones at the tables of a full server."""
    return [
        *_at_rate(bench, "small", 400.0, bench.core_counts),
        *_at_rate(bench, "crafting", 100.0, bench.core_counts[:1], wanted=30.0),
    ]


def alone(bench: Bench) -> list[Row]:
    """The same where an action hardly ever meets another one."""
    return [row for slug in TITLES for row in _at_rate(bench, slug, ALONE, bench.core_counts[:1])]


def _at_rate(
    bench: Bench, slug: str, rate: float, core_counts: Sequence[int], wanted: float | None = None
) -> list[Row]:
    each = int(rate * bench.seconds * bench.rounds / bench.tables) + 8
    with ExitStack() as stack:
        enter = stack.enter_context
        sides = [enter(bench.ours(slug, bench.tables, each, cores)) for cores in core_counts]
        if bench.peer:
            sides.append(enter(bench.theirs(PEERS[slug], "memory", bench.tables, each)))
        renders = bool(bench.renderer) and slug == "small"
        if renders:
            sides.append(enter(bench.rendered(bench.tables, each)))
        for _, driver, tables in sides:
            driver("open", told=tables)
        told: list[list[dict[str, Any]]] = [[] for _ in sides]
        for _ in range(bench.rounds):
            for side, (server, driver, _) in enumerate(sides):
                told[side].append(_stretch(bench, server, driver, rate))
        right = right_phones(sides[-1][2], sides[-1][1]("shown")) if renders else 0
    sums = [middle(side) for side in told]
    drawn = sums.pop() if renders else {}
    peer = sums.pop() if bench.peer else {}
    what = f"{bench.tables} tables, {rate:.0f} actions/s"
    rows = [
        row
        for cores, ours in zip(core_counts, sums, strict=True)
        for row in _rows(
            f"{TITLES[slug]}{_by(cores)}: tap to the last of 4 phones, {what}", ours, peer, wanted
        )
    ]
    return [*rows, *_beside(sums[0], drawn, right, bench.tables)] if renders else rows


def _beside(ours: dict[str, Any], drawn: dict[str, Any], right: int, tables: int) -> list[Row]:
    """The rows about the peer that renders."""
    return [
        *_rows(BESIDE, ours, drawn, None),
        Row(
            "the same, pushed to the 4 phones for an action, signs of life included",
            kb(ours["bytes"]),
            kb(drawn["bytes"]),
            ours["bytes"] / drawn["bytes"],
        ),
        Row(
            "the same, phones that show exactly what was tapped in the end",
            "",
            f"{right} of {tables * SEATS}",
        ),
    ]


def _by(cores: int) -> str:
    """Who serves it."""
    return "" if cores == 1 else f", {cores} servers behind nginx"


def _stretch(bench: Bench, server: Server, driver: Driver, rate: float) -> dict[str, Any]:
    cpu, taken = server.cpu, driver("sizes")["pushed"]
    answer: dict[str, Any] = driver("load", rate=rate, seconds=bench.seconds)
    told = {**answer["everywhere"], "cpu": (server.cpu - cpu) / answer["took"]}
    told["failed"] = answer["sent"] - answer["done"]
    told["bytes"] = (driver("sizes")["pushed"] - taken) / max(1, answer["done"])
    told["answer"] = answer["answers"].get("p95", 0.0)
    bench.say(f"  {rate:.0f}/s: {told}")
    return told


def middle(stretches: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of every number over the rounds; what failed is added up."""
    keys = set.intersection(*(set(each) for each in stretches))
    told = {key: median(each[key] for each in stretches) for key in keys}
    return {**told, "failed": sum(each["failed"] for each in stretches)}


def _rows(what: str, ours: dict[str, Any], peer: dict[str, Any], wanted: float | None) -> list[Row]:
    if "p95" not in ours:
        return [Row(what, "nothing came through", reached=False)]
    ratio = ours["p95"] / peer["p95"] if peer.get("p95") else 0.0
    return [
        Row(
            f"{what}, p95",
            ms(ours["p95"]),
            _ms(peer, "p95"),
            ratio,
            f"under {wanted:.0f} ms" if wanted else "",
            ours["p95"] < wanted and not ours["failed"] if wanted else None,
        ),
        Row(
            "the same, p50 / p99",
            f"{ms(ours['p50'])} / {ms(ours['p99'])}",
            f"{_ms(peer, 'p50')} / {_ms(peer, 'p99')}" if peer else "",
            ours["p50"] / peer["p50"] if peer.get("p50") else 0.0,
        ),
        Row(
            "the same, processor used / actions that failed",
            f"{ours['cpu']:.0%} of a core / {ours['failed']}",
            f"{peer['cpu']:.0%} of a core / {peer['failed']}" if peer else "",
        ),
    ]


def _ms(told: dict[str, Any], key: str) -> str:
    return ms(told[key]) if key in told else ""


def highest(bench: Bench) -> list[Row]:
    """The highest rate that each side keeps up with."""
    return [
        *_highest(bench, "small", "nine cells", 4000),
        *_highest(bench, "crafting", "Crafting the Cosmos", 200),
    ]


def _highest(bench: Bench, slug: str, title: str, each: int) -> list[Row]:
    kept: list[tuple[int, float]] = []
    for cores in bench.core_counts:
        with bench.ours(slug, bench.tables, each, cores) as (_, driver, told):
            kept.append((cores, climb(bench, driver, told)))
    peer = 0.0
    if bench.peer:
        with bench.theirs(PEERS[slug], "file", bench.tables, 4000) as (_, driver, told):
            peer = climb(bench, driver, told)
    strict = slug == "small" and bool(peer)
    rows = [
        Row(
            f"{title}{_by(cores)}: highest rate with p95 under 50 ms, {bench.tables} tables",
            f"{ours:.0f}/s",
            f"{peer:.0f}/s" if peer else "",
            ours / peer if peer else 0.0,
            "above the peer with its file store" if strict else "",
            ours > peer if strict else None,
        )
        for cores, ours in kept
    ]
    if slug == "small" and bench.renderer:
        rows += [_highest_drawn(bench, sync, kept[0][1]) for sync in SYNCS]
    return rows


def _highest_drawn(bench: Bench, sync: str, ours: float) -> Row:
    """The row about the peer that renders, with its log kept like this."""
    with bench.rendered(bench.tables, 4000, sync) as (_, driver, told):
        drawn = climb(bench, driver, told)
    ratio = ours / drawn if drawn else 0.0
    return Row(f"{BESIDE}{SYNCS[sync]}", f"{ours:.0f}/s", f"{drawn:.0f}/s", ratio)


def climb(bench: Bench, driver: Driver, told: list[dict[str, Any]]) -> float:
    """Ever more, until it does not keep up; then between the last two."""
    driver("open", told=told)
    good, bad, rate = 0.0, 0.0, 50.0
    for _ in range(14):
        answer = driver("load", rate=rate, seconds=min(4.0, bench.seconds))
        kept = answer["everywhere"].get("p95", 1e9) < KEEPS_UP and not answer["lost"]
        bench.say(f"  {rate:.0f}/s: {answer['everywhere']}{'' if kept else ', too much'}")
        good, bad = (max(good, rate), bad) if kept else (good, rate)
        if bad and bad - good < 0.1 * bad:
            break
        rate = (good + bad) / 2 if bad else 1.6 * rate
    return good


def length(bench: Bench) -> list[Row]:
    """What one action costs after a short log and after a long one."""
    database = bench.fresh("length") / "tables.sqlite"
    ledgers, moves = Ledgers(database), mends()
    told = []
    for lines in LENGTHS:
        done = [*DEALT, *itertools.islice(moves, lines - len(DEALT))]
        told.append(ledgers.table("crafting", done, [next(moves) for _ in range(2000)]))
    ledgers.close()
    took: dict[str, list[float]] = {table["code"]: [] for table in told}
    with bench.on(database) as (_, driver):
        driver("open", told=told)
        for _ in range(8 * bench.rounds):
            for code, times in took.items():
                times.append(driver("in turn", tables=[code], count=8)["everywhere"]["p50"])
    typical = [median(times[2:]) for times in took.values()]
    return [
        Row(
            f"Crafting the Cosmos: one action at {LENGTHS[0]}, {LENGTHS[1]} and {LENGTHS[2]} lines",
            " / ".join(ms(each) for each in typical),
            wanted="within 1.2x",
            reached=max(typical) < 1.2 * min(typical),
        )
    ]
