"""Ticks off what is done in set-up, for the whole table: whoever has laid something out says so."""

from __future__ import annotations

from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed, need_own_seat, need_started
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Kind, Table

#: More than any checklist has lines; a key is a few letters.
_MOST, _LONGEST = 100, 60


def tick(store: TableStore, code: str, seat: int, phone: str, line: str, on: bool) -> Table:
    """This line of a checklist is done, or is not. Raises `UnknownTable`, `UnknownSeat`,
    `NotAllowed`, `Unavailable`."""

    def decide(table: Table) -> NewEvent | Table:
        need_own_seat(table, seat, phone)
        need_started(table)
        if (line in table.ticks) == on:
            return table
        if not line or len(line) > _LONGEST or " " in line or len(table.ticks) > _MOST:
            raise NotAllowed(Text("No checklist has such a line."))
        return NewEvent(seat, Kind.TICKED if on else Kind.UNTICKED, line)

    return store.change(code, decide)
