"""Chairs: the seats of a table, with the people and colours on them. No rule and no right here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tables.event import Event

#: The colours on offer; a new table hands them out in this order.
COLOURS = ("magenta", "cyan", "violet", "amber", "green", "orange", "blue", "white")

#: Symbols belong to the seat's number, not to the person, so that colour is never needed to read.
SYMBOLS = ("triangle", "diamond", "moon", "cross", "star", "ring", "square", "heart")


@dataclass(frozen=True)
class Chair:
    """A seat at the table. `name` "" until somebody says it; `phone` "" while the seat is free."""

    number: int
    name: str = ""
    colour: str = ""
    phone: str = ""

    @property
    def symbol(self) -> str:
        return SYMBOLS[(self.number - 1) % len(SYMBOLS)]


def resized(chairs: tuple[Chair, ...], seats: int) -> tuple[Chair, ...]:
    """So many chairs: the last ones go, new ones get a colour that nobody has."""
    chairs = chairs[:seats]
    for number in range(len(chairs) + 1, seats + 1):
        used = {chair.colour for chair in chairs}
        free = next((colour for colour in COLOURS if colour not in used), COLOURS[-1])
        chairs += (Chair(number, colour=free),)
    return chairs


def namings(events: Sequence[Event], seat: int) -> list[int]:
    """The numbers of the events that gave a name to who has this seat now, newest first; seats may
    have been put into another order meanwhile.
    """
    found = []
    for event in reversed(events):
        if event.kind == "ordered":
            seat = int(event.text.split()[seat - 1])
        elif event.kind == "named" and event.seat == seat:
            found.append(event.seq)
    return found
