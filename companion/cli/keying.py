"""Checks before serving: whether the key that signs the phones' cookies, and the
tables, are there.
"""

from __future__ import annotations

import time
from importlib.metadata import version
from pathlib import Path

import click

from companion.cli.address import english_text
from companion.cli.place import place_trouble
from companion.cli.setting import settings_or_exit
from companion.config import (
    BadSecretKey,
    Config,
    config_from_environment,
    find_database,
    find_default_database,
    renew_secret,
)
from companion.ledger import DatabaseTooNew, Unavailable, daily
from companion.ledger.backup import leftover_database_files
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation
from companion.live.stream_hub import StreamHub
from companion.networks import PhonesAddress
from companion.play import NotAllowed, TableStore, lobby
from companion.referee.text import Text
from companion.settings import read_settings
from companion.tables import UnreadableEvent

_WHAT = {
    "missing": Text("The key that signs the phones' cookies is missing"),
    "empty": Text("The key that signs the phones' cookies is empty"),
    "short": Text("The key that signs the phones' cookies is too short"),
}
DATABASE_TOO_NEW_MESSAGE = Text(
    "A newer version of the companion has used this database. Update first."
)


def database_error_text(failure: Unavailable) -> Text:
    """Returns the message shown instead of a traceback."""
    return Text("Can't use the database: {detail}", detail=failure.detail)


def choose_database(database: DatabaseLocation | None) -> DatabaseLocation:
    """Returns the database named here or by the environment, or the default file. Warns if there is
    another default file. Exits if a setting is wrong.
    """
    named = database or settings_or_exit(read_settings).database_location
    if named:
        return named
    usual = find_default_database()
    if usual.aside:
        note = (
            f"There are tables in two places. {usual.file} is used; {usual.aside} is left alone."
            " Name one with --database."
        )
        click.echo(note, err=True)
    return usual.file


def exit_if_unusable(place: DatabaseLocation) -> None:
    """Exits with words, as `companion doctor` has them, if no tables can be kept there."""
    if isinstance(place, Path) and (trouble := place_trouble(place)):
        raise SystemExit(str(trouble))


def config_or_exit(database: DatabaseLocation | None, address: PhonesAddress) -> Config:
    """Returns the config of this process. Exits with a message if there is no usable key."""
    try:
        return settings_or_exit(lambda: config_from_environment(database=database, address=address))
    except BadSecretKey as bad:
        why = Text("{what}: {file}", what=_WHAT[bad.kind], file=str(bad.file))
        way = Text(
            "Restore it from a backup, or start with --new-key: everyone then "
            "chooses their seat again."
        )
        raise SystemExit(f"{english_text(why)}\n{english_text(way)}") from bad
    except Unavailable as failure:
        raise SystemExit(english_text(database_error_text(failure))) from failure
    except DatabaseTooNew as failure:
        raise SystemExit(english_text(DATABASE_TOO_NEW_MESSAGE)) from failure


def exit_if_tables_vanished(database: DatabaseLocation | None) -> None:
    """Exits if there were tables and they are gone, before a start without them."""
    place = find_database(database=database)
    left = leftover_database_files(place) if isinstance(place, Path) else []
    if left:
        what = "is empty" if place in left else "isn't there"
        names = "\n".join(f"  {each}" for each in left)
        raise SystemExit(
            f"{place} {what}, but there were tables. These files are left of them:\n{names}\n"
            "Put a backup in place with `companion restore`, or move them elsewhere to begin"
            " with no tables."
        )


def back_up_before_update(database: DatabaseLocation) -> None:
    """Backs up the tables before this version first opens what another version wrote. Prints why if
    that fails, and continues: a migration of the file makes its own backup or stops.
    """
    if not isinstance(database, Path):
        return
    try:
        made = daily.back_up_if_updated(database, version("cosmos-companion"), time.time())
    except (daily.BackupFailed, OSError) as why:
        click.echo(f"Warning: no backup could be made before this update: {why}", err=True)
        return
    if made:
        click.echo(f"Another version was here before. The tables as it left them: {made}")


def renew_key(database: DatabaseLocation | None) -> None:
    """Makes a new key, and frees all seats: phones can no longer prove which were theirs."""
    place = find_database(database=database)
    try:
        renew_secret(place)
        if isinstance(place, Path) and not place.exists():
            return
        ledger = open_ledger(place)
    except (Unavailable, DatabaseTooNew):
        return  # The server reports it.
    store = TableStore(ledger, StreamHub(time.time), time.time)
    freed = 0
    for code in ledger.table_codes():
        try:
            lobby.free_all_seats(store, code)
            freed += 1
        except (NotAllowed, UnreadableEvent):
            continue
    ledger.close()
    click.echo(english_text(Text("New key. Tables whose phones are signed out: {n}", n=freed)))
