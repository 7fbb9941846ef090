"""Forgetting: a table deleted by its host, a name taken out by its owner. Nothing else goes."""

from __future__ import annotations

from companion.play.lobby import need_host, rename
from companion.play.permissions import NotAllowed, need_own_seat
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Table, namings


def delete_table(hall: TableStore, code: str, phone: str) -> None:
    """Deletes a table for good: the host alone, and never a game that others are playing.

    Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """
    table = hall.look(code)
    need_host(table, phone)
    others = any(chair.phone not in ("", phone) for chair in table.chairs)
    if table.started and table.outcome is None and others:
        raise NotAllowed(Text("Others are still playing here. Finish the game first."))
    hall.delete(table.code)


def remove_name(hall: TableStore, code: str, seat: int, phone: str) -> Table:
    """Takes the name of an own seat out of the table and its log; "a player" stays.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    need_own_seat(hall.look(code), seat, phone)
    table = rename(hall, code, seat, "", phone)
    hall.ledger.erase_names(table.code, namings(hall.ledger.events(table.code), seat))
    return table
