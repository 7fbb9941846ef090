"""A seat on its way to another phone: the page of its offer, the cover, and who lost a seat."""

from __future__ import annotations

from flask import render_template, url_for

from companion.play import handover
from companion.play.handover import Offer
from companion.referee.text import Text, Who
from companion.tables import Table
from companion.web.language.sentences import clock_time, say
from companion.web.page.render import draw_own
from companion.web.page.slots import Slot, View
from companion.web.page.toast import Toast
from companion.web.request.addresses import phones_origin, read_offer, sign_offer
from companion.web.request.phone import lost_seat
from companion.web.site import site


def cover_page(table: Table, seat: int) -> str:
    """Between two players of one phone: whose turn to hold it. It shows no seat's own."""
    return render_template("handover/cover.html", table=table, seat=seat, viewer=0)


def offer_view(table: Table, made: Offer) -> View:
    """The page of an offer: the code while it can be taken, then what came of it."""
    words = {
        "offer": made,
        "open": handover.is_open(site().store, made),
        "taken": handover.is_spent(site().store, made),
        "address": phones_origin()
        + url_for("handover.taking", code=table.code, token=sign_offer(made)),
        "until": clock_time(made.until),
    }
    piece = draw_own("offer", table, 0, **words)
    return View("offer", table.seq, (Slot("slot-offer", (piece,)),))


def offer_from_address(table: Table, token: str) -> Offer | None:
    """The offer in the address of an open page."""
    return read_offer(table, token)


def signed_off_toast(table: Table, seats: frozenset[int]) -> Toast | None:
    """What a phone is told that has lost these seats to another one, or to nobody. Whether it may
    take one back, `moving` says.
    """
    for seat in sorted(seats):
        if table.seat_at(seat).phone:
            words = Text("{name} is now played on another phone. You're watching.", name=Who(seat))
        else:
            words = Text("{name}'s seat is free now. You're watching.", name=Who(seat))
        return Toast("warn", say(words))
    return None


def loss_message(table: Table) -> Toast | None:
    """The same for a phone that was asleep when it happened."""
    seat = lost_seat(table)
    return signed_off_toast(table, frozenset({seat})) if 0 < seat <= len(table.seats) else None
