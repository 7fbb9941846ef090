"""Who is at the table with which phone, and whom the table waits for, and why.

It tells what the bell and the game say; it decides nothing, and knows no secret of any seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.bell import Presence
from companion.tables import Seat, Table
from companion.web.language.sentences import clock_time
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece
from companion.web.page.table_cache import cache_of
from companion.web.site import site


@dataclass(frozen=True)
class Attendance:
    """A seat's phone: "awake", "behind" (what it shows is old), "asleep", or "free" (no phone).

    `since`: hours and minutes, where it is known.
    """

    seat: int
    state: str
    since: str = ""


def attendances(table: Table) -> tuple[Attendance, ...]:
    """What can be said about the phone of every seat."""
    bell, clock = site().bell, site().clock
    # That a phone has fallen behind may be told a second later; all else stirs the bell.
    basis = (table.seats, bell.stirs, int(clock()))
    return cache_of(table).keep("attendances", basis, lambda: attendances_now(table))


def attendances_now(table: Table) -> tuple[Attendance, ...]:
    """The same, for whom nothing of the table is remembered."""
    known = site().bell.presence(table.code)
    return tuple(_attendance(table, seat, known.get(seat.phone)) for seat in table.seats)


def _attendance(table: Table, seat: Seat, presence: Presence | None) -> Attendance:
    if not seat.phone:
        return Attendance(seat.number, "free")
    if presence is not None and presence.awake:
        state = "behind" if presence.behind else "awake"
        return Attendance(seat.number, state, clock_time(presence.since))
    if site().bell.calls_in(table.code, seat.phone):
        return Attendance(seat.number, "awake")
    since = clock_time(presence.since) if presence is not None else ""
    return Attendance(seat.number, "asleep", since)


def presence(table: Table, rows: tuple[Attendance, ...], links: bool = True) -> Piece:
    """Who is here. `links`: with the way to play a seat on another phone."""
    return draw_own("presence", table, 0, rows=rows, links=links)


def waiting_notice(table: Table, viewer: int, rows: tuple[Attendance, ...]) -> tuple[Piece, ...]:
    """Whom the table waits for in vain, as long as their phone does not know it; else nothing.

    That it is somebody's turn, the game's own banner says; and who is to act needs no telling.
    """
    if viewer in table.to_act:
        return ()
    silent = tuple(row for row in rows if row.seat in table.to_act and row.state != "awake")
    if not silent:
        return ()
    return (draw_own("awaited", table, min(viewer, 1), rows=silent),)
