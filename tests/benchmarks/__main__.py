"""The benchmark from the command line: `companion bench`, or `python -m tests.benchmarks`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from tests.benchmarks import (
    abuse,
    fuzz,
    hall,
    hall_size,
    long_tables,
    motions,
    neighbours,
    phone,
    rule_search,
    safety,
    size,
    spectators,
    speed,
)
from tests.benchmarks.bench import Bench
from tests.benchmarks.rendering import missing_for_renderer
from tests.benchmarks.report import Row, as_table, machine
from tests.benchmarks.servers import missing_for_peer

#: Every part of the benchmark by the name that `--only` takes, in the order of the report.
PARTS: dict[str, Callable[[Bench], list[Row]]] = {
    "taps": speed.taps,
    "alone": speed.alone,
    "highest": speed.highest,
    "pairs": safety.pairs,
    "kills": safety.kills,
    "neighbours": neighbours.neighbours,
    "back": size.coming_back,
    "length": speed.length,
    "touch": long_tables.first_touch,
    "memory": size.memory,
    "quiet": size.quiet,
    "wire": size.wire,
    "phone": phone.phone,
    "motions": motions.motions,
    "search": rule_search.search,
    "abuse": abuse.abuse,
    "spectators": spectators.spectators,
    "fuzz": fuzz.fuzz,
    "hall-killed": hall.killed,
    "hall-frozen": hall.frozen,
    "hall-database": hall.database_killed,
    "hall-promoted": hall.promoted,
    "hall-cut": hall.cut,
    "hall-games": hall.games,
    "hall-rates": hall_size.rates,
    "hall-million": hall_size.million,
}
#: Names for several of them.
GROUPS = {"hall": [name for name in PARTS if name.startswith("hall-")]}


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
    type=click.Choice([*PARTS, *GROUPS]),
    metavar="PART",
    help=f"One of {', '.join(PARTS)}, or hall for all of its; may be given several times.",
)
@click.option("--seconds", default=10.0, show_default=True, help="How long one stretch of load is.")
@click.option("--rounds", default=3, show_default=True, help="How often the sides take turns.")
def measure(peer: Path | None, only: tuple[str, ...], seconds: float, rounds: int) -> None:
    """Measure the companion, beside a peer, and print the numbers as a table.

    Ends with 1 where something that was to be reached was not.
    """
    click.echo(machine())
    rendering = peer
    if rendering and (missing := missing_for_renderer()):
        click.echo(f"NiceGUI is left out: there is no {' and no '.join(missing)} here")
        rendering = None
    if peer and (missing := missing_for_peer()):
        click.echo(f"The peer is left out: there is no {' and no '.join(missing)} here")
        peer = None
    say = partial(click.echo, err=True)
    bench = Bench(peer, seconds, rounds, say=say, rendering=rendering)
    found: list[Row] = []
    try:
        for name in [part for each in only or PARTS for part in GROUPS.get(each, [each])]:
            bench.say(name)
            rows = PARTS[name](bench)
            bench.say("\n".join(row.line() for row in rows))
            found += rows
    finally:
        bench.close()
    click.echo()
    click.echo(as_table(found))
    raise SystemExit(0 if all(row.reached is not False for row in found) else 1)


if __name__ == "__main__":
    measure(prog_name="companion bench")
