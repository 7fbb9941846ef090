"""Speed: how long a tap takes to the last phone, at which rate, and after how long a log."""

from __future__ import annotations

from contextlib import ExitStack
from statistics import median
from typing import Any

from tests.benchmarks.bench import Bench, Side
from tests.benchmarks.peers import right_phones
from tests.benchmarks.report import Row, kb, ms
from tests.kit.filled_ledgers import SEATS, Ledgers, long_log, mends

#: p95 that is still counted as keeping up, and within which people take an answer for immediate;
#: milliseconds.
KEEPS_UP = AT_ONCE = 50.0
#: Actions a second of all tables together, so few that each is alone.
ALONE = 4.0
LENGTHS = (10, 1_000, 5_000)
TITLES = {"small": "nine cells", "crafting": "Crafting the Cosmos"}
#: What a row says that stands beside NiceGUI; how its log may be kept, and what a row says of it.
BESIDE = "the same, one server, beside NiceGUI, which renders on the server"
SYNCS = {"NORMAL": "", "FULL": ", every tap on disk before it counts"}

Told = dict[str, Any]


def at_rate(
    bench: Bench, slug: str, rate: float, every_core: bool = False, wanted: float = 0.0
) -> list[Row]:
    """Tap to the last of four phones at the tables of a full server, the sides in turn.
    `every_core`: also with a server for every core.
    """
    each = int(rate * bench.seconds * bench.rounds / bench.tables) + 8
    core_counts = bench.core_counts if every_core else (1,)
    with ExitStack() as stack:
        enter = stack.enter_context
        sides: dict[int | str, Side] = {
            cores: enter(bench.ours(slug, bench.tables, each, cores)) for cores in core_counts
        }
        if bench.boardgame:
            sides["boardgame"] = enter(bench.theirs(slug, "memory", bench.tables, each))
        if bench.nicegui and slug == "small":
            sides["nicegui"] = enter(bench.rendered(bench.tables, each))
        for side in sides.values():
            side.driver("open", told=side.tables)
        rounds: dict[int | str, list[Told]] = {name: [] for name in sides}
        for _ in range(bench.rounds):
            for name, side in sides.items():
                rounds[name].append(_stretch(bench, side, rate))
        shown = sides["nicegui"].driver("shown") if "nicegui" in sides else []
    sums = {name: middle(stretches) for name, stretches in rounds.items()}
    what = f"tap to the last of 4 phones, {bench.tables} tables, {rate:.0f} actions/s"
    acting = ", people acting at random" if slug == "crafting" else ""
    rows = []
    for cores in core_counts:
        title = f"{TITLES[slug]}{acting}{_by(cores)}: {what}"
        rows += _rows(title, sums[cores], sums.get("boardgame", {}), wanted)
    if shown:
        right = right_phones(sides["nicegui"].tables, shown)
        rows += _beside_nicegui(sums[1], sums["nicegui"], right, bench.tables * SEATS)
    return rows


def _stretch(bench: Bench, side: Side, rate: float) -> Told:
    cpu, taken = side.server.cpu, side.driver("sizes")["pushed"]
    answer: Told = side.driver("load", rate=rate, seconds=bench.seconds)
    told = {**answer["everywhere"], "cpu": (side.server.cpu - cpu) / answer["took"]}
    told["failed"] = answer["sent"] - answer["done"]
    told["bytes"] = (side.driver("sizes")["pushed"] - taken) / max(1, answer["done"])
    told["answer"] = answer["answers"].get("p95", 0.0)
    bench.say(f"  {rate:.0f}/s: {told}")
    return told


def middle(stretches: list[Told]) -> Told:
    """The median of every number over the rounds; what failed is added up."""
    keys = set.intersection(*(set(each) for each in stretches))
    told = {key: median(each[key] for each in stretches) for key in keys}
    return {**told, "failed": sum(each["failed"] for each in stretches)}


def _by(cores: int) -> str:
    """Who serves it."""
    return "" if cores == 1 else f", {cores} servers behind nginx"


