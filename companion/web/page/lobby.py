"""Builds the lobby, and the piece about seats that move to another phone: who asks, what may be
answered. Nothing sent to one phone holds the id of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from companion.play import lobby, seat_requests
from companion.play.coming_back import ReturnRequest
from companion.play.evenings import familiar_names
from companion.play.proposals import CONSENT_OPTIONS
from companion.tables import Seat, SeatClaim, SeatRequest, Table, may_reclaim_seat
from companion.web.page.clock import clock_choices
from companion.web.page.qr import invitation_piece, wifi_at
from companion.web.page.render import draw_app_piece, draw_piece_at_once, view_of_pieces
from companion.web.page.slots import PageKind, Piece, View
from companion.web.request.phone import phone_id, remembered_name
from companion.web.site import current_site


@dataclass(frozen=True)
class SeatMoveRow:
    """One seat. `kind`: "asked", "again" (the request got no answer), "covered" (played on a new
    phone whose secrets are still hidden) or "lost" (this phone may take it back).

    `event`: what an answer refers to, or when the seat was lost. `number`: the two digits on the
    asking phone. `own`: the seat is this phone's. `asks`: this phone asks. `may`: this phone may
    agree. `asleep`: the seat's phone has been asleep so long that another player can agree, which
    takes `minutes`. `word`: another seat has to confirm the new phone. `free`: the seat has no
    phone. `by_link`: it is the seat's own phone that asks, in another browser.
    """

    kind: str
    seat: int
    event: int = 0
    number: int = 0
    own: bool = False
    asks: bool = False
    may: bool = False
    asleep: bool = False
    minutes: int = 0
    word: bool = False
    free: bool = False
    by_link: bool = False


def seat_move_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the piece about seats that move between phones; () if there are none."""
    me = phone_id()
    rows = tuple(row for seat in table.seats for row in _rows(table, seat, me))
    return (draw_app_piece("moving", table, min(viewer, 1), among=me, rows=rows),) if rows else ()


