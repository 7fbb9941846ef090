"""Teach us: the tour, the lessons of each step, and who wants them. It judges nothing."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import lobby
from companion.play.answer import Unchanged
from companion.tables import Table
from companion.web.page.lessons import tour_card
from companion.web.reply.reply import answer_tap
from companion.web.request.phone import is_teaching, phone, set_teaching, viewer_at
from companion.web.request.table import table_at
from companion.web.request.tap import form_number, parse_number, tap_of
from companion.web.site import site

routes = Blueprint("lessons", __name__, url_prefix="/t/<code>")


@routes.get("/lessons")
def page(code: str) -> str:
    """All lessons to read, the way to the tour, and whether this phone explains each step."""
    table = table_at(code)
    return render_template(
        "lessons/page.html", table=table, viewer=viewer_at(table), taught=is_teaching(table)
    )


@routes.get("/lessons/deck")
def deck(code: str) -> str:
    """All lessons as a phone shows them beside its controls, in one piece."""
    table = table_at(code)
    return render_template("lessons/deck.html", table=table, viewer=0)


@routes.post("/lessons")
def choose(code: str) -> Response:
    """This phone explains each step, or does so no more."""
    table = table_at(code)
    set_teaching(table, request.form.get("on") == "1")
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/teach")
def teach(code: str) -> Response:
    """The host's choice for the table."""
    table = table_at(code)
    lobby.set_teaching(site().store, table.code, request.form.get("on") == "1", phone())
    return redirect(_before(table), 303)


@routes.post("/led")
def lead_round(code: str) -> Response:
    """What was led is done; or the led round is paused, goes on or ends."""
    table = table_at(code)
    tap, wish = tap_of(table), request.form.get("led", "")
    after = lobby.set_led_round(site().store, table.code, tap.seat, wish, phone())
    return answer_tap(table, tap, Unchanged(table=after))


@routes.get("/tour")
def tour(code: str) -> str:
    """One card of the tour; for a host who leads it, the one that everybody looks at."""
    table = table_at(code)
    if not table.game.lessons.tour:
        abort(404)
    asked = parse_number(request.args.get("card", "")) or (table.tour if _leads(table) else 1)
    shown = tour_card(table, asked)
    return render_template(
        "lessons/tour.html", table=table, viewer=0, shown=shown, leads=_leads(table)
    )


@routes.post("/tour")
def lead(code: str) -> Response:
    """The host shows a card to the whole table, or puts the tour away."""
    table, card = table_at(code), form_number("card")
    lobby.show_card(site().store, table.code, card, phone())
    if not card:
        return redirect(url_for("table.page", code=table.code), 303)
    return redirect(url_for("lessons.tour", code=table.code, card=card), 303)


def _leads(table: Table) -> bool:
    return bool(table.taught) and table.host == phone()


def _before(table: Table) -> str:
    """Where the host has chosen it: the lobby, or after the start the page about seats."""
    page = "lobby.page" if table.started else "table.page"
    return url_for(page, code=table.code)