def _rows(what: str, ours: Told, peer: Told, wanted: float = 0.0) -> list[Row]:
    if "p95" not in ours:
        return [Row(what, "nothing came through", reached=False)]
    through = "p95" in peer
    return [
        Row(
            f"{what}, p95",
            ms(ours["p95"]),
            ms(peer["p95"]) if through else "",
            ours["p95"] / peer["p95"] if through else 0.0,
            f"under {wanted:.0f} ms" if wanted else "",
            ours["p95"] < wanted and not ours["failed"] if wanted else None,
        ),
        Row(
            "the same, p50 / p99",
            f"{ms(ours['p50'])} / {ms(ours['p99'])}",
            f"{ms(peer['p50'])} / {ms(peer['p99'])}" if through else "",
            ours["p50"] / peer["p50"] if through else 0.0,
        ),
        Row(
            "the same, processor used / actions that failed",
            f"{ours['cpu']:.0%} of a core / {ours['failed']}",
            f"{peer['cpu']:.0%} of a core / {peer['failed']}" if peer else "",
        ),
    ]


def _beside_nicegui(ours: Told, theirs: Told, right: int, phones: int) -> list[Row]:
    return [
        *_rows(BESIDE, ours, theirs),
        Row(
            "the same, pushed to the 4 phones for an action, signs of life included",
            kb(ours["bytes"]),
            kb(theirs["bytes"]),
            ours["bytes"] / theirs["bytes"],
        ),
        Row(
            "the same, phones that show exactly what was tapped in the end",
            "",
            f"{right} of {phones}",
        ),
    ]


def highest(bench: Bench, slug: str, each: int) -> list[Row]:
    """The highest rate that each side keeps up with. boardgame.io with its file store."""
    kept = {}
    for cores in bench.core_counts:
        with bench.ours(slug, bench.tables, each, cores) as side:
            kept[cores] = climb(bench, side)
    peer = 0.0
    if bench.boardgame:
        with bench.theirs(slug, "file", bench.tables, 4000) as side:
            peer = climb(bench, side)
    strict = slug == "small" and bool(peer)
    rows = [
        Row(
            f"{TITLES[slug]}{_by(cores)}: highest rate with p95 under 50 ms, {bench.tables} tables",
            f"{ours:.0f}/s",
            f"{peer:.0f}/s" if peer else "",
            ours / peer if peer else 0.0,
            "above the peer with its file store" if strict else "",
            ours > peer if strict else None,
        )
        for cores, ours in kept.items()
    ]
    for sync, told in SYNCS.items() if slug == "small" and bench.nicegui else ():
        with bench.rendered(bench.tables, 4000, sync) as side:
            peer = climb(bench, side)
        ratio = kept[1] / peer if peer else 0.0
        rows.append(Row(BESIDE + told, f"{kept[1]:.0f}/s", f"{peer:.0f}/s", ratio))
    return rows


def climb(bench: Bench, side: Side) -> float:
    """Ever more, until it does not keep up; then between the last two."""
    side.driver("open", told=side.tables)
    good, bad, rate = 0.0, 0.0, 50.0
    for _ in range(14):
        answer = side.driver("load", rate=rate, seconds=min(4.0, bench.seconds))
        kept = answer["everywhere"].get("p95", 1e9) < KEEPS_UP and not answer["lost"]
        bench.say(f"  {rate:.0f}/s: {answer['everywhere']}{'' if kept else ', too much'}")
        good, bad = (max(good, rate), bad) if kept else (good, rate)
        if bad and bad - good < 0.1 * bad:
            break
        rate = (good + bad) / 2 if bad else 1.6 * rate
    return good


def length(bench: Bench) -> list[Row]:
    """What one action costs after a short log and after a long one."""

    def fill(ledgers: Ledgers) -> list[list[Told]]:
        to_come = [move for move, _ in zip(mends(), range(2000), strict=False)]
        return [[ledgers.table("crafting", long_log(lines), to_come) for lines in LENGTHS]]

    database, (tables,) = bench.filled(fill)
    took: dict[str, list[float]] = {table["code"]: [] for table in tables}
    with bench.on(database) as side:
        side.driver("open", told=tables)
        for _ in range(8 * bench.rounds):
            for code, times in took.items():
                times.append(side.driver("in turn", tables=[code], count=8)["everywhere"]["p50"])
    typical = [median(times[2:]) for times in took.values()]
    return [
        Row(
            f"Crafting the Cosmos: one action at {LENGTHS[0]}, {LENGTHS[1]} and {LENGTHS[2]} lines",
            " / ".join(ms(each) for each in typical),
            wanted="within 1.2x",
            reached=max(typical) < 1.2 * min(typical),
        )
    ]
