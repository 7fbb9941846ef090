"""Handing over: a seat, or the host's rights, go from one phone to another that scans a code.

An offer is a value that the web signs; nothing is kept for it. The log alone tells whether it was
used: so it works once, also after a restart, and never after the seat has moved otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.hall import Hall, NotAllowed, Wish, Written, need_seat
from companion.referee.text import Text
from companion.tables import Event, Table

#: Seconds for which an offer stands.
STANDS = 600.0
#: What an offer of seat `HOST` hands over: the host's rights.
HOST = 0
_MOVED_A_SEAT = frozenset({"took-seat", "took-over", "freed"})
_RENUMBERED = frozenset({"ordered", "resized"})


@dataclass(frozen=True)
class Offer:
    """`seq`: the newest event when it was made. `until`: unix seconds."""

    code: str
    seat: int
    seq: int
    until: float


def offer(hall: Hall, code: str, seat: int, phone: str) -> Offer:
    """An offer of this seat, which any phone at the table may make. The phone that loses the seat
    is told and may take it back, see `reclaim`. The host's rights are the host's own to offer.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`.
    """
    table = hall.look(code)
    if seat != HOST:
        need_seat(table, seat)
    _need_right(table, seat, phone)
    return Offer(table.code, seat, table.seq, hall.clock() + STANDS)


def is_open(hall: Hall, offer: Offer) -> bool:
    """Whether the offer can still be taken. Raises `UnknownTable`."""
    return hall.clock() <= offer.until and not is_used(hall, offer)


def take_over(hall: Hall, offer: Offer, phone: str) -> Table:
    """The seat is this phone's from now on. Raises `UnknownTable`, `NotAllowed`, `Unavailable`."""

    def decide(table: Table) -> Wish | Table:
        if hall.clock() > offer.until:
            raise NotAllowed(Text("This code is too old. Let the table show a new one."))
        if _holder(table, offer.seat) == phone:
            return table
        if is_used(hall, offer):
            raise NotAllowed(Text("This code was used already. Let the table show a new one."))
        if offer.seat == HOST:
            return Wish(0, "hosted", phone)
        return Wish(offer.seat, "took-over", phone)

    result = hall.write(offer.code, decide)
    return result.table if isinstance(result, Written) else result


def _holder(table: Table, seat: int) -> str:
    return table.host if seat == HOST else table.chair(seat).phone


def reclaim(hall: Hall, code: str, seat: int, phone: str) -> Table:
    """The seat goes back to the phone that it was taken from, without a code.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> Wish | Table:
        need_seat(table, seat)
        if table.chair(seat).phone == phone:
            return table
        if not may_reclaim(hall, code, seat, phone):
            raise NotAllowed(Text("This seat cannot be taken back from here any more."))
        return Wish(seat, "took-over", phone)

    result = hall.write(code, decide)
    return result.table if isinstance(result, Written) else result


def may_reclaim(hall: Hall, code: str, seat: int, phone: str) -> bool:
    """Whether the seat was taken over from this phone within the time an offer stands.

    Of two phones that both want it, the one that had it first has the last word.
    """
    moves: list[Event] = []
    for event in hall.ledger.events(code):
        if event.kind in _RENUMBERED:
            moves.clear()
        elif event.kind in _MOVED_A_SEAT and event.seat == seat:
            moves.append(event)
    holders = [event.text if event.kind != "freed" else "" for event in moves]
    if holders[-2:-1] != [phone] or moves[-1].kind != "took-over":
        return False
    had_it_first = holders.index(phone) < holders.index(holders[-1])
    return had_it_first and hall.clock() <= moves[-1].at + STANDS


def _need_right(table: Table, seat: int, phone: str) -> None:
    if phone == table.host:
        return
    if seat == HOST:
        raise NotAllowed(Text("Only the host can hand over the host's rights."))
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))


def is_used(hall: Hall, offer: Offer) -> bool:
    """Whether what was offered has moved since."""
    return any(_undoes(event, offer) for event in hall.ledger.events(offer.code, after=offer.seq))


def _undoes(event: Event, offer: Offer) -> bool:
    """Whether this event has moved what was offered. New numbers for the seats move them all."""
    if offer.seat == HOST:
        return event.kind in {"hosted", "took-over"}
    return event.kind in _RENUMBERED or (event.kind in _MOVED_A_SEAT and event.seat == offer.seat)
