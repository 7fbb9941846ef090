"""Serves the first page, opens tables and lets phones join. GET never takes a seat."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import lobby
from companion.play.groups import opened_tables
from companion.web.page.groups import group_news
from companion.web.page.my_tables import running_and_past_tables
from companion.web.page.views import lobby_page
from companion.web.request.cookie import require_kept_cookie
from companion.web.request.phone import clean_name, phone_id, remember_name, remembered_name
from companion.web.request.table import count_new_table, enter_table, normalized_code
from companion.web.request.tap import form_number
from companion.web.site import current_site

routes = Blueprint("home", __name__)


@routes.get("/")
def show_home() -> str:
    """Renders this phone's tables, with the forms to join or create one."""
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    running, past = running_and_past_tables()
    values = {
        "games": games,
        "running": running,
        "past": past,
        "told": group_news(past),
        "opened": opened_tables(current_site().store, phone_id()),
    }
    return render_template("home.html", **values, table=None, viewer=0)


@routes.get("/about")
def show_about_page() -> str:
    """Renders the page of who made the games, and that the companion is unofficial."""
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    return render_template("about.html", games=games, table=None, viewer=0)


@routes.get("/join")
def join_by_code() -> Response:
    """Redirects to the table of a typed code, or to the first page."""
    code = normalized_code(request.args.get("code", ""))
    return redirect(
        url_for("home.show_join_page", code=code) if code else url_for("home.show_home"), 303
    )


@routes.get("/J/<code>")
@routes.get("/j/<code>")
def show_join_page(code: str) -> Response | str:
    """Renders the lobby with the free seats for a scanned or typed code; redirects a phone that has
    a seat to the table.
    """
    table = enter_table(code)
    if table.seats_of(phone_id()):
        return redirect(url_for("table.page", code=table.code), 303)
    return lobby_page(table)


@routes.post("/tables")
def open_table() -> Response:
    """Handles a new table, whose first seat this phone takes; redirects to it."""
    require_kept_cookie()
    here = current_site()
    count_new_table()
    me, name = phone_id(), clean_name(request.form.get("name", "")) or remembered_name()
    game = request.form.get("game", "")
    # The number of players isn't asked: empty seats are removed at the start.
    most = max(here.games[game].seats) if game in here.games else 0
    seats = form_number("seats") if "seats" in request.form else most
    table = lobby.open_table(here.store, game, seats, me)
    lobby.sit_down_at_seat(here.store, table.code, 1, me)
    if name:
        remember_name(name)
        lobby.name_seat(here.store, table.code, 1, name, me)
    return redirect(url_for("table.page", code=table.code), 303)
