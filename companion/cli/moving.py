"""Moves all tables from one kind of database to the other, and compares them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from companion.cli.storage import number_with_noun, require_database_file, run_or_exit
from companion.config import secret_to_copy, store_secret
from companion.games import CATALOGUE
from companion.ledger import Ledger
from companion.ledger.backup import check_ledger_file
from companion.ledger.moving import copy_tables
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.tables import Event, UnreadableEvent, table_from_events

#: Each kind of row in words, singular.
NOUN_BY_DATABASE_TABLE = {"events": "event", "rulings": "refusal", "shelf": "note"}


def copy_and_compare_tables(source: DatabaseLocation, target: DatabaseLocation) -> int:
    """Copies, folds both and compares; returns 1 if anything differs, else 0."""
    if isinstance(source, Path):
        require_database_file(source)
    copied = _copied(source, target)
    with closing(open_ledger(source)) as before, closing(open_ledger(target)) as after:
        codes = before.table_codes()
        different = list(_different(before, after, codes))
    for code in different:
        click.echo(f"{code}: isn't the same. Was it played? Stop the companion first.", err=True)
    counts = ", ".join(
        number_with_noun(count, NOUN_BY_DATABASE_TABLE[name]) for name, count in copied.items()
    )
    click.echo(f"Copied {counts} from {source} to {target}.")
    same = len(codes) - len(different)
    click.echo(
        f"Checked by playing them again: {same} of"
        f" {number_with_noun(len(codes), 'table')} the same."
    )
    return 1 if different else 0


def copy_tables_to_file(source: DatabaseLocation, file: Path) -> int:
    """Copies into a new file, also during play; not compared, as the tables go on. Returns 0."""
    if file.exists() or file.with_suffix(".secret").exists():
        raise SystemExit(f"{file} is there already. Choose another name.")
    copied = _copied(source, file)
    click.echo(f"{file}: {number_with_noun(copied['events'], 'event')}, and its key beside it.")
    click.echo("Keep both together and private: the key lets phones back onto their seats.")
    return 0


def _copied(source: DatabaseLocation, target: DatabaseLocation) -> dict[str, int]:
    """Returns how many rows of each kind were copied. The key is copied first: without it no phone
    could prove its seats.
    """
    if isinstance(source, Path):
        run_or_exit(lambda: check_ledger_file(source), source)
    key = run_or_exit(lambda: secret_to_copy(source), source)
    return run_or_exit(
        lambda: copy_tables(source, target, lambda: store_secret(target, key)), target, source
    )


def _different(before: Ledger, after: Ledger, codes: list[str]) -> Iterator[str]:
    if codes != after.table_codes():
        yield from set(codes) ^ set(after.table_codes())
    for code in codes:
        ours, theirs = before.events(code), after.events(code)
        if (
            ours != theirs
            or before.refusals(code) != after.refusals(code)
            or _folded(ours) != _folded(theirs)
        ):
            yield code


def _folded(events: list[Event]) -> Any:
    """Returns what a table folds to; the error, if it cannot be opened, so that both
    sides compare.
    """
    try:
        table = table_from_events(events, CATALOGUE)
    except UnreadableEvent as senseless:
        return str(senseless)
    if table is None:
        return None
    sketch = table.game.state_summary(table.state) if table.started else ""
    return table.seq, [seat.name for seat in table.seats], sketch, table.outcome, table.stuck
