"""The seats of a table with their people and colours. No rules and no permissions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tables.event import Event, Kind

#: The available colours; a new table assigns them in this order.
COLOURS = ("magenta", "cyan", "violet", "amber", "green", "orange", "blue", "white")

#: Symbols belong to the seat's number, not to the person, so that colour alone never matters.
SYMBOLS = ("triangle", "diamond", "moon", "cross", "star", "ring", "square", "heart")


@dataclass(frozen=True)
class SeatRequest:
    """A phone's request for the seat. `seq`, `at`: the event and its time (Unix seconds); `by`: the
    seat that showed it the code, 0 if none.
    """

    seq: int
    at: float
    phone: str
    by: int = 0


@dataclass(frozen=True)
class SeatClaim:
    """The claim of a phone that came to the seat without the consent of the phone before.

    `at`, `until` (Unix seconds): the seat's secrets are hidden from it between these; endless until
    another seat confirms it. `host`: the phone that lost the host's rights with the seat, "" if
    none.
    """

    seq: int
    at: float
    until: float
    host: str = ""


@dataclass(frozen=True)
class Seat:
    """A seat. `name`: "" until entered; `phone`: "" while the seat is free.

    `owners`: the phones with a right to it, the first one first; each may take it back from later
    ones. `since`: when the phone sat down (Unix seconds), 0 if before the start.
    """

    number: int
    name: str = ""
    colour: str = ""
    phone: str = ""
    owners: tuple[str, ...] = ()
    claim: SeatClaim | None = None
    asked: SeatRequest | None = None
    since: float = 0.0

    @property
    def symbol(self) -> str:
        """Returns the symbol of the seat's number."""
        return SYMBOLS[(self.number - 1) % len(SYMBOLS)]


@dataclass(frozen=True)
class SeatPhoneChange:
    """A seat went to another phone, or was asked for. `by`: the seat that agreed, 0 if none."""

    seq: int
    at: float
    seat: int
    kind: str
    by: int = 0


def with_seat_count(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """Returns `count` seats: removes the last ones, or adds some with free colours."""
    seats = seats[:count]
    for number in range(len(seats) + 1, count + 1):
        used = {seat.colour for seat in seats}
        free = next((colour for colour in COLOURS if colour not in used), COLOURS[-1])
        seats += (Seat(number, colour=free),)
    return seats


def events_naming_player(events: Sequence[Event], seat: int) -> list[int]:
    """Returns the events that named the seat's current player, newest first. Follows the seat
    through reorderings.
    """
    found = []
    for event in reversed(events):
        if event.kind == Kind.ORDERED:
            seat = int(event.text.split()[seat - 1])
        elif event.kind == Kind.NAMED and event.seat == seat:
            found.append(event.seq)
    return found
