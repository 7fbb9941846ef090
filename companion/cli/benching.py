"""Benching: the benchmark from the command line, and the games that its server knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from companion.bench import abuse, asking, fuzz, neighbours, safety, size, spectators, speed
from companion.bench.bench import Bench
from companion.bench.houses import missing_for_peer
from companion.bench.report import Row, as_table, machine
from companion.bench.seating import GAMES as GAMES

#: Every part of the benchmark by the name that `--only` takes, in the order of the report.
PARTS: dict[str, Callable[[Bench], list[Row]]] = {
    "taps": speed.taps,
    "highest": speed.highest,
    "pairs": safety.pairs,
    "kills": safety.kills,
    "neighbours": neighbours.neighbours,
    "back": size.coming_back,
    "length": speed.length,
    "memory": size.memory,
    "wire": size.wire,
    "search": asking.search,
    "abuse": abuse.abuse,
    "spectators": spectators.spectators,
    "fuzz": fuzz.fuzz,
}


def bench(peer: Path | None, only: tuple[str, ...], seconds: float, rounds: int) -> bool:
    """Measures, and prints the report. Whether everything was reached that was to be."""
    click.echo(machine())
    if peer and (missing := missing_for_peer()):
        click.echo(f"The peer is left out: there is no {' and no '.join(missing)} here")
        peer = None
    run = Bench(peer, seconds, rounds, say=lambda words: click.echo(words, err=True))
    found: list[Row] = []
    try:
        for name in only or PARTS:
            run.say(name)
            found += PARTS[name](run)
    finally:
        run.close()
    click.echo()
    click.echo(as_table(found))
    return all(row.reached is not False for row in found)
