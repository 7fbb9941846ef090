"""Handing over: the code that moves a seat to another phone, and the page between two players.

The offer travels signed in the code's address; opening that address takes no seat, a tap does.
"""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from companion import play
from companion.play import HOST, Offer
from companion.referee.text import Seat, Text
from companion.tables import Table
from companion.web.door import clean_code, table_at
from companion.web.drawing import draw_own
from companion.web.fields import number
from companion.web.guard import phones_origin
from companion.web.phone import lost_seat, phone, play_as, uncover
from companion.web.site import site
from companion.web.told import Told
from companion.web.view import Slot, View
from companion.web.words import clock_time, say

routes = Blueprint("handover", __name__, url_prefix="/t/<code>")

STALE = Text("This code has expired. Ask someone at the table for a new one.")


@routes.get("/hand-over/<int:seat>")
def offer(code: str, seat: int) -> str:
    """The code to scan with the other phone. Seat 0: the host's rights."""
    table = table_at(code)
    made = play.offer(site().hall, table.code, seat, phone())
    view = offer_view(table, made)
    return render_template(
        "handover/offer.html", table=table, offer=made, token=_sign(made), view=view, viewer=0
    )


@routes.get("/take-over/<token>")
def taking(code: str, token: str) -> str | Response:
    """What the code opens on the other phone: what would happen, and the tap that does it."""
    table = table_at(code)
    made = _read(table, token)
    if made is None or not play.is_open(site().hall, made):
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
    made = _read(table, request.form.get("token", ""))
    if made is None:
        raise play.NotAllowed(STALE)
    after = play.take_over(site().hall, made, phone())
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
    play.reclaim(site().hall, table.code, seat, phone())
    play_as(table, seat)
    return _back(code)


@routes.post("/ask-again/<int:seat>")
def ask_again(code: str, seat: int) -> Response:
    """Nobody has answered in time: asked once more."""
    table = table_at(code)
    play.ask_again(site().hall, table.code, seat, phone())
    return _back(code)


@routes.post("/let-in/<int:seat>")
def let_in(code: str, seat: int) -> Response:
    """A yes to the phone that asks for this seat."""
    table = table_at(code)
    play.let_in(site().hall, table.code, seat, number("asked"), phone())
    return _back(code)


@routes.post("/keep/<int:seat>")
def keep(code: str, seat: int) -> Response:
    """A no to it, or its own second thought."""
    table = table_at(code)
    play.keep(site().hall, table.code, seat, number("asked"), phone())
    return _back(code)


@routes.post("/vouch/<int:seat>")
def vouch(code: str, seat: int) -> Response:
    """Another seat's word that the phone which sat down is the right one."""
    table = table_at(code)
    play.vouch(site().hall, table.code, seat, number("claim"), phone())
    return _back(code)


def _back(code: str) -> Response:
    return redirect(url_for("table.page", code=clean_code(code)), 303)


@routes.post("/uncover")
def show(code: str) -> Response:
    """The phone is in the next player's hands."""
    table = table_at(code)
    uncover(for_good=bool(request.form.get("shared")))
    return _back(table.code)


def cover_page(table: Table, seat: int) -> str:
    """Between two players of one phone: whose turn to hold it. It shows no seat's own."""
    return render_template("handover/cover.html", table=table, seat=seat, viewer=0)


def offer_view(table: Table, made: Offer) -> View:
    """The page of an offer: the code while it can be taken, then what came of it."""
    words = {
        "offer": made,
        "open": play.is_open(site().hall, made),
        "taken": play.is_used(site().hall, made),
        "address": phones_origin() + url_for("handover.taking", code=table.code, token=_sign(made)),
        "until": clock_time(made.until),
    }
    piece = draw_own("offer", table, 0, **words)
    return View("offer", table.seq, (Slot("slot-offer", (piece,)),))


def offer_named(table: Table, token: str) -> Offer | None:
    """The offer in the address of an open page."""
    return _read(table, token)


def signed_off(table: Table, seats: frozenset[int]) -> Told | None:
    """What a phone is told that has lost these seats to another one, or to nobody. Whether it may
    take one back, `moving` says.
    """
    for seat in sorted(seats):
        if table.chair(seat).phone:
            words = Text("{name} is now played on another phone. You're watching.", name=Seat(seat))
        else:
            words = Text("{name}'s seat is free now. You're watching.", name=Seat(seat))
        return Told("warn", say(words))
    return None


def word_of_loss(table: Table) -> Told | None:
    """The same for a phone that was asleep when it happened."""
    seat = lost_seat(table)
    return signed_off(table, frozenset({seat})) if 0 < seat <= len(table.chairs) else None


def _signer(table_code: str) -> Signer:
    return Signer(str(current_app.secret_key), salt=f"hand-over {table_code}")


def _sign(made: Offer) -> str:
    """Short, since every letter makes the picture finer: seat, version and time, then our mark."""
    words = f"{made.seat}-{made.seq}-{int(made.until)}-{made.by}"
    return _signer(made.code).sign(words).decode()


def _read(table: Table, token: str) -> Offer | None:
    """The offer that we signed for this table; None for anything else."""
    try:
        words = _signer(table.code).unsign(token).decode()
    except BadSignature:
        return None
    # One that an earlier version has signed does not say who shows it.
    seat, seq, until, by = (*words.split("-"), "0")[:4]
    return Offer(table.code, int(seat), int(seq), float(until), int(by))
