"""The seats of a table, with the people and colours on them. No rule and no right here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tables.event import Event, Kind

#: The colours on offer; a new table hands them out in this order.
COLOURS = ("magenta", "cyan", "violet", "amber", "green", "orange", "blue", "white")

#: Symbols belong to the seat's number, not to the person, so that colour is never needed to read.
SYMBOLS = ("triangle", "diamond", "moon", "cross", "star", "ring", "square", "heart")


@dataclass(frozen=True)
class Asked:
    """A phone has asked for the seat: when (unix seconds), and `by`: which seat showed it the code,
    0 for none. `seq`: the event.
    """

    seq: int
    at: float
    phone: str
    by: int = 0


@dataclass(frozen=True)
class Claim:
    """The phone that holds the seat came to it without a yes of the phone that had it: since when
    (unix seconds), and `until` when what the seat hides stays covered; endless until another seat
    has confirmed it. `host`: the phone that lost the host's rights with it, "" if none.
    """

    seq: int
    at: float
    until: float
    host: str = ""


@dataclass(frozen=True)
class Seat:
    """A seat at the table. `name` "" until it is typed in; `phone` "" while the seat is free.

    `owners`: the phones that have it by right, the first of them first; each may take it back from
    whoever came after. `since`: when the game was on and the phone sat down, 0 if before.
    """

    number: int
    name: str = ""
    colour: str = ""
    phone: str = ""
    owners: tuple[str, ...] = ()
    claim: Claim | None = None
    asked: Asked | None = None
    since: float = 0.0

    @property
    def symbol(self) -> str:
        return SYMBOLS[(self.number - 1) % len(SYMBOLS)]


@dataclass(frozen=True)
class SeatMove:
    """A seat went to another phone, or was asked for. `by`: the seat that said yes, 0 if none."""

    seq: int
    at: float
    seat: int
    kind: str
    by: int = 0


def resized(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """The seats, n of them: the last ones go, new ones get a free colour."""
    seats = seats[:count]
    for number in range(len(seats) + 1, count + 1):
        used = {seat.colour for seat in seats}
        free = next((colour for colour in COLOURS if colour not in used), COLOURS[-1])
        seats += (Seat(number, colour=free),)
    return seats


def naming_events(events: Sequence[Event], seat: int) -> list[int]:
    """The numbers of the events that gave a name to who has this seat now, newest first; seats may
    have been put into another order meanwhile.
    """
    found = []
    for event in reversed(events):
        if event.kind == Kind.ORDERED:
            seat = int(event.text.split()[seat - 1])
        elif event.kind == Kind.NAMED and event.seat == seat:
            found.append(event.seq)
    return found
