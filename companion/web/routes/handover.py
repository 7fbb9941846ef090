"""The code that moves a seat to another phone, and the page between two players.

The offer travels signed in the code's address; opening that address takes no seat, a tap does.
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

from companion.play import NotAllowed, handover, seats
from companion.play.handover import HOST
from companion.referee.text import Text
from companion.web.language.sentences import say
from companion.web.page.handover import offer_view
from companion.web.request.addresses import read_offer, sign_offer
from companion.web.request.phone import (
    cover,
    phone,
    play_as,
    uncover,
)
from companion.web.request.table import clean_code, table_at
from companion.web.request.tap import form_number
from companion.web.site import site

routes = Blueprint("handover", __name__, url_prefix="/t/<code>")

STALE = Text("This code has expired. Ask someone at the table for a new one.")


@routes.get("/hand-over/<int:seat>")
def offer(code: str, seat: int) -> str:
    """The code to scan with the other phone. Seat 0: the host's rights."""
    table = table_at(code)
    made = handover.make_offer(site().store, table.code, seat, phone())
    view = offer_view(table, made)
    return render_template(
        "handover/offer.html", table=table, offer=made, token=sign_offer(made), view=view, viewer=0
    )


@routes.get("/take-over/<token>")
def taking(code: str, token: str) -> str | Response:
    """What the code opens on the other phone: what would happen, and the tap that does it."""
    table = table_at(code)
    made = read_offer(table, token)
    if made is None or not handover.is_open(site().store, made):
        return render_template("handover/stale.html", table=table, words=say(STALE), viewer=0)
    return render_template(
        "handover/taking.html", table=table, offer=made, token=token, viewer=0, host=HOST
    )


@routes.post("/take-over")
def take_over(code: str) -> Response:
    """The seat is this phone's now, and the phone that had it is told on its open page; or that
    phone is asked, where somebody else has shown the code.
    """
    table = table_at(code)
    made = read_offer(table, request.form.get("token", ""))
    if made is None:
        raise NotAllowed(STALE)
    after = handover.take_over(site().store, made, phone())
    if made.seat == HOST:
        return redirect(url_for("lobby.page", code=table.code), 303)
    if made.seat in after.seats_of(phone()):
        play_as(table, made.seat)
        uncover(for_good=False)
    return _back(code)


@routes.post("/reclaim/<int:seat>")
def reclaim(code: str, seat: int) -> Response:
    """The phone that was signed off has its seat again; the other one is told."""
    table = table_at(code)
    handover.reclaim(site().store, table.code, seat, phone())
    play_as(table, seat)
    return _back(code)


@routes.post("/ask-again/<int:seat>")
def ask_again(code: str, seat: int) -> Response:
    """Asks once more, after no answer came in time."""
    table = table_at(code)
    seats.ask_again(site().store, table.code, seat, phone())
    return _back(code)


@routes.post("/let-in/<int:seat>")
def let_in(code: str, seat: int) -> Response:
    """A yes to the phone that asks for this seat."""
    table = table_at(code)
    seats.admit_phone(site().store, table.code, seat, form_number("asked"), phone())
    return _back(code)


@routes.post("/keep/<int:seat>")
def keep(code: str, seat: int) -> Response:
    """A no to it, or its own second thought."""
    table = table_at(code)
    seats.keep_seat(site().store, table.code, seat, form_number("asked"), phone())
    return _back(code)


@routes.post("/vouch/<int:seat>")
def vouch(code: str, seat: int) -> Response:
    """Another seat's word that the phone which sat down is the right one."""
    table = table_at(code)
    seats.confirm_sitter(site().store, table.code, seat, form_number("claim"), phone())
    return _back(code)


def _back(code: str) -> Response:
    return redirect(url_for("table.page", code=clean_code(code)), 303)


@routes.post("/uncover")
def show(code: str) -> Response:
    """The phone is in the next player's hands."""
    table = table_at(code)
    uncover(for_good=bool(request.form.get("shared")))
    return _back(table.code)


@routes.post("/switch")
def switch(code: str) -> Response:
    """Another of the seats that this phone holds: first the cover, then that seat's page."""
    table = table_at(code)
    seat = form_number("seat")
    if seat in table.seats_of(phone()):
        play_as(table, seat)
        cover(table)
    return redirect(url_for("table.page", code=table.code), 303)