def seat_hand_over_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the same in a word of the sill, for a phone that plays; () if there are none. Where
    it is asked nothing, the word has a name, by which it is put aside once it was read.
    """
    me = phone_id()
    rows = tuple(row for seat in table.seats for row in _rows(table, seat, me))
    if not rows:
        return ()
    asked = next((row for row in rows if row.may or row.asks or row.kind == "again"), None)
    named = " ".join(f"{row.kind} {row.seat} {row.event}" for row in rows)
    values = {"rows": rows, "row": asked or rows[0], "once": "" if asked else named}
    return (draw_app_piece("handing", table, viewer, among=me, **values),)


def free_seat_pieces(table: Table, viewer: int) -> tuple[Piece, ...]:
    """Returns the notice of the seats where a phone that watches the game can sit down, or of the
    ways back to one's own while all their phones are silent; () for a phone that has or wants one.
    """
    me = phone_id()
    free = tuple(seat.number for seat in table.seats if not seat.phone)
    wants = any(
        (seat.asked and seat.asked.phone == me) or me in seat.owners for seat in table.seats
    )
    if viewer or wants or table.seats_of(me) or table.outcome is not None:
        return ()
    if free and not table.locked:
        return (draw_app_piece("free", table, 0, seats=free),)
    return (draw_app_piece("lost", table, 0),) if _are_all_silent(table) else ()


def _are_all_silent(table: Table) -> bool:
    """Returns whether no phone with a seat was heard of for a minute, as after a new address."""
    silent = current_site().stream_hub.seconds_since_last_request
    phones = {seat.phone for seat in table.seats if seat.phone}
    return all(
        silent(table.code, each) >= seat_requests.SILENCE_SECONDS_BEFORE_ADMITTING
        for each in phones
    )


def _rows(table: Table, seat: Seat, me: str) -> Iterator[SeatMoveRow]:
    if seat.asked:
        yield from _asked(table, seat, seat.asked, me)
    if may_reclaim_seat(table, seat.number, me):
        yield SeatMoveRow("lost", seat.number, round(seat.since), free=not seat.phone)
    elif seat.claim and seat_requests.seconds_until_secrets_shown(
        current_site().store, table, seat.number
    ):
        yield _covered(table, seat, seat.claim, me)


def _asked(table: Table, seat: Seat, asked: SeatRequest, me: str) -> Iterator[SeatMoveRow]:
    store = current_site().store
    own, by_link = me == seat.phone, seat_requests.is_request_by_link(table, asked)
    asks = me == asked.phone and not own
    minutes = seat_requests.minutes_of_sleep(table, seat.number, asked.phone, asked.by)
    if not seat_requests.has_open_request(store, table, asked):
        if asks:
            yield SeatMoveRow("again", seat.number, asked.seq, asks=True, minutes=minutes)
        return
    may = own or seat_requests.may_admit_phone(store, table, seat, asked, me)
    quiet = store.stream_hub.seconds_since_last_request(table.code, seat.phone)
    asleep = quiet >= minutes * 60
    number = seat_request_digits(table, asked)
    row = SeatMoveRow("asked", seat.number, asked.seq, number, own, asks, may, asleep, minutes)
    yield replace(row, by_link=by_link)


def _covered(table: Table, seat: Seat, claim: SeatClaim, me: str) -> SeatMoveRow:
    word = seat_requests.is_claim_unconfirmed(claim)
    may = word and seat_requests.may_confirm_seat_claim(current_site().store, table, seat, me)
    return SeatMoveRow("covered", seat.number, claim.seq, own=me == seat.phone, may=may, word=word)


def seat_request_digits(table: Table, asked: SeatRequest) -> int:
    """Returns the two digits that both phones show, so that people confirm the phone they mean."""
    digest = sha256(f"{table.code} {asked.seq} {asked.phone}".encode()).digest()
    return 10 + int.from_bytes(digest[:4]) % 90


def return_request_digits(request: ReturnRequest) -> int:
    """Returns the two digits that a phone and the browser with its link both show; 0 if none."""
    seats = request.table.seats
    asked = (each.asked for each in seats if each.asked and each.asked.seq == request.seq)
    return next((seat_request_digits(request.table, each) for each in asked), 0)


def lobby_view(table: Table) -> View:
    """Returns the lobby's view for this phone. Its pieces aren't cached: they show who is awake."""
    me = phone_id()
    awake = current_site().stream_hub.presence_by_phone(table.code)
    seats_guests = table.seats_of(me) and not all(seat.phone for seat in table.seats)
    values = {
        "held": table.seats_of(me),
        "is_host": table.host == me,
        "awake": awake,
        "my_name": remembered_name(),
        "familiar": familiar_names(current_site().store, me, table) if seats_guests else [],
        "consents": CONSENT_OPTIONS,
        "guided": table.guided,
        "tour": table.tour,
        "clock": table.clock or "",
        "clocks": clock_choices(),
        "may_start": lobby.may_start_game(current_site().store, table, me),
        "left_out": lobby.empty_seats_to_remove(table),
        "playing": len(table.seats) - len(lobby.empty_seats_to_remove(table)),
        "here": sum(bool(seat.phone) for seat in table.seats),
        "may_reopen": table.started and table.host == me and lobby.may_reopen_lobby(table),
    }
    pieces = {"slot-moving": seat_move_pieces(table, 0)}
    # The code is the host's to show: whoever comes to sit down has it already. At a table without
    # one everybody with a seat shows it.
    if table.host == me or (not table.host and table.seats_of(me)):
        pieces["slot-invite"] = (invitation_piece(table, wifi_at(table)),)
    for name in ("seats", "settings", "start"):
        pieces[f"slot-{name}"] = (draw_piece_at_once(name, table, me, values),)
    kind = PageKind("seats" if table.started else "lobby", me)
    return view_of_pieces(table, kind, pieces)
