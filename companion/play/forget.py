"""Deletion: a table by its host, a name by the phone that holds the seat, or by the host where
none does. Nothing else.
"""

from __future__ import annotations

from companion.play import public_results
from companion.play.lobby import name_seat, require_host
from companion.play.permissions import NotAllowed, require_own_seat, require_seat
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Table, events_naming_player


def delete_table(store: TableStore, code: str, phone: str) -> None:
    """Deletes a table for good: only the host, and never a game that others are playing.

    Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """
    table = store.latest(code)
    require_host(table, phone)
    others = any(seat.phone not in ("", phone) for seat in table.seats)
    if table.started and table.outcome is None and others:
        raise NotAllowed(Text("Others are still playing here. Finish the game first."))
    store.delete(table.code)


def remove_seat_name(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """Removes the name of a seat of this phone from the table and its log; "a player" remains. The
    host's phone may where the seat has none: whoever has signed out can't any more.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    before = store.latest(code)
    require_seat(before, seat)
    is_own = phone != before.host or bool(before.seat_at(seat).phone)
    if is_own:
        require_own_seat(before, seat, phone)
    if is_own and before.outcome is not None:
        public_results.set_publication_consent(store, code, phone, agrees=False)
    table = name_seat(store, code, seat, "", phone)
    store.ledger.erase_names(
        table.code, events_naming_player(store.ledger.events(table.code), seat)
    )
    return table
