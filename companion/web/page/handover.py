"""Builds the pages for moving a seat to another phone: the offer, the cover, the notice of loss."""

from __future__ import annotations

from flask import render_template, url_for

from companion.play import handover, seat_requests
from companion.play.handover import SeatOffer
from companion.referee.text import SeatName, Text
from companion.tables import Table
from companion.web.language.sentences import phone_time, say
from companion.web.page.render import draw_app_piece, view_of_pieces
from companion.web.page.slots import PageKind, View
from companion.web.page.toast import Toast
from companion.web.request.addresses import origin_for_phones, read_seat_offer, sign_seat_offer
from companion.web.request.phone import phone_id, pop_lost_seat
from companion.web.site import current_site


def passing_phone_page(table: Table, seat: int) -> str:
    """Renders whose turn it is to hold the phone, between two of its players; no secrets."""
    return render_template("handover/cover.html", table=table, seat=seat, viewer=0)


def seat_offer_view(table: Table, made: SeatOffer) -> View:
    """Returns the view of an offer: its code while it is open, then whether it was taken."""
    words = {
        "offer": made,
        "open": handover.is_offer_open(current_site().store, made),
        "taken": handover.is_offer_outdated(current_site().store, made),
        "address": origin_for_phones()
        + url_for("handover.show_offered_seat", code=table.code, token=sign_seat_offer(made)),
        "until": phone_time(made.until),
        "minutes": minutes_for_offer(table, made),
    }
    piece = draw_app_piece("offer", table, 0, **words)
    return view_of_pieces(table, PageKind("offer", made), {"slot-offer": (piece,)})


def minutes_for_offer(table: Table, made: SeatOffer) -> int:
    """Returns for how many minutes the seat's phone must sleep before another player can agree; 0
    if it needn't agree.
    """
    if made.is_immediate:
        return 0
    return seat_requests.minutes_of_sleep(table, made.seat, "", made.by)


def seat_offer_from_token(table: Table, token: str) -> SeatOffer | None:
    """Returns the offer whose signed token stands in the address; None if it isn't valid."""
    return read_seat_offer(table, token)


def signed_out_toast(table: Table, lost: frozenset[int]) -> Toast | None:
    """Returns the toast for a phone that lost one of these seats; None if `lost` is empty. The
    "moving" piece says whether it may take the seat back.
    """
    if not lost:
        return None
    seat = min(lost)
    plays, name = bool(table.seats_of(phone_id())), SeatName(seat)
    if table.seat_at(seat).phone and plays:
        words = Text("{name} is now played on another phone.", name=name)
    elif table.seat_at(seat).phone:
        words = Text("{name} is now played on another phone. You're watching.", name=name)
    elif plays:
        words = Text("{name}'s seat is free now.", name=name)
    else:
        words = Text("{name}'s seat is free now. You're watching.", name=name)
    return Toast("warn", say(words))


def lost_seat_toast(table: Table) -> Toast | None:
    """Returns the same toast for a phone that was asleep at the loss; None if it lost no seat."""
    seat = pop_lost_seat(table)
    return signed_out_toast(table, frozenset({seat})) if 0 < seat <= len(table.seats) else None
