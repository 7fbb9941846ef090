"""Which phone holds a seat: taking, freeing, asking for, giving and reclaiming it.

A seat has owners: the phone that sat down first, and those it was handed to with the consent of the
one before. Any other phone holds it by a claim, which stays open for a while; until it ends, the
phone sees none of the seat's secrets. These functions apply and never judge.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion.tables.event import Event
from companion.tables.seats import Seat, SeatClaim, SeatPhoneChange, SeatRequest
from companion.tables.table import Table

#: Seconds for which the previous phone may object before the new one sees the seat's secrets.
SEAT_CLAIM_OBJECTION_SECONDS = 60.0
#: The same if there is no other seat to confirm the new phone.
SEAT_CLAIM_OBJECTION_SECONDS_ALONE = 300.0
#: The text of `FREED` by the host.
FREED_BY_HOST_TEXT = "host"
#: The text of `FREED` for all seats after a change of the key: no phone can prove any more that it
#: was here.
FREED_BY_KEY_CHANGE_TEXT = "new-key"


def with_seat_taken(table: Table, event: Event) -> Table:
    """Takes a free seat. A seat that others have played, whose owner may return, is only claimed;
    neither the host, who can free seats, nor the new phone may confirm the claim.
    """
    seat, phone = _settled(table, event), event.text
    if not table.started:
        return _with(table, replace(_bare(seat), phone=phone, owners=(phone,)))
    if phone in seat.owners:
        return _noted(_with(table, _returned(seat, phone)), event, "back")
    claim = None
    if seat.owners:
        others = {each.phone for each in table.seats} - {"", phone, table.host}
        claim = SeatClaim(
            event.seq, event.at, inf if others else event.at + SEAT_CLAIM_OBJECTION_SECONDS_ALONE
        )
    owners = seat.owners or (phone,)
    taken = replace(seat, phone=phone, owners=owners, claim=claim, asked=None, since=event.at)
    return _noted(_with(table, taken), event, "sat")


def with_seat_freed(table: Table, event: Event) -> Table:
    """Frees the seat. Given up by its first owner it is anyone's; freed by the host or a later
    owner it remains the seat of those before.
    """
    seat = _settled(table, event)
    owners = seat.owners
    if event.text != FREED_BY_HOST_TEXT and owners and owners[-1] == seat.phone:
        owners = owners[:-1]
    if not table.started or event.text == FREED_BY_KEY_CHANGE_TEXT:
        owners = ()
    empty = replace(_bare(seat), owners=owners)
    kind = "freed" if event.text == FREED_BY_HOST_TEXT else "left"
    return _noted(_with(table, empty), event, kind)


def with_seat_taken_over(table: Table, event: Event) -> Table:
    """Gives the seat back to an owner, or hands it over from the phone that holds it. By that
    phone itself: its link was opened in another browser, and nothing changes but who asked.
    """
    seat, phone = _settled(table, event), event.text
    if phone == seat.phone:
        return _noted(_with(table, replace(seat, asked=None)), event, "link")
    if phone in seat.owners:
        after = _hosted(table, seat, phone, _returned(seat, phone))
        if seat.claim and seat.claim.host == phone:
            after = replace(after, host=phone)
        return _noted(after, event, "back" if seat.phone != phone else "")
    return _noted(_handed(table, seat, phone, event), event, "moved")


def with_seat_request(table: Table, event: Event) -> Table:
    """Records that a phone asks for the seat."""
    phone, _, by = event.text.partition(" ")
    seat = replace(
        table.seat_at(event.seat), asked=SeatRequest(event.seq, event.at, phone, int(by))
    )
    return _noted(_with(table, seat), event, "asked")


def with_seat_request_ended(table: Table, event: Event) -> Table:
    """Ends a request: the seat's phone refuses, or the asking phone withdraws."""
    seat = table.seat_at(event.seat)
    if seat.asked is None or seat.asked.seq != int(event.text):
        return table
    return _noted(_with(table, replace(seat, asked=None)), event, "kept")


