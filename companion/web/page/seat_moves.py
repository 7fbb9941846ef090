"""Tells every phone which seats are going from one phone to another, and what it may do about it.

It shows what `play` says and decides nothing; no phone is told what another one is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from companion.play import seats
from companion.tables import Asked, Claim, Seat, Table, may_take_back
from companion.web.page.render import draw_own
from companion.web.page.slots import Piece
from companion.web.request.phone import phone
from companion.web.site.site import site


@dataclass(frozen=True)
class SeatRow:
    """One seat. `kind`: "asked", "again" (nobody has answered), "covered" (played on a new phone
    that does not see yet what it hides) or "lost" (this phone may take it back).

    `event`: what an answer names. `number`: the two digits that the asking phone shows. `own`: the
    seat is this phone's. `asks`: this phone is the one that asks. `may`: it may say yes. `asleep`:
    nothing is heard of the seat's phone. `word`: another seat has to confirm the new phone.
    """

    kind: str
    seat: int
    event: int = 0
    number: int = 0
    own: bool = False
    asks: bool = False
    may: bool = False
    asleep: bool = False
    word: bool = False
    free: bool = False


def moving(table: Table, viewer: int) -> tuple[Piece, ...]:
    """The piece that tells it; nothing where no seat is on its way."""
    me = phone()
    rows = tuple(row for seat in table.seats for row in _rows(table, seat, me))
    return (draw_own("moving", table, min(viewer, 1), rows=rows),) if rows else ()


def _rows(table: Table, seat: Seat, me: str) -> Iterator[SeatRow]:
    if seat.asked:
        yield from _asked(table, seat, seat.asked, me)
    if may_take_back(table, seat.number, me):
        yield SeatRow("lost", seat.number, free=not seat.phone)
    elif seat.claim and seats.covered_for(site().store, table, seat.number):
        yield _covered(table, seat, seat.claim, me)


def _asked(table: Table, seat: Seat, asked: Asked, me: str) -> Iterator[SeatRow]:
    store = site().store
    own, asks = me == seat.phone, me == asked.phone
    if not seats.is_asking(store, table, asked):
        if asks:
            yield SeatRow("again", seat.number, asked.seq, asks=True)
        return
    may = own or seats.may_let_in(store, table, seat, asked, me)
    asleep = store.bell.away(table.code, seat.phone) >= seats.QUIET
    number = two_digits(table, asked)
    yield SeatRow("asked", seat.number, asked.seq, number, own, asks, may, asleep)


def _covered(table: Table, seat: Seat, claim: Claim, me: str) -> SeatRow:
    word = seats.needs_word(claim)
    may = word and seats.may_vouch(site().store, table, seat, me)
    return SeatRow("covered", seat.number, claim.seq, own=me == seat.phone, may=may, word=word)


def two_digits(table: Table, asked: Asked) -> int:
    """What both phones show, so that nobody says yes to a phone that they do not mean."""
    told = sha256(f"{table.code} {asked.seq} {asked.phone}".encode()).digest()
    return 10 + int.from_bytes(told[:4]) % 90
