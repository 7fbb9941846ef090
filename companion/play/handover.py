"""Handing over a seat, or the host's rights, to another phone that scans a code.

An offer is a value that the web signs; it is not stored. The log shows whether it was used: it
works once, also after a restart, and never after the seat has moved otherwise. A code on the seat's
own phone gives the seat away; any other code only asks for it, see `seats`.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.permissions import NotAllowed, require_seat
from companion.play.seat_requests import require_no_other_request
from companion.play.store import NewEvent, TableStore, table_change
from companion.referee.text import Text
from companion.tables import Event, Kind, Table, may_reclaim_seat

#: Seconds for which an offer is valid.
OFFER_SECONDS = 600.0

#: The seat number of an offer of the host's rights.
HOST_OFFER_SEAT_NUMBER = 0

_MOVED_A_SEAT = frozenset(
    {Kind.TOOK_SEAT, Kind.TOOK_OVER, Kind.FREED, Kind.GAVE_SEAT, Kind.ASKED_SEAT}
)

_RENUMBERED = frozenset({Kind.ORDERED, Kind.RESIZED})


@dataclass(frozen=True)
class SeatOffer:
    """`seq`: the newest event at its creation. `until`: Unix seconds. `by`: the seat of the phone
    that shows it, 0 for none.
    """

    code: str
    seat: int
    seq: int
    until: float
    by: int = 0

    @property
    def is_immediate(self) -> bool:
        """Returns whether scanning hands over at once, without asking the seat's phone first."""
        return self.seat in (HOST_OFFER_SEAT_NUMBER, self.by)


def make_seat_offer(store: TableStore, code: str, seat: int, phone: str) -> SeatOffer:
    """Creates an offer of this seat, by any phone at the table; of the host's rights, by the host.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`.
    """
    table = store.latest(code)
    if seat != HOST_OFFER_SEAT_NUMBER:
        require_seat(table, seat)
    _need_right(table, seat, phone)
    held = table.seats_of(phone)
    by = seat if seat in held else next(iter(held), 0)
    return SeatOffer(table.code, seat, table.seq, store.clock() + OFFER_SECONDS, by)


def is_offer_open(store: TableStore, offer: SeatOffer) -> bool:
    """Returns whether the offer can still be taken. Raises `UnknownTable`."""
    return store.clock() <= offer.until and not is_offer_outdated(store, offer)


def take_over_seat(store: TableStore, offer: SeatOffer, phone: str) -> Table:
    """Gives the seat to this phone if the seat's own phone showed the code, else asks for it.

    Raises `UnknownTable`, `NotAllowed`, `Unavailable`.
    """

    def decide(table: Table) -> NewEvent | Table:
        if store.clock() > offer.until:
            raise NotAllowed(Text("This code has expired. Ask for a new one."))
        if _holder(table, offer.seat) == phone or _asks(table, offer, phone):
            return table
        if is_offer_outdated(store, offer):
            raise NotAllowed(Text("This code has been used. Ask for a new one."))
        if offer.seat == HOST_OFFER_SEAT_NUMBER:
            return NewEvent(0, Kind.HOSTED, phone)
        if offer.is_immediate:
            return NewEvent(offer.seat, Kind.TOOK_OVER, phone)
        require_no_other_request(store, table, offer.seat, phone)
        return NewEvent(offer.seat, Kind.ASKED_SEAT, f"{phone} {offer.by}")

    return store.change(offer.code, decide)


def _holder(table: Table, seat: int) -> str:
    return table.host if seat == HOST_OFFER_SEAT_NUMBER else table.seat_at(seat).phone


def _asks(table: Table, offer: SeatOffer, phone: str) -> bool:
    asked = table.seat_at(offer.seat).asked if offer.seat != HOST_OFFER_SEAT_NUMBER else None
    return asked is not None and asked.phone == phone and asked.seq > offer.seq


@table_change
def reclaim_seat(table: Table, seat: int, phone: str) -> NewEvent | None:
    """Returns the seat to a phone with an older right to it, without a code.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    require_seat(table, seat)
    if table.seat_at(seat).phone == phone:
        return None
    if not may_reclaim_seat(table, seat, phone):
        raise NotAllowed(Text("You can't take this seat back from here."))
    return NewEvent(seat, Kind.TOOK_OVER, phone)


def _need_right(table: Table, seat: int, phone: str) -> None:
    if phone == table.host:
        return
    if seat == HOST_OFFER_SEAT_NUMBER:
        raise NotAllowed(Text("Only the host can choose a new host."))
    if not table.seats_of(phone):
        raise NotAllowed(Text("Only phones at this table can do that."))


def is_offer_outdated(store: TableStore, offer: SeatOffer) -> bool:
    """Returns whether the offered seat or right has moved since."""
    return any(_undoes(event, offer) for event in store.ledger.events(offer.code, after=offer.seq))


def _undoes(event: Event, offer: SeatOffer) -> bool:
    """Returns whether this event moves what was offered. Renumbering moves every seat."""
    if offer.seat == HOST_OFFER_SEAT_NUMBER:
        return event.kind in {Kind.HOSTED, Kind.TOOK_OVER, Kind.GAVE_SEAT}
    return event.kind in _RENUMBERED or (event.kind in _MOVED_A_SEAT and event.seat == offer.seat)
