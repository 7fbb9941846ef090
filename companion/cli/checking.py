"""`companion check`: what of a database is damaged, and which tables open. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import click

from companion.cli.address import english_text
from companion.cli.keying import DATABASE_TOO_NEW_MESSAGE
from companion.config import BadSecretKey, secret_beside_database
from companion.games import CATALOGUE
from companion.ledger import DatabaseTooNew, Ledger, Unavailable
from companion.ledger.inspection import integrity_errors, iter_table_logs
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation, PostgresAddress
from companion.referee.text import Text
from companion.tables import Event, UnreadableEvent, table_from_events


def check_database(database: DatabaseLocation) -> int:
    """Prints all faults and the number of sound tables; returns 1 if there is a fault, else 0."""
    return _check_file(database) if isinstance(database, Path) else _check_server(database)


def _check_server(database: PostgresAddress) -> int:
    """Checks whether the tables open; the database itself is for its own tools (pg_amcheck)."""
    try:
        ledger = open_ledger(database)
    except (Unavailable, DatabaseTooNew) as failure:
        detail = (
            failure.detail
            if isinstance(failure, Unavailable)
            else english_text(DATABASE_TOO_NEW_MESSAGE)
        )
        click.echo(english_text(Text("Can't use the database: {detail}", detail=detail)), err=True)
        return 1
    with closing(ledger):
        return _report([], ((code, _read(ledger, code)) for code in ledger.table_codes()))


def _read(ledger: Ledger, code: str) -> list[Event] | Unavailable:
    try:
        return ledger.events(code)
    except Unavailable as failure:
        return failure


def _check_file(database: Path) -> int:
    if not database.is_file():
        click.echo(
            english_text(Text("There's no database at {file}", file=str(database))), err=True
        )
        return 1
    if database.stat().st_size == 0:
        # Not opened: SQLite would delete the log beside it, which may hold everything.
        click.echo(english_text(Text("The file is damaged: {fault}", fault="0 bytes")), err=True)
        return 1
    return _report([*_key(database), *_file(database)], iter_table_logs(database))


def _report(wrong: list[Text], logs: Iterable[tuple[str, list[Event] | Unavailable]]) -> int:
    well = 0
    for code, events in logs:
        trouble = _trouble(code, events)
        wrong += [trouble] if trouble else []
        well += trouble is None
    for each in wrong:
        click.echo(english_text(each), err=True)
    click.echo(english_text(Text("Tables in good order: {n}", n=well)))
    return 1 if wrong else 0


def _key(database: Path) -> Iterator[Text]:
    try:
        secret_beside_database(database)
    except BadSecretKey as bad:
        yield Text("The key is missing or too short: {file}", file=str(bad.file))


def _file(database: Path) -> Iterator[Text]:
    for fault in integrity_errors(database):
        yield Text("The file is damaged: {fault}", fault=fault)


def _trouble(code: str, events: list[Event] | Unavailable) -> Text | None:
    """Returns what is wrong with this table's log; None if nothing is."""
    if isinstance(events, Unavailable):
        return Text("{code}: can't be read: {detail}", code=code, detail=events.detail)
    for number, event in enumerate(events, start=1):
        if event.seq != number:
            return Text("{code}: event {seq} is missing", code=code, seq=number)
    try:
        table = table_from_events(events, CATALOGUE)
    except UnreadableEvent as senseless:
        kind = senseless.event.kind
        return Text("{code}: can't be opened, from event 1 ({kind}) on", code=code, kind=kind)
    if table is None or table.stuck is None:
        return None
    stuck = table.stuck
    if stuck.newer:
        return Text("{code}: newer rules from event {seq} on. Update", code=code, seq=stuck.seq)
    return Text(
        "{code}: opens up to event {seq}; {kind} can't be read",
        code=code,
        seq=table.seq,
        kind=stuck.kind,
    )
