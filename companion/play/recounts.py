"""Recounting: everybody compares the own numbers with the wood and says that they are right.

It changes no number: what is wrong is mended by the game's own actions before one says so.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.play.new_event import NewEvent
from companion.play.permissions import need_own_seat, need_started
from companion.play.store import TableStore
from companion.tables import Kind, Table


def recount(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Asks everybody to look; one recount at a time. Raises `UnknownTable`, `UnknownSeat`,
    `NotAllowed`, `Unavailable`."""
    return _write(store, code, seat, phone, lambda table: None if table.recount else Kind.RECOUNT)


def confirm(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """This seat's numbers are right; with the last seat's word the recount is over."""

    def kind(table: Table) -> Kind | None:
        if table.recount is None or seat in table.recount.right:
            return None
        return Kind.RIGHT if missing(table) - {seat} else Kind.RECOUNTED

    return _write(store, code, seat, phone, kind)


def end_recount(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Enough of it, though not everybody has looked."""
    return _write(
        store, code, seat, phone, lambda table: Kind.RECOUNT_ENDED if table.recount else None
    )


def missing(table: Table) -> frozenset[int]:
    """The seats that have a phone and have not said yet that their numbers are right."""
    if table.recount is None:
        return frozenset()
    return frozenset(seat.number for seat in table.seats if seat.phone) - {*table.recount.right}


def _write(
    store: TableStore, code: str, seat: int, phone: str, kind: Callable[[Table], Kind | None]
) -> Table:
    def decide(table: Table) -> NewEvent | Table:
        need_own_seat(table, seat, phone)
        need_started(table)
        wanted = kind(table)
        return NewEvent(seat, wanted, "") if wanted else table

    return store.change(code, decide)
