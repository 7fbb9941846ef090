"""Handing over: a seat, or the host's rights, go from one phone to another that scans a code.

An offer is a value that the web signs; nothing is kept for it. The log alone tells whether it was
used: so it works once, also after a restart, and never after the seat has moved otherwise. The code
that a seat's own phone shows gives the seat away; any other code only asks for it, see `seats`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.permissions import NotAllowed, need_seat
from companion.play.seats import need_no_other
from companion.play.store import NewEvent, TableStore
from companion.referee.text import Text
from companion.tables import Event, Kind, Table, may_take_back

#: Seconds for which an offer stands.
STANDS = 600.0

#: What an offer of seat `HOST` hands over: the host's rights.
HOST = 0

_MOVED_A_SEAT = frozenset(
    {Kind.TOOK_SEAT, Kind.TOOK_OVER, Kind.FREED, Kind.GAVE_SEAT, Kind.ASKED_SEAT}
)

_RENUMBERED = frozenset({Kind.ORDERED, Kind.RESIZED})


@dataclass(frozen=True)
class Offer:
    """`seq`: the newest event when it was made. `until`: unix seconds. `by`: the seat whose phone
    shows it, 0 for none.
    """

    code: str
    seat: int
    seq: int
    until: float
    by: int = 0

    @property
    def gives(self) -> bool:
        """Whether the phone that has it gives it away; otherwise that phone is asked first."""
        return self.seat in (HOST, self.by)


def offer(store: TableStore, code: str, seat: int, phone: str) -> Offer:
    """An offer of this seat, which any phone at the table may make. The host's rights are the
    host's own to offer.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`.
    """
    table = store.latest(code)
    if seat != HOST:
        need_seat(table, seat)
    _need_right(table, seat, phone)
    held = table.seats_of(phone)
    by = seat if seat in held else next(iter(held), 0)
    return Offer(table.code, seat, table.seq, store.clock() + STANDS, by)


def is_open(store: TableStore, offer: Offer) -> bool:
    """Whether the offer can still be taken. Raises `UnknownTable`."""
    return store.clock() <= offer.until and not is_used(store, offer)


def take_over(store: TableStore, offer: Offer, phone: str) -> Table:
    """The seat is this phone's from now on, where its own phone showed the code; otherwise this
    phone has asked for it. Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        if store.clock() > offer.until:
            raise NotAllowed(Text("This code has expired. Ask for a new one."))
        if _holder(table, offer.seat) == phone or _asks(table, offer, phone):
            return table
        if is_used(store, offer):
            raise NotAllowed(Text("This code has been used. Ask for a new one."))
        if offer.seat == HOST:
            return NewEvent(0, Kind.HOSTED, phone)
        if offer.gives:
            return NewEvent(offer.seat, Kind.TOOK_OVER, phone)
        need_no_other(store, table, offer.seat, phone)
        return NewEvent(offer.seat, Kind.ASKED_SEAT, f"{phone} {offer.by}")

    return store.change(offer.code, decide)


def _holder(table: Table, seat: int) -> str:
    return table.host if seat == HOST else table.seat_at(seat).phone


def _asks(table: Table, offer: Offer, phone: str) -> bool:
    asked = table.seat_at(offer.seat).asked if offer.seat != HOST else None
    return asked is not None and asked.phone == phone and asked.seq > offer.seq


def reclaim(store: TableStore, code: str, seat: int, phone: str) -> Table:
    """The seat goes back to a phone that had it by an older right, without a code.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        need_seat(table, seat)
        if table.seat_at(seat).phone == phone:
            return table
        if not may_take_back(table, seat, phone):
            raise NotAllowed(Text("You can't take this seat back from here."))
        return NewEvent(seat, Kind.TOOK_OVER, phone)

    return store.change(code, decide)


def _need_right(table: Table, seat: int, phone: str) -> None:
    if phone == table.host:
        return
    if seat == HOST:
        raise NotAllowed(Text("Only the host can choose a new host."))
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))


def is_used(store: TableStore, offer: Offer) -> bool:
    """Whether what was offered has moved since."""
    return any(_undoes(event, offer) for event in store.ledger.events(offer.code, after=offer.seq))


def _undoes(event: Event, offer: Offer) -> bool:
    """Whether this event has moved what was offered. New numbers for the seats move them all."""
    if offer.seat == HOST:
        return event.kind in {Kind.HOSTED, Kind.TOOK_OVER, Kind.GAVE_SEAT}
    return event.kind in _RENUMBERED or (event.kind in _MOVED_A_SEAT and event.seat == offer.seat)
