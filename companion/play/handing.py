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


@dataclass(frozen=True)
class Offer:
    """`seq`: the newest event when it was made. `until`: unix seconds."""

    code: str
    seat: int
    seq: int
    until: float


def offer(hall: Hall, code: str, seat: int, phone: str) -> Offer:
    """An offer of this seat. Its own phone and the host may always make one, the others at the
    table only while the seat's phone is not awake: it shows what that seat alone may see.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`.
    """
    table = hall.look(code)
    if seat != HOST:
        need_seat(table, seat)
    _need_right(hall, table, seat, phone)
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


def _need_right(hall: Hall, table: Table, seat: int, phone: str) -> None:
    if phone == table.host or (seat != HOST and phone == table.chair(seat).phone):
        return
    if seat == HOST:
        raise NotAllowed(Text("Only the host can hand over the host's rights."))
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))
    presence = hall.bell.presence(table.code).get(table.chair(seat).phone)
    if presence is not None and presence.awake:
        raise NotAllowed(
            Text("The phone of this seat is awake: let it, or the host, show the code.")
        )


def is_used(hall: Hall, offer: Offer) -> bool:
    """Whether what was offered has moved since."""
    return any(_undoes(event, offer) for event in hall.ledger.events(offer.code, after=offer.seq))


def _undoes(event: Event, offer: Offer) -> bool:
    """Whether this event has moved what was offered. New numbers for the seats move them all."""
    if offer.seat == HOST:
        return event.kind in {"hosted", "took-over"}
    return event.kind in {"ordered", "resized"} or (
        event.kind in _MOVED_A_SEAT and event.seat == offer.seat
    )
