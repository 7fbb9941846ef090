"""Evenings: the finished games of a phone, and under which names it counts the people in them.

A new name, two names that are one person, somebody who is left out: that is kept by phone and
changes no log. Nobody has an account, so "Ana" of one group may be somebody else than "Ana" of
another, and what one phone makes of a name must not reach the others. Only the name of an own seat
can be taken out of the logs themselves, as `forget` does it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from companion.evenings import Names, Person, Play, display_name, finished_play, fold_name, people
from companion.ledger import Shelved
from companion.play.forget import remove_name
from companion.play.permissions import NotAllowed
from companion.play.phone import tables_of
from companion.play.store import TableStore
from companion.referee.text import Text, raw
from companion.tables import Table
from companion.tables.names import visible

#: Tables that are counted, those played last first.
MOST = 300
#: Signs of a name at most.
LONGEST = 80
#: On the shelf no game is called so. No name is a blank: that stands for somebody left out.
_SHELF, _LEFT_OUT = "-people", " "


def finished(store: TableStore, phone: str) -> list[Table]:
    """The tables with a result at which this phone has a seat, the one played last first.

    Raises `Unavailable`.
    """
    found = []
    for table in tables_of(store, phone, MOST):
        if table.outcome is not None:
            found.append(table)
        # Working out many results leaves the other phones their turn.
        time.sleep(0)
    return found


def plays_of(tables: Iterable[Table]) -> list[Play]:
    """The same as evenings remember them."""
    return [play for play in map(finished_play, tables) if play]


def names_of(store: TableStore, phone: str) -> Names:
    """Who each name is, for this phone. Raises `Unavailable`."""
    kept = {each.name: each.value for each in store.ledger.shelf(phone, _SHELF)}
    return {name: value.strip() for name, value in kept.items() if value}


def call_player(store: TableStore, phone: str, person: str, name: str) -> str:
    """This phone calls somebody so from now on; where another one is called so, the two are one
    person, unless they ever sat at one table. The name as it is kept. Raises `NotAllowed`,
    `Unavailable`.
    """
    clean = visible(name)[:LONGEST]
    if not clean:
        raise NotAllowed(Text("Enter a name first."))
    plays, names = plays_of(finished(store, phone)), names_of(store, phone)
    one = _find(plays, names, person)
    if fold_name(one.name) != fold_name(clean) and _have_met(plays, names, one, clean):
        raise NotAllowed(
            Text(
                "{name} and {other} have played at the same table, so they're two people.",
                name=raw(one.name),
                other=raw(clean),
            )
        )
    _keep(store, phone, one.spellings, clean)
    return clean


def _have_met(plays: Iterable[Play], names: Names, one: Person, name: str) -> bool:
    """Whether this person has sat at a table with somebody who would be called so."""
    for play in plays:
        at = [
            (fold_name(each.name), fold_name(display_name(each.name, names)))
            for each in play.players
        ]
        there = any(written in one.spellings for written, _ in at)
        others = {called for written, called in at if written not in one.spellings}
        if there and fold_name(name) in others:
            return True
    return False


def split_player(store: TableStore, phone: str, person: str) -> None:
    """Somebody is called as at the tables again: two names that were one are two."""
    plays, names = plays_of(finished(store, phone)), names_of(store, phone)
    _keep(store, phone, _find(plays, names, person).spellings, "")


def forget_player(store: TableStore, phone: str, person: str) -> int:
    """Forgets somebody. The name is taken out of every seat of this phone for good, in how many is
    the answer; where others wrote it, this phone counts it no more.
    """
    plays, names = plays_of(finished(store, phone)), names_of(store, phone)
    spellings = _find(plays, names, person).spellings
    erased = 0
    for table in tables_of(store, phone, MOST):
        for number in table.seats_of(phone):
            if fold_name(table.seat_at(number).name) in spellings:
                remove_name(store, table.code, number, phone)
                erased += 1
    _keep(store, phone, _still_written(store, phone) & spellings, _LEFT_OUT)
    return erased


def forgotten(store: TableStore, phone: str) -> list[str]:
    """The names that this phone does not count."""
    return sorted(name for name, value in names_of(store, phone).items() if not value)


def count_again(store: TableStore, phone: str, name: str) -> None:
    """A name that was left out counts."""
    _keep(store, phone, {fold_name(name)} & set(forgotten(store, phone)), "")


def _find(plays: Iterable[Play], names: Names, person: str) -> Person:
    """Only somebody whom this phone has played with can be renamed."""
    wanted = fold_name(person)
    for one in people(plays, names):
        if fold_name(one.name) == wanted:
            return one
    raise NotAllowed(Text("No one of this name is in your games."))


def _still_written(store: TableStore, phone: str) -> set[str]:
    tables = tables_of(store, phone, MOST)
    return {fold_name(seat.name) for table in tables for seat in table.seats}


def _keep(store: TableStore, phone: str, names: Iterable[str], value: str) -> None:
    """Newer than what is there, also after a clock was set back."""
    kept = (each.at for each in store.ledger.shelf(phone, _SHELF))
    at = max([store.clock(), *kept])
    store.ledger.shelve([Shelved(phone, _SHELF, name, value, at) for name in sorted(names)])
