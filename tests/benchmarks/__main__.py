"""The benchmark from the command line: `companion bench`, or `python -m tests.benchmarks`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from tests.benchmarks import asking, hall, motions, phone, size, slips, speed, steadiness, waiting
from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row, as_table, machine
from tests.kit.processes import end_in_order

Measure = Callable[[Bench], list[Row]]

#: Every scenario by the name that `--only` takes, in the order of the report, and what it measures.
SCENARIOS: dict[str, tuple[Measure, ...]] = {
    "taps": (
        partial(speed.at_rate, slug="small", rate=400.0, every_core=True),
        partial(speed.at_rate, slug="crafting", rate=100.0, wanted=30.0),
    ),
    "alone": (
        partial(speed.at_rate, slug="small", rate=speed.ALONE),
        partial(speed.at_rate, slug="crafting", rate=speed.ALONE),
    ),
    "highest": (
        partial(speed.highest, slug="small", each=4000),
        partial(speed.highest, slug="crafting", each=200),
    ),
    "pairs": (steadiness.pairs,),
    "kills": (steadiness.kills,),
    "neighbours": (steadiness.neighbours,),
    "back": (
        partial(size.coming_back, slug="small"),
        partial(size.coming_back, slug="crafting"),
    ),
    "length": (speed.length,),
    "waiting": tuple(partial(waiting.waiting, proposals=count) for count in (0, 2)),
    "touch": (steadiness.first_touch,),
    "memory": (
        size.idle_tables,
        partial(size.crowded, slug="small"),
        partial(size.crowded, slug="crafting"),
    ),
    "quiet": (partial(size.quiet, asleep=False), partial(size.quiet, asleep=True)),
    "wire": (size.wire,),
    "phone": (phone.phone,),
    "motions": (motions.motions,),
    "search": (asking.search,),
    "abuse": (steadiness.abuse,),
    "spectators": (steadiness.spectators,),
    "fuzz": (steadiness.fuzz,),
    "slips": (slips.slips,),
    **{name: (mishap,) for name, mishap in hall.MISHAPS.items()},
    "hall-games": (hall.games,),
    "hall-rates": (hall.rates,),
    "hall-million": (hall.million,),
}
#: Names for several of them.
GROUPS = {"hall": [name for name in SCENARIOS if name.startswith("hall-")]}


@click.command()
@click.option(
    "--peer",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to install the peers in, with npm and pip; kept for the next time. Without it, "
    "no peer.",
)
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([*SCENARIOS, *GROUPS]),
    metavar="PART",
    help=f"One of {', '.join(SCENARIOS)}, or hall for all of its; may be given several times.",
)
@click.option("--seconds", default=10.0, show_default=True, help="How long one stretch of load is.")
@click.option("--rounds", default=3, show_default=True, help="How often the sides take turns.")
def measure(peer: Path | None, only: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Measure the companion, beside a peer, and print the numbers as a table.

    Ends with 1 where something that was to be reached was not.
    """
    end_in_order()
    click.echo(machine())
    bench = Bench(peer, seconds, rounds, say=partial(click.echo, err=True))
    found: list[Row] = []
    try:
        for name in [part for each in only or SCENARIOS for part in GROUPS.get(each, [each])]:
            bench.say(name)
            for scenario in SCENARIOS[name]:
                rows = scenario(bench)
                bench.say("\n".join(row.line() for row in rows))
                found += rows
    finally:
        bench.close()
    click.echo()
    click.echo(as_table(found))
    raise SystemExit(0 if all(row.reached is not False for row in found) else 1)


if __name__ == "__main__":
    measure(prog_name="companion bench")
