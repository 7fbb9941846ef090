"""Serves teaching: the tour, the lessons of each step, the switches for them."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import guided
from companion.play.answer import Unchanged
from companion.tables import Table
from companion.web.page.lessons import tour_card
from companion.web.reply.reply import answer_tap, changed_lobby
from companion.web.request.phone import is_phone_teaching, phone_id, remember_teaching, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import form_number, parse_number, tap_from_request
from companion.web.site import current_site, htmx

routes = Blueprint("lessons", __name__, url_prefix="/t/<code>")


@routes.get("/lessons")
def show_lessons(code: str) -> str:
    """Renders all lessons, the link to the tour and this phone's switch."""
    table = enter_table(code)
    return render_template(
        "lessons/page.html", table=table, viewer=viewer_seat(table), taught=is_phone_teaching(table)
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
    remember_teaching(table, request.form.get("on") == "1")
    return redirect(url_for("table.page", code=table.code), 303)


@routes.post("/teach")
def set_table_teaching(code: str) -> Response:
    """Handles a player's wish to be taught in the lobby, or the host's switch later; where the
    page doesn't stay, redirects to where it was made.
    """
    table = enter_table(code)
    on = request.form.get("on") == "1"
    table = guided.set_teaching(current_site().store, table.code, on, phone_id())
    if htmx:
        return changed_lobby(table)
    return redirect(_before(table), 303)


@routes.post("/led")
def control_guided_round(code: str) -> Response:
    """Handles a guided round: step done, pause, resume or end; returns the answer to the tap."""
    table = enter_table(code)
    tap, wish = tap_from_request(table), request.form.get("led", "")
    after = guided.set_guided_round(current_site().store, table.code, tap.seat, wish, phone_id())
    return answer_tap(table, tap, Unchanged(table=after))


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
    return bool(table.taught or table.tour) and table.host == phone_id()


def _before(table: Table) -> str:
    """Returns the lobby's address; before the start that is the table's."""
    page = "lobby.show_lobby" if table.started else "table.page"
    return url_for(page, code=table.code)
