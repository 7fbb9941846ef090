"""Moving: all tables from one kind of database to the other, and a check that they are the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from companion.cli.storage import described, tried
from companion.config import keep_secret, secret_of
from companion.games import CATALOGUE
from companion.ledger import Ledger
from companion.ledger.moving import move
from companion.ledger.opening import open_ledger
from companion.ledger.where import Where
from companion.tables import Event, Unfoldable, fold


def move_tables(source: Where, target: Where) -> int:
    """Copies, folds both and compares; 1 where something differs."""
    if isinstance(source, Path) and not source.is_file():
        raise SystemExit(f"There's no database at {source}")
    copied = tried(lambda: move(source, target), target, source)
    tried(lambda: keep_secret(target, secret_of(source)), target, source)
    with closing(open_ledger(source)) as before, closing(open_ledger(target)) as after:
        codes = before.codes()
        different = list(_different(before, after, codes))
    for code in different:
        click.echo(f"{code}: isn't the same. Was it played? Stop the companion first.", err=True)
    told = ", ".join(described(count, name) for name, count in copied.items())
    click.echo(f"{told} from {source} to {target}.")
    click.echo(f"Folded on both sides: {len(codes) - len(different)} of {len(codes)} are the same.")
    return 1 if different else 0


def back_up(source: Where, file: Path) -> int:
    """The same into a new file, whoever plays meanwhile. It is not compared: the tables go on."""
    if file.exists() or file.with_suffix(".secret").exists():
        raise SystemExit(f"{file} is there already. Choose another name.")
    copied = tried(lambda: move(source, file), file, source)
    tried(lambda: keep_secret(file, secret_of(source)), file, source)
    click.echo(f"{file}: {described(copied['events'], 'events')}, and its key beside it.")
    click.echo("Keep both together and private: the key lets phones back onto their seats.")
    return 0


def _different(before: Ledger, after: Ledger, codes: list[str]) -> Iterator[str]:
    if codes != after.codes():
        yield from set(codes) ^ set(after.codes())
    for code in codes:
        ours, theirs = before.events(code), after.events(code)
        if (
            ours != theirs
            or before.rulings(code) != after.rulings(code)
            or _folded(ours) != _folded(theirs)
        ):
            yield code


def _folded(events: list[Event]) -> Any:
    """What a table has come to; that it cannot be opened is the same on both sides, too."""
    try:
        table = fold(events, CATALOGUE)
    except Unfoldable as senseless:
        return str(senseless)
    if table is None:
        return None
    sketch = table.game.sketch(table.state) if table.started else ""
    return table.seq, [seat.name for seat in table.seats], sketch, table.outcome, table.stuck