def with_seat_request_accepted(table: Table, event: Event) -> Table:
    """Accepts the phone that asked, by the seat's own phone or by another seat."""
    seat = _settled(table, event)
    phone, _, by = event.text.partition(" ")
    asked = seat.asked
    if asked is None or asked.phone != phone:
        return table
    if phone == seat.phone:
        return _with(table, replace(seat, asked=None))
    if int(by) == seat.number:
        return _noted(_handed(table, seat, asked.phone, event), event, "moved", int(by))
    if asked.phone in seat.owners:
        return _noted(_with(table, _returned(seat, asked.phone)), event, "moved", int(by))
    claim = SeatClaim(event.seq, event.at, event.at + SEAT_CLAIM_OBJECTION_SECONDS)
    new = replace(seat, phone=asked.phone, claim=claim, asked=None, since=event.at)
    after = _hosted(table, seat, asked.phone, new)
    if after.host != table.host:
        after = _with(after, replace(new, claim=replace(claim, host=table.host)))
    return _noted(after, event, "moved", int(by))


def with_seat_claim_confirmed(table: Table, event: Event) -> Table:
    """Records that another seat confirms the phone that sat down."""
    seat = table.seat_at(event.seat)
    seq, _, by = event.text.partition(" ")
    if seat.claim is None or seat.claim.seq != int(seq):
        return table
    claim = replace(seat.claim, until=seat.claim.at + SEAT_CLAIM_OBJECTION_SECONDS)
    return _noted(_with(table, replace(seat, claim=claim)), event, "vouched", int(by))


def with_first_owners(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Makes the phones that sit there at the start the first owners."""
    return tuple(
        replace(seat, owners=(seat.phone,) if seat.phone else (), claim=None) for seat in seats
    )


def may_reclaim_seat(table: Table, seat: int, phone: str) -> bool:
    """Returns whether this phone has an older right to the seat than the phone that holds it."""
    place = table.seat_at(seat)
    if phone not in place.owners or place.phone == phone or table.outcome is not None:
        return False
    holder = place.owners.index(place.phone) if place.phone in place.owners else len(place.owners)
    return place.owners.index(phone) < holder


def _settled(table: Table, event: Event) -> Seat:
    """Returns the seat, its holder an owner if the claim has ended without an objection."""
    seat = table.seat_at(event.seat)
    claim = seat.claim
    if claim is None or event.at < claim.until or seat.phone in ("", *seat.owners):
        return seat
    return replace(seat, owners=(*seat.owners, seat.phone))


def _bare(seat: Seat) -> Seat:
    return replace(seat, phone="", owners=(), claim=None, asked=None, since=0.0)


def _returned(seat: Seat, phone: str) -> Seat:
    """Returns the seat with this owner as holder; later owners lose their right."""
    owners = seat.owners[: seat.owners.index(phone) + 1]
    return replace(_bare(seat), phone=phone, owners=owners)


def _handed(table: Table, seat: Seat, phone: str, event: Event) -> Table:
    """Hands the seat over with the right that its holder has."""
    if phone in seat.owners:
        return _hosted(table, seat, phone, _returned(seat, phone))
    right = seat.phone in seat.owners or not seat.owners
    owners = (*seat.owners, phone) if right else seat.owners
    new = replace(seat, phone=phone, owners=owners, asked=None, since=event.at)
    return _hosted(table, seat, phone, new)


def _hosted(table: Table, old: Seat, phone: str, new: Seat) -> Table:
    """Replaces the seat; the host's rights go along if it was the host's only one."""
    after = _with(table, new)
    lost = old.phone == table.host and not after.seats_of(old.phone)
    return replace(after, host=phone) if lost else after


def _with(table: Table, seat: Seat) -> Table:
    seats = tuple(seat if each.number == seat.number else each for each in table.seats)
    return replace(table, seats=seats)


def _noted(table: Table, event: Event, kind: str, by: int = 0) -> Table:
    """Records the move, but not before the start, when seats change freely."""
    if not table.started or not kind:
        return table
    move = SeatPhoneChange(event.seq, event.at, event.seat, kind, by)
    return replace(table, moves=(*table.moves, move))
