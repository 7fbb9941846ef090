"""Builds who is present with which phone, and whom the table waits for.

It words what the hub and the game report, and shows no seat's secrets.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.stream_hub import PhonePresence
from companion.tables import Seat, Table
from companion.web.language.sentences import phone_time
from companion.web.page.render import draw_app_piece
from companion.web.page.slots import Piece
from companion.web.page.table_cache import cache_of_table
from companion.web.site import current_site


@dataclass(frozen=True)
class Attendance:
    """A seat's phone. `state`: "awake", "behind" (it shows an old version), "asleep" or "free" (no
    phone). `since`: hours and minutes, "" if unknown.
    """

    seat: int
    state: str
    since: str = ""


def attendances(table: Table) -> tuple[Attendance, ...]:
    """Returns the attendance of every seat; cached for at most a second."""
    hub, clock = current_site().stream_hub, current_site().clock
    # Falling behind leaves the version as it is, so the second is part of the basis.
    basis = (table.seats, table.tour, hub.presence_version, int(clock()))
    return cache_of_table(table).get_or_make(
        "attendances", basis, lambda: uncached_attendances(table)
    )


def uncached_attendances(table: Table) -> tuple[Attendance, ...]:
    """Returns the attendance of every seat without the cache."""
    known = current_site().stream_hub.presence_by_phone(table.code)
    return tuple(_attendance(table, seat, known.get(seat.phone)) for seat in table.seats)


def _attendance(table: Table, seat: Seat, presence: PhonePresence | None) -> Attendance:
    if not seat.phone:
        return Attendance(seat.number, "free")
    if presence is not None and presence.awake:
        state = "behind" if presence.behind else "awake"
        return Attendance(seat.number, state, phone_time(presence.since))
    # Who leads the tour is on its page, which has no stream.
    leads = table.tour and seat.phone == table.host
    if leads or current_site().stream_hub.is_polling(table.code, seat.phone):
        return Attendance(seat.number, "awake")
    since = phone_time(presence.since) if presence is not None else ""
    return Attendance(seat.number, "asleep", since)


def attendance_piece(table: Table, rows: tuple[Attendance, ...], links: bool = True) -> Piece:
    """Returns the list of who is here. `links`: with links to play a seat on another phone."""
    return draw_app_piece("presence", table, 0, among=links, rows=rows, links=links)


def awaited_seat_pieces(
    table: Table, viewer: int, rows: tuple[Attendance, ...]
) -> tuple[Piece, ...]:
    """Returns the notice of seats that are to act and whose phone isn't awake; () if there are none
    or if `viewer` is to act itself. The game's banner says whose turn it is.
    """
    if viewer in table.seats_to_act:
        return ()
    silent = tuple(row for row in rows if row.seat in table.seats_to_act and row.state != "awake")
    if not silent:
        return ()
    return (draw_app_piece("awaited", table, min(viewer, 1), rows=silent),)
