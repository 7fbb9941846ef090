"""Which phone holds a seat: how a seat is taken, freed, asked for, given and taken back.

A seat has owners: the phone that sat down first, and those that it was handed to with a yes of the
one before. A phone that came otherwise holds the seat by a claim, which is open for a while, and
until then nothing is shown to it that the seat hides. It applies and never judges.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion.tables.event import Event
from companion.tables.seats import Asked, Claim, Move, Seat
from companion.tables.table import Table

#: Seconds that the phone which had a seat has to object before the new one sees what it hides.
TO_OBJECT = 60.0
#: The same where nobody else is there who could say that the new phone is the right one.
ALONE = 300.0
#: What a seat that the host has freed says instead of nothing.
BY_HOST = "host"
#: What all seats say when the key has changed: no phone can show any more that it was here.
NEW_KEY = "new-key"


def took_seat(table: Table, event: Event) -> Table:
    """Sits down on a free seat. One that others have played, whose owner may come back, is claimed;
    whoever may confirm it is neither the host, who can free seats, nor the new phone.
    """
    chair, phone = _settled(table, event), event.text
    if not table.started:
        return _with(table, replace(_bare(chair), phone=phone, owners=(phone,)))
    if phone in chair.owners:
        return _noted(_with(table, _returned(chair, phone)), event, "back")
    claim = None
    if chair.owners:
        others = {each.phone for each in table.chairs} - {"", phone, table.host}
        claim = Claim(event.seq, event.at, inf if others else event.at + ALONE)
    owners = chair.owners or (phone,)
    taken = replace(chair, phone=phone, owners=owners, claim=claim, asked=None, since=event.at)
    return _noted(_with(table, taken), event, "sat")


def freed(table: Table, event: Event) -> Table:
    """Nobody plays it. Given up by its first owner, it is anybody's; freed by the host, or by a
    later one, it stays the seat of those who had it before.
    """
    chair = _settled(table, event)
    owners = chair.owners
    if event.text != BY_HOST and owners and owners[-1] == chair.phone:
        owners = owners[:-1]
    if not table.started or event.text == NEW_KEY:
        owners = ()
    empty = replace(_bare(chair), owners=owners)
    kind = "freed" if event.text == BY_HOST else "left"
    return _noted(_with(table, empty), event, kind)


def took_over(table: Table, event: Event) -> Table:
    """An owner takes it back, or the phone that has it hands it over."""
    chair, phone = _settled(table, event), event.text
    if phone in chair.owners:
        after = _hosted(table, chair, phone, _returned(chair, phone))
        if chair.claim and chair.claim.host == phone:
            after = replace(after, host=phone)
        return _noted(after, event, "back" if chair.phone != phone else "")
    return _noted(_handed(table, chair, phone, event), event, "moved")


def asked_seat(table: Table, event: Event) -> Table:
    """A phone asks for the seat."""
    phone, _, by = event.text.partition(" ")
    chair = replace(table.chair(event.seat), asked=Asked(event.seq, event.at, phone, int(by)))
    return _noted(_with(table, chair), event, "asked")


def kept_seat(table: Table, event: Event) -> Table:
    """The phone that has it says no, or the one that asked thinks better of it."""
    chair = table.chair(event.seat)
    if chair.asked is None or chair.asked.seq != int(event.text):
        return table
    return _noted(_with(table, replace(chair, asked=None)), event, "kept")


def gave_seat(table: Table, event: Event) -> Table:
    """A yes to the phone that asked: by the seat's own phone, or by another seat."""
    chair = _settled(table, event)
    phone, _, by = event.text.partition(" ")
    asked = chair.asked
    if asked is None or asked.phone != phone:
        return table
    if int(by) == chair.number:
        return _noted(_handed(table, chair, asked.phone, event), event, "moved", int(by))
    if asked.phone in chair.owners:
        return _noted(_with(table, _returned(chair, asked.phone)), event, "moved", int(by))
    claim = Claim(event.seq, event.at, event.at + TO_OBJECT)
    new = replace(chair, phone=asked.phone, claim=claim, asked=None, since=event.at)
    after = _hosted(table, chair, asked.phone, new)
    if after.host != table.host:
        after = _with(after, replace(new, claim=replace(claim, host=table.host)))
    return _noted(after, event, "moved", int(by))


def vouched(table: Table, event: Event) -> Table:
    """Another seat says that the phone which sat down is the right one."""
    chair = table.chair(event.seat)
    seq, _, by = event.text.partition(" ")
    if chair.claim is None or chair.claim.seq != int(seq):
        return table
    claim = replace(chair.claim, until=chair.claim.at + TO_OBJECT)
    return _noted(_with(table, replace(chair, claim=claim)), event, "vouched", int(by))


def started(chairs: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Whoever sits there when the game begins is the first owner."""
    return tuple(
        replace(chair, owners=(chair.phone,) if chair.phone else (), claim=None) for chair in chairs
    )


def may_take_back(table: Table, seat: int, phone: str) -> bool:
    """Whether the seat is this phone's by an older right than that of the phone which has it."""
    chair = table.chair(seat)
    if phone not in chair.owners or chair.phone == phone or table.outcome is not None:
        return False
    holder = chair.owners.index(chair.phone) if chair.phone in chair.owners else len(chair.owners)
    return chair.owners.index(phone) < holder


def _settled(table: Table, event: Event) -> Seat:
    """The seat as it is when something new happens to it: a claim against which nobody has objected
    in time has become a right.
    """
    chair = table.chair(event.seat)
    claim = chair.claim
    if claim is None or event.at < claim.until or chair.phone in ("", *chair.owners):
        return chair
    return replace(chair, owners=(*chair.owners, chair.phone))


def _bare(chair: Seat) -> Seat:
    return replace(chair, phone="", owners=(), claim=None, asked=None, since=0.0)


def _returned(chair: Seat, phone: str) -> Seat:
    """It is an owner's again; what came after has no right any more."""
    owners = chair.owners[: chair.owners.index(phone) + 1]
    return replace(_bare(chair), phone=phone, owners=owners)


def _handed(table: Table, chair: Seat, phone: str, event: Event) -> Table:
    """The phone that has it hands it over, with the right that it has itself."""
    if phone in chair.owners:
        return _hosted(table, chair, phone, _returned(chair, phone))
    right = chair.phone in chair.owners or not chair.owners
    owners = (*chair.owners, phone) if right else chair.owners
    new = replace(chair, phone=phone, owners=owners, asked=None, since=event.at)
    return _hosted(table, chair, phone, new)


def _hosted(table: Table, old: Seat, phone: str, new: Seat) -> Table:
    """With the new chair; the host's rights go along where that seat was all the host had."""
    after = _with(table, new)
    lost = old.phone == table.host and not after.seats_of(old.phone)
    return replace(after, host=phone) if lost else after


def _with(table: Table, chair: Seat) -> Table:
    chairs = tuple(chair if each.number == chair.number else each for each in table.chairs)
    return replace(table, chairs=chairs)


def _noted(table: Table, event: Event, kind: str, by: int = 0) -> Table:
    """Before the start it is no news who sits where."""
    if not table.started or not kind:
        return table
    move = Move(event.seq, event.at, event.seat, kind, by)
    return replace(table, moves=(*table.moves, move))
