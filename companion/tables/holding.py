"""Which phone holds a seat: how a seat is taken, freed, asked for, given and taken back.

A seat has owners: the phone that sat down first, and those that it was handed to with a yes of the
one before. A phone that came otherwise holds the seat by a claim, which is open for a while, and
until then nothing is shown to it that the seat hides. It applies and never judges.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion.tables.event import Event
from companion.tables.seats import Asked, Claim, Seat, SeatMove
from companion.tables.table import Table

#: Seconds that the phone which had a seat has to object before the new one sees what it hides.
TO_OBJECT = 60.0
#: The same where no other seat is there to confirm the new phone.
ALONE = 300.0
#: What a seat that the host has freed says instead of nothing.
BY_HOST = "host"
#: What all seats say when the key has changed: no phone can show any more that it was here.
NEW_KEY = "new-key"


def with_seat_taken(table: Table, event: Event) -> Table:
    """Sits down on a free seat. One that others have played, whose owner may come back, is claimed;
    whoever may confirm it is neither the host, who can free seats, nor the new phone.
    """
    seat, phone = _settled(table, event), event.text
    if not table.started:
        return _with(table, replace(_bare(seat), phone=phone, owners=(phone,)))
    if phone in seat.owners:
        return _noted(_with(table, _returned(seat, phone)), event, "back")
    claim = None
    if seat.owners:
        others = {each.phone for each in table.seats} - {"", phone, table.host}
        claim = Claim(event.seq, event.at, inf if others else event.at + ALONE)
    owners = seat.owners or (phone,)
    taken = replace(seat, phone=phone, owners=owners, claim=claim, asked=None, since=event.at)
    return _noted(_with(table, taken), event, "sat")


def with_seat_freed(table: Table, event: Event) -> Table:
    """Nobody plays it. Given up by its first owner, it is anybody's; freed by the host, or by a
    later one, it stays the seat of those who had it before.
    """
    seat = _settled(table, event)
    owners = seat.owners
    if event.text != BY_HOST and owners and owners[-1] == seat.phone:
        owners = owners[:-1]
    if not table.started or event.text == NEW_KEY:
        owners = ()
    empty = replace(_bare(seat), owners=owners)
    kind = "freed" if event.text == BY_HOST else "left"
    return _noted(_with(table, empty), event, kind)


def with_seat_taken_over(table: Table, event: Event) -> Table:
    """An owner takes it back, or the phone that has it hands it over."""
    seat, phone = _settled(table, event), event.text
    if phone in seat.owners:
        after = _hosted(table, seat, phone, _returned(seat, phone))
        if seat.claim and seat.claim.host == phone:
            after = replace(after, host=phone)
        return _noted(after, event, "back" if seat.phone != phone else "")
    return _noted(_handed(table, seat, phone, event), event, "moved")


def with_seat_asked(table: Table, event: Event) -> Table:
    """A phone asks for the seat."""
    phone, _, by = event.text.partition(" ")
    seat = replace(table.seat_at(event.seat), asked=Asked(event.seq, event.at, phone, int(by)))
    return _noted(_with(table, seat), event, "asked")


def with_seat_kept(table: Table, event: Event) -> Table:
    """The phone that has it says no, or the one that asked thinks better of it."""
    seat = table.seat_at(event.seat)
    if seat.asked is None or seat.asked.seq != int(event.text):
        return table
    return _noted(_with(table, replace(seat, asked=None)), event, "kept")


def with_seat_given(table: Table, event: Event) -> Table:
    """A yes to the phone that asked: by the seat's own phone, or by another seat."""
    seat = _settled(table, event)
    phone, _, by = event.text.partition(" ")
    asked = seat.asked
    if asked is None or asked.phone != phone:
        return table
    if int(by) == seat.number:
        return _noted(_handed(table, seat, asked.phone, event), event, "moved", int(by))
    if asked.phone in seat.owners:
        return _noted(_with(table, _returned(seat, asked.phone)), event, "moved", int(by))
    claim = Claim(event.seq, event.at, event.at + TO_OBJECT)
    new = replace(seat, phone=asked.phone, claim=claim, asked=None, since=event.at)
    after = _hosted(table, seat, asked.phone, new)
    if after.host != table.host:
        after = _with(after, replace(new, claim=replace(claim, host=table.host)))
    return _noted(after, event, "moved", int(by))


def with_seat_vouched(table: Table, event: Event) -> Table:
    """Another seat says that the phone which sat down is the right one."""
    seat = table.seat_at(event.seat)
    seq, _, by = event.text.partition(" ")
    if seat.claim is None or seat.claim.seq != int(seq):
        return table
    claim = replace(seat.claim, until=seat.claim.at + TO_OBJECT)
    return _noted(_with(table, replace(seat, claim=claim)), event, "vouched", int(by))


def with_first_owners(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The phone that sits there when the game begins is the first owner."""
    return tuple(
        replace(seat, owners=(seat.phone,) if seat.phone else (), claim=None) for seat in seats
    )


def may_take_back(table: Table, seat: int, phone: str) -> bool:
    """Whether the seat is this phone's by an older right than that of the phone which has it."""
    place = table.seat_at(seat)
    if phone not in place.owners or place.phone == phone or table.outcome is not None:
        return False
    holder = place.owners.index(place.phone) if place.phone in place.owners else len(place.owners)
    return place.owners.index(phone) < holder


def _settled(table: Table, event: Event) -> Seat:
    """The seat as it is when something new happens to it: a claim against which nobody has objected
    in time has become a right.
    """
    seat = table.seat_at(event.seat)
    claim = seat.claim
    if claim is None or event.at < claim.until or seat.phone in ("", *seat.owners):
        return seat
    return replace(seat, owners=(*seat.owners, seat.phone))


def _bare(seat: Seat) -> Seat:
    return replace(seat, phone="", owners=(), claim=None, asked=None, since=0.0)


def _returned(seat: Seat, phone: str) -> Seat:
    """It is an owner's again; what came after has no right any more."""
    owners = seat.owners[: seat.owners.index(phone) + 1]
    return replace(_bare(seat), phone=phone, owners=owners)


def _handed(table: Table, seat: Seat, phone: str, event: Event) -> Table:
    """The phone that has it hands it over, with the right that it has itself."""
    if phone in seat.owners:
        return _hosted(table, seat, phone, _returned(seat, phone))
    right = seat.phone in seat.owners or not seat.owners
    owners = (*seat.owners, phone) if right else seat.owners
    new = replace(seat, phone=phone, owners=owners, asked=None, since=event.at)
    return _hosted(table, seat, phone, new)


def _hosted(table: Table, old: Seat, phone: str, new: Seat) -> Table:
    """With the seat as it is now; the host's rights go along where it was all the host had."""
    after = _with(table, new)
    lost = old.phone == table.host and not after.seats_of(old.phone)
    return replace(after, host=phone) if lost else after


def _with(table: Table, seat: Seat) -> Table:
    seats = tuple(seat if each.number == seat.number else each for each in table.seats)
    return replace(table, seats=seats)


def _noted(table: Table, event: Event, kind: str, by: int = 0) -> Table:
    """Before the start it is no news who sits where."""
    if not table.started or not kind:
        return table
    move = SeatMove(event.seq, event.at, event.seat, kind, by)
    return replace(table, moves=(*table.moves, move))
