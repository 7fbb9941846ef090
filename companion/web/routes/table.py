"""Serves a phone's page during a game, and handles its taps. `play` decides on every tap."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.play import act, numbers
from companion.play.answer import Tap, TapAnswer
from companion.play.store import TableStore
from companion.referee.panels import TAB_KEYS
from companion.web.page.handover import lost_seat_toast, passing_phone_page
from companion.web.page.lessons import may_begin_guided_rounds
from companion.web.page.table import PARTS_OF_TABLE_TAB
from companion.web.page.toast import pop_stored_toast
from companion.web.page.views import lobby_page, page_view
from companion.web.reply.handlers import tap_route
from companion.web.request.phone import phone_runs_scripts, seat_receiving_phone, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import action_from_form, tap_from_request
from companion.web.site import current_site

routes = Blueprint("table", __name__, url_prefix="/t/<code>")

#: Old names of tabs in addresses, with the present ones.
TAB_BY_OLD_NAME = {"galaxy": "own", "goals": "shared"}


@routes.get("", defaults={"tab": TAB_KEYS[0]}, endpoint="page")
@routes.get(f"/<any({', '.join(TAB_KEYS[1:])}):tab>", endpoint="page")
def show_table_page(code: str, tab: str) -> str:
    """Renders the table's page; before the start the lobby, between two players the cover."""
    table = enter_table(code)
    if not table.started:
        return lobby_page(table)
    if seat_receiving_phone(table):
        return passing_phone_page(table, seat_receiving_phone(table))
    return render_template(
        "table/page.html",
        table=table,
        view=page_view(table, "table").with_whole(not phone_runs_scripts()),
        viewer=viewer_seat(table),
        tab=tab,
        part=known if (known := request.args.get("part")) in PARTS_OF_TABLE_TAB else "points",
        toast=pop_stored_toast(table) or lost_seat_toast(table),
        may_guide=may_begin_guided_rounds(table),
    )


@routes.get(f"/<any({', '.join(TAB_BY_OLD_NAME)}):was>")
def redirect_renamed_tab(code: str, was: str) -> AnyResponse:
    """Redirects addresses with an old section name."""
    return redirect(url_for("table.page", code=code, tab=TAB_BY_OLD_NAME[was]), 301)


@routes.get("/screen")
def show_table_screen(code: str) -> str:
    """Renders the table screen: only what everyone may see."""
    table = enter_table(code)
    return render_template(
        "table/screen.html", table=table, view=page_view(table, "screen"), viewer=0
    )


@tap_route(routes, "/act", with_action=True)
def play_action(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles a tap with one action."""
    return act.play_tap(store, code, tap)


@tap_route(routes, "/save", with_action=True)
def save_number(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles a number set by hand: an action that is never dropped."""
    return numbers.play_number_tap(store, code, tap)


@routes.post("/counting")
def announce_counting(code: str) -> AnyResponse:
    """Announces that a seat is setting a number, or (`done`) has finished; returns 204."""
    table = enter_table(code)
    tap = tap_from_request(table, action_from_form(request.form))
    numbers.announce_number_input(current_site().store, table, tap, bool(request.form.get("done")))
    return Response(status=204)
