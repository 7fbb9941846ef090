"""Backup, restore, list and delete tables from the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import click

from companion.config import BadSecretKey
from companion.games import CATALOGUE
from companion.ledger import DatabaseTooNew, Ledger, TableSummary, Unavailable, daily
from companion.ledger import backup as files
from companion.ledger.moving import TargetNotEmpty
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.moments import dated

_T = TypeVar("_T")
#: Seconds of each unit of an age.
SECONDS_BY_AGE_UNIT = {"h": 3_600.0, "d": 86_400.0, "w": 604_800.0}
#: Messages by exception; the exception's own text is the detail.
MESSAGES_BY_EXCEPTION: dict[type[Exception], str] = {
    files.NotALedger: "{file} isn't a sound database of the companion: {detail}",
    files.DatabaseInUse: "The companion is running on {file}. Stop it first.",
    DatabaseTooNew: "A newer version of the companion wrote {file}. Update first.",
    FileExistsError: "{detail} is there already. Choose another name.",
    Unavailable: "{file} can't be used: {detail}",
    TargetNotEmpty: "There are tables in {detail} already. Choose an empty database.",
    BadSecretKey: "The key that signs the phones' cookies can't be used: {detail}. "
    "Put it there first: without it nobody gets their seat back.",
    OSError: "{detail}",
    ValueError: "{file} can't hold what is there: {detail}",
}


def back_up(database: Path, target: Path) -> None:
    """Copies the database, also while it is in use."""
    require_database_file(database)
    size = run_or_exit(lambda: files.back_up(database, target), database)
    click.echo(f"{target}: {_kilobytes(size)}, and {files.key_file_path(target).name} beside it.")
    click.echo("Keep both together and private: the key lets phones back onto their seats.")


def restore(backup: Path, database: Path) -> None:
    """Restores a backup and keeps what was there."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    kept_as = database.with_name(f"{database.stem}-before-{stamp}{database.suffix}")
    database.parent.mkdir(parents=True, exist_ok=True)
    there = database.exists()
    again = run_or_exit(lambda: files.restore(backup, database, kept_as), backup, database)
    click.echo(f"{database} is now what {backup} was.")
    if again:
        click.echo(
            f"Forgotten again: {number_with_noun(again, 'table or name', 'tables and names')}."
        )
    if there:
        click.echo(f"What was there before is kept as {kept_as}.")


def newest_backup_or_exit(database: Path) -> Path:
    """Returns the newest automatic backup that is sound. Exits if there is none."""
    found = daily.newest_readable_copy(database, time.time())
    if found is None:
        raise SystemExit(
            f"There's no whole backup in {daily.backup_folder(database)}. Name a FILE."
        )
    return found


def list_tables(database: DatabaseLocation) -> None:
    """Prints one line per table, the one quiet for longest first."""
    with _opened(database) as ledger:
        found = ledger.table_summaries()
    for line in _columns([_described(each) for each in found]):
        click.echo(line)
    click.echo(
        f"{number_with_noun(len(found), 'table')}, {_kilobytes(sum(each.size for each in found))}"
    )


def delete_table(database: DatabaseLocation, code: str) -> None:
    """Deletes one table for good."""
    with _opened(database) as ledger:
        if not ledger.delete(code.upper()):
            raise SystemExit(f"No table has the code {code.upper()}.")
    click.echo(f"{code.upper()} is deleted.")


def delete_tables_older_than(
    database: DatabaseLocation, seconds: float, now: float | None = None
) -> None:
    """Deletes every table without events for this many seconds."""
    before = (time.time() if now is None else now) - seconds
    with _opened(database) as ledger:
        old = [each for each in ledger.table_summaries() if each.last < before]
        for each in old:
            ledger.delete(each.code)
    if old:
        click.echo(
            f"{number_with_noun(len(old), 'table')} deleted, quiet since before {_day(before)}."
        )
    else:
        click.echo(f"No table was quiet since before {_day(before)}.")


def parse_age(written: str) -> float:
    """Returns the seconds of an age like 400d, 12w or 36h. Raises `click.BadParameter`."""
    number, unit = written[:-1], written[-1:]
    if not (
        number.isascii() and number.isdecimal() and len(number) < 7 and unit in SECONDS_BY_AGE_UNIT
    ):
        raise click.BadParameter(f"{written!r} isn't an age. Write it like 400d, 12w or 36h.")
    return int(number) * SECONDS_BY_AGE_UNIT[unit]


def require_database_file(database: Path) -> None:
    """Exits if the file does not exist."""
    if not database.is_file():
        raise SystemExit(f"There's no database at {database}")


@contextmanager
def _opened(database: DatabaseLocation) -> Iterator[Ledger]:
    """Opens the ledger of an existing database, which may be in use."""
    if isinstance(database, Path):
        require_database_file(database)
        run_or_exit(lambda: files.check_ledger_file(database), database)
    ledger = run_or_exit(lambda: open_ledger(database), database)
    try:
        yield ledger
    except Unavailable as failure:
        raise SystemExit(_in_words(failure, database)) from failure
    finally:
        ledger.close()


def run_or_exit(
    work: Callable[[], _T], file: DatabaseLocation, database: DatabaseLocation | None = None
) -> _T:
    """Returns the work's result; exits with one line instead of a traceback if it fails."""
    try:
        return work()
    except tuple(MESSAGES_BY_EXCEPTION) as failure:
        in_use = isinstance(failure, files.DatabaseInUse)
        place = database if in_use and database else file
        raise SystemExit(_in_words(failure, place)) from failure


def _in_words(failure: Exception, file: DatabaseLocation) -> str:
    words = next(
        words for kind, words in MESSAGES_BY_EXCEPTION.items() if isinstance(failure, kind)
    )
    detail = getattr(failure, "detail", "") or str(failure)
    return words.format(file=file, detail=detail)


def _described(each: TableSummary) -> tuple[str, ...]:
    slug, seats = (*each.opening.split(" "), "", "")[:2]
    title = CATALOGUE[slug].title if slug in CATALOGUE else slug or "?"
    events = number_with_noun(each.events, "event")
    when = (_day(each.opened), f"last {_day(each.last)}")
    return (each.code, title, f"{seats} seats", *when, events, _kilobytes(each.size))


def _columns(rows: list[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _day(at: float) -> str:
    return datetime.fromtimestamp(dated(at), UTC).strftime("%Y-%m-%d %H:%M")


def number_with_noun(number: int, thing: str, things: str = "") -> str:
    """Returns the number with its noun; `things`: an irregular plural."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or f'{thing}s'}"


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.1f} kB"
