"""The clock and the pause; an overrun budget is shown and has no other effect."""

from __future__ import annotations

from companion.play.lobby import require_host
from companion.play.permissions import NotAllowed, require_game_started
from companion.play.store import NewEvent, table_change
from companion.referee.text import Text
from companion.tables import Kind, Table
from companion.timing import is_game_paused

#: Minutes of a budget: for one turn, and for a seat's whole game.
TURN_MINUTES, GAME_MINUTES = (1, 2, 3, 5, 10), (10, 20, 30, 45, 60)
#: Every clock as the log has it, with budgets in seconds; "" is none.
CLOCK_OPTIONS = (
    "",
    "count",
    *(f"turn {60 * minutes}" for minutes in TURN_MINUTES),
    *(f"game {60 * minutes}" for minutes in GAME_MINUTES),
)


@table_change
def set_clock(table: Table, clock: str, phone: str) -> NewEvent | None:
    """Sets one of `CLOCK_OPTIONS`, before or during the game; it counts from the start either way.
    Only the host may. Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """
    require_host(table, phone)
    if clock not in CLOCK_OPTIONS:
        raise NotAllowed(Text("There's no such clock."))
    return None if (table.clock or "") == clock else NewEvent(0, Kind.CLOCK, clock)


@table_change
def set_clock_paused(table: Table, on: bool, phone: str) -> NewEvent | None:
    """Pauses or resumes all clocks; any player may. Raises as `set_clock` does."""
    held = table.seats_of(phone)
    if not held and phone != table.host:
        raise NotAllowed(Text("Only phones at this table can do that."))
    require_game_started(table)
    if table.outcome is not None or is_game_paused(table) == on:
        return None
    return NewEvent(min(held, default=0), Kind.PAUSED if on else Kind.RESUMED, "")
