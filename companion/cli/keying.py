"""Keying: the key that signs the phones' cookies is missing or too short, or is made anew."""

from __future__ import annotations

import time
from pathlib import Path

import click

from companion import play
from companion.cli.address import SAY
from companion.config import BadKey, Config, database_file, from_environment, renew_secret
from companion.ledger import DatabaseTooNew, Unavailable
from companion.ledger.sqlite import SqliteLedger
from companion.live.bell import Bell
from companion.play import NotAllowed
from companion.referee.text import Text
from companion.tables import Unfoldable

_WHAT = {
    "missing": Text("The key that signs the phones' cookies is missing"),
    "empty": Text("The key that signs the phones' cookies is empty"),
    "short": Text("The key that signs the phones' cookies is too short"),
}


def configured(database: Path | None, address: str) -> Config:
    """The config of this process. Ends the program with a plain word where there is no key."""
    try:
        return from_environment(database=database, address=address)
    except BadKey as bad:
        why = Text("{what}: {file}", what=_WHAT[bad.kind], file=str(bad.file))
        way = Text(
            "Restore it from a backup, or start with --new-key: everyone then "
            "chooses their seat again."
        )
        raise SystemExit(f"{SAY(why)}\n{SAY(way)}") from bad


def make_new(database: Path | None) -> None:
    """A new key. No phone can show any more which seat it had, so all seats are free again."""
    file = database_file(database=database)
    file.parent.mkdir(parents=True, exist_ok=True)
    renew_secret(file)
    if not file.exists():
        return
    try:
        ledger = SqliteLedger(file)
    except (Unavailable, DatabaseTooNew):
        return  # whoever serves it says so
    store = play.TableStore(ledger, Bell(time.time), time.time)
    freed = 0
    for code in ledger.codes():
        try:
            play.sign_everybody_off(store, code)
            freed += 1
        except (NotAllowed, Unfoldable):
            continue
    ledger.close()
    click.echo(SAY(Text("New key. Tables whose phones are signed out: {n}", n=freed)))
