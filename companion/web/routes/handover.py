"""Moves a seat to another phone by a code, and between two players of one phone.

The code's address holds the signed offer; opening it takes no seat, only a POST does.
"""

from __future__ import annotations

from flask import (
    Blueprint,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from companion.play import NotAllowed, handover, seat_requests
from companion.play.handover import HOST_OFFER_SEAT_NUMBER
from companion.referee.text import Text
from companion.tables import may_reclaim_seat
from companion.web.language.sentences import say
from companion.web.page.handover import minutes_for_offer, seat_offer_view
from companion.web.request.addresses import read_seat_offer, sign_seat_offer
from companion.web.request.phone import (
    mark_phone_passed,
    phone_id,
    remember_own_seat,
    start_passing_phone,
)
from companion.web.request.table import enter_table, normalized_code
from companion.web.request.tap import form_number
from companion.web.site import current_site

routes = Blueprint("handover", __name__, url_prefix="/t/<code>")

EXPIRED_CODE_TEXT = Text("This code has expired. Ask someone at the table for a new one.")


@routes.get("/hand-over/<int:seat>")
def show_offer(code: str, seat: int) -> str:
    """Renders the code for the other phone to scan. Seat 0: the host's rights."""
    table = enter_table(code)
    made = handover.make_seat_offer(current_site().store, table.code, seat, phone_id())
    view = seat_offer_view(table, made)
    return render_template(
        "handover/offer.html",
        table=table,
        offer=made,
        token=sign_seat_offer(made),
        view=view,
        viewer=0,
        returns=bool(seat) and may_reclaim_seat(table, seat, phone_id()),
    )


@routes.get("/take-over/<token>")
def show_offered_seat(code: str, token: str) -> str | Response:
    """Renders what the scanned code offers, with the button that takes the seat; an expired or
    invalid one renders that instead.
    """
    table = enter_table(code)
    made = read_seat_offer(table, token)
    if made is None or not handover.is_offer_open(current_site().store, made):
        return render_template(
            "handover/stale.html", table=table, words=say(EXPIRED_CODE_TEXT), viewer=0
        )
    return render_template(
        "handover/taking.html",
        table=table,
        offer=made,
        token=token,
        viewer=0,
        host=HOST_OFFER_SEAT_NUMBER,
        minutes=minutes_for_offer(table, made),
    )


@routes.post("/take-over")
def take_over_seat(code: str) -> Response:
    """Handles taking an offered seat. If its own phone made the offer the seat moves at once, and
    that phone is informed; otherwise that phone is asked. Redirects to the table, or to the lobby
    for the host's rights; raises NotAllowed if the offer isn't valid.
    """
    table = enter_table(code)
    made = read_seat_offer(table, request.form.get("token", ""))
    if made is None:
        raise NotAllowed(EXPIRED_CODE_TEXT)
    after = handover.take_over_seat(current_site().store, made, phone_id())
    if made.seat == HOST_OFFER_SEAT_NUMBER:
        return redirect(url_for("lobby.show_lobby", code=table.code), 303)
    if made.seat in after.seats_of(phone_id()):
        remember_own_seat(table, made.seat)
        mark_phone_passed(for_good=False)
    return _back(code)


@routes.post("/reclaim/<int:seat>")
def reclaim_seat(code: str, seat: int) -> Response:
    """Handles taking back a lost seat; redirects. The stream informs the other phone."""
    table = enter_table(code)
    handover.reclaim_seat(current_site().store, table.code, seat, phone_id())
    remember_own_seat(table, seat)
    return _back(code)


@routes.post("/ask-again/<int:seat>")
def repeat_request(code: str, seat: int) -> Response:
    """Handles a repeated request for a seat after no answer; redirects to the table."""
    table = enter_table(code)
    seat_requests.repeat_seat_request(current_site().store, table.code, seat, phone_id())
    return _back(code)


@routes.post("/let-in/<int:seat>")
def admit_phone(code: str, seat: int) -> Response:
    """Handles the admission of a phone that asks for this seat; redirects to the table."""
    table = enter_table(code)
    seat_requests.admit_phone(
        current_site().store, table.code, seat, form_number("asked"), phone_id()
    )
    return _back(code)


@routes.post("/keep/<int:seat>")
def end_seat_request(code: str, seat: int) -> Response:
    """Handles the refusal of that request, or its withdrawal; redirects to the table."""
    table, me = enter_table(code), phone_id()
    if seat_requests.is_by_link_of(table, seat, form_number("asked"), me):
        # Whoever opened the link had found it.
        current_site().signed_out_phones.end_link(me)
    seat_requests.end_seat_request(current_site().store, table.code, seat, form_number("asked"), me)
    return _back(code)


@routes.post("/vouch/<int:seat>")
def confirm_seat_claim(code: str, seat: int) -> Response:
    """Handles another seat's confirmation of a new phone; redirects to the table."""
    table = enter_table(code)
    seat_requests.confirm_seat_claim(
        current_site().store, table.code, seat, form_number("claim"), phone_id()
    )
    return _back(code)


def _back(code: str) -> Response:
    return redirect(url_for("table.page", code=normalized_code(code)), 303)


@routes.post("/uncover")
def finish_passing_phone(code: str) -> Response:
    """Removes the cover once the next player holds the phone; redirects to the table."""
    table = enter_table(code)
    mark_phone_passed(for_good=bool(request.form.get("shared")))
    return _back(table.code)


@routes.post("/switch")
def switch_seat(code: str) -> Response:
    """Switches to another seat of this phone, covered first; redirects to the table."""
    table = enter_table(code)
    seat = form_number("seat")
    if seat in table.seats_of(phone_id()):
        remember_own_seat(table, seat)
        start_passing_phone(table)
    return redirect(url_for("table.page", code=table.code), 303)
