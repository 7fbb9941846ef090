"""Teach us: the host has the phones explain each step, and leads the table through the tour."""

from __future__ import annotations

from companion.play.lobby import need_host
from companion.play.new_event import NewEvent
from companion.play.store import TableStore
from companion.tables import Kind, Table


def teach(store: TableStore, code: str, on: bool, phone: str) -> Table:
    """The phones explain each step when it first comes, or no more. Each may decide otherwise.

    Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        same = table.taught == on
        return table if same else NewEvent(0, Kind.TAUGHT, "1" if on else "0")

    return store.change(code, decide)


def show_card(store: TableStore, code: str, card: int, phone: str) -> Table:
    """This card of the tour is on the table screen, the first one is 1; 0 puts the tour away.

    Raises as `teach` does.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        there = min(max(card, 0), len(table.game.lessons.tour))
        return table if table.tour == there else NewEvent(0, Kind.TOURED, str(there))

    return store.change(code, decide)
