"""Permission checks that every change of a table begins with."""

from __future__ import annotations

from companion.referee.text import Text
from companion.tables import Table

#: Maximum events of a table: no real game comes near, and each costs memory.
MAX_TABLE_EVENTS = 10_000


class UnknownSeat(Exception):
    """The table has no such seat."""


class NotAllowed(Exception):
    """This phone may not do that, or not now. `reason` is for the player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.source)
        self.reason = reason


def require_extendable_log(table: Table) -> None:
    """Raises `NotAllowed` if the log has events that cannot be read, or has reached its maximum."""
    if table.stuck:
        raise NotAllowed(
            Text("This app can't read the rest of this game, so nothing can be added.")
        )
    if table.seq >= MAX_TABLE_EVENTS:
        raise NotAllowed(Text("This game has grown too long; nothing more can be added."))


def require_seat(table: Table, seat: int) -> None:
    """Raises `UnknownSeat`."""
    if not 1 <= seat <= len(table.seats):
        raise UnknownSeat(seat)


def require_own_seat(table: Table, seat: int, phone: str) -> None:
    """Raises `UnknownSeat`, or `NotAllowed` unless this phone holds the seat."""
    require_seat(table, seat)
    if seat not in table.seats_of(phone):
        raise NotAllowed(Text("This seat belongs to another phone."))


def require_game_started(table: Table) -> None:
    """Raises `NotAllowed` unless the game has started."""
    if not table.started:
        raise NotAllowed(Text("The game hasn't started yet."))
