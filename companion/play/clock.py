"""The table's clock: none, one that counts, or a budget for a turn or the game; and the pause.

Nobody loses anything by it: a budget that is used up is said, and that is all.
"""

from __future__ import annotations

from companion.play.lobby import need_host
from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed, need_started
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Kind, Table
from companion.timing import is_paused

#: Minutes of a budget: for one turn, and for a seat's whole game.
TURN, GAME = (1, 2, 3, 5, 10), (10, 20, 30, 45, 60)
#: Every clock there is, as the log has it; "" is none. Budgets in seconds.
CLOCKS = (
    "",
    "count",
    *(f"turn {60 * minutes}" for minutes in TURN),
    *(f"game {60 * minutes}" for minutes in GAME),
)


def set_clock(store: TableStore, code: str, clock: str, phone: str) -> Table:
    """The host chooses one of `CLOCKS`, before the game or during it: it shows the time since the
    start either way. Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_host(table, phone)
        if clock not in CLOCKS:
            raise NotAllowed(Text("There's no such clock."))
        return table if (table.clock or "") == clock else NewEvent(0, Kind.CLOCK, clock)

    return store.change(code, decide)


def pause(store: TableStore, code: str, on: bool, phone: str) -> Table:
    """Stops everybody's clock, or lets it run on: anybody at the table may. Raises as `set_clock`
    does.
    """

    def decide(table: Table) -> NewEvent | Table:
        held = table.seats_of(phone)
        if not held and phone != table.host:
            raise NotAllowed(Text("Only phones at this table can do that."))
        need_started(table)
        if table.outcome is not None or is_paused(table) == on:
            return table
        return NewEvent(min(held, default=0), Kind.PAUSED if on else Kind.RESUMED, "")

    return store.change(code, decide)
