"""Serves what guides: the tour, the lessons of each step, the switches for them."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import guided
from companion.play.store import TableStore
from companion.tables import Table
from companion.web.page.lessons import tour_card
from companion.web.reply.handlers import change_route, lobby_route
from companion.web.request.phone import is_phone_guided, phone_id, remember_guided, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import form_number, parse_number
from companion.web.site import current_site

routes = Blueprint("lessons", __name__, url_prefix="/t/<code>")


@routes.get("/lessons")
def show_lessons(code: str) -> str:
    """Renders all lessons, the link to the tour and this phone's switch."""
    table = enter_table(code)
    return render_template(
        "lessons/page.html", table=table, viewer=viewer_seat(table), guided=is_phone_guided(table)
    )


@routes.get("/lessons/deck")
def show_lesson_deck(code: str) -> str:
    """Renders all lessons in the form in which the page's script shows them beside controls."""
    table = enter_table(code)
    return render_template("lessons/deck.html", table=table, viewer=0)


@routes.post("/lessons")
def set_phone_teaching(code: str) -> Response:
    """Handles this phone's switch for lessons; redirects to the table."""
    table = enter_table(code)
    remember_guided(table, request.form.get("on") == "1")
    return redirect(url_for("table.page", code=table.code), 303)


@lobby_route(routes, "/teach")
def set_table_teaching(store: TableStore, code: str, phone: str) -> Table:
    """Handles a player's wish to be guided in the lobby, or the host's switch later."""
    return guided.set_guided(store, code, request.form.get("on") == "1", phone)


@change_route(routes, "/led")
def control_guided_round(store: TableStore, code: str, seat: int) -> Table:
    """Handles a guided round: begun late, step done, pause, resume or end."""
    if request.form.get("led") == "begin":
        return guided.set_guided(store, code, True, phone_id())
    return guided.set_guided_round(store, code, seat, request.form.get("led", ""), phone_id())


@routes.get("/tour")
def show_tour(code: str) -> str:
    """Renders a card of the tour, by default the leading host's; 404 without a tour."""
    table = enter_table(code)
    if not table.game.lessons.tour:
        abort(404)
    asked = parse_number(request.args.get("card", "")) or (table.tour if _leads(table) else 1)
    shown = tour_card(table, asked)
    return render_template(
        "lessons/tour.html", table=table, viewer=0, shown=shown, leads=_leads(table)
    )


@routes.post("/tour")
def choose_tour_card(code: str) -> Response:
    """Handles the host's choice of a card for the table screen, 0 to close the tour; redirects."""
    table, card = enter_table(code), form_number("card")
    guided.show_tour_card(current_site().store, table.code, card, phone_id())
    if not card:
        return redirect(url_for("table.page", code=table.code), 303)
    return redirect(url_for("lessons.show_tour", code=table.code, card=card), 303)


def _leads(table: Table) -> bool:
    return bool(table.guided or table.tour) and table.host == phone_id()
