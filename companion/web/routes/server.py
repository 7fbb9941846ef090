"""Serves the status page for the person who runs the server, opened by a one-time link.

Of a table it shows only the game and when it was played.
"""

from __future__ import annotations

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

from companion.ledger.daily import BackupFailed
from companion.ledger.wifi import Wifi, is_wifi_name, is_wifi_password
from companion.play import lobby
from companion.play.store import UnknownTable
from companion.referee.text import Text
from companion.tables import FREED_BY_HOST_TEXT, Table
from companion.web.page.server import local_time_text, server_page
from companion.web.reply.errors import ErrorPage, error_page
from companion.web.request.server_access import (
    grant_server_access,
    has_server_access,
    revoke_server_access,
)
from companion.web.request.table import normalized_code, parse_table_code
from companion.web.site import current_site

routes = Blueprint("server", __name__, url_prefix="/server")

ACCESS_LINK_NEEDED_PAGE = ErrorPage(
    Text("This page opens with a link that works once"),
    Text("You'll find it where the app was started. For a new one, start it again."),
)


@routes.get("")
def show_status() -> AnyResponse | str:
    """Renders the server's status; 403 without access."""
    if not has_server_access():
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    values = {
        "shown": server_page(),
        "copies": current_site().backups,
        "may_keep_wifi": current_site().wifi is not None,
        "command": current_site().backup_command,
        "moment": local_time_text,
        "done": request.args.get("done", ""),
    }
    return render_template("server/page.html", **values, table=None, viewer=0)


@routes.get("/<token>")
def show_link_confirmation(token: str) -> AnyResponse | str:
    """Renders a confirmation, so that link previews don't use up the link; 403 if invalid."""
    if not current_site().link.is_valid(token):
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    return render_template("server/link.html", token=token, table=None, viewer=0)


@routes.post("/<token>")
def enter_by_link(token: str) -> AnyResponse:
    """Grants this browser access and uses up the link; redirects to the page, 403 if invalid."""
    if not current_site().link.redeem(token):
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    answer = current_app.make_response(redirect(url_for("server.show_status"), 303))
    grant_server_access(answer)
    return answer


@routes.post("/backup")
def make_backup() -> AnyResponse:
    """Makes a backup now; redirects to the page, 403 without access."""
    backups = current_site().backups
    if not has_server_access() or backups is None:
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    try:
        backups.make_copy()
    except BackupFailed:
        return redirect(url_for("server.show_status"), 303)
    return redirect(url_for("server.show_status", done="backup"), 303)


@routes.post("/wifi")
def keep_wifi() -> AnyResponse:
    """Keeps the Wi-Fi that guests join, or forgets it, and shows so on open lobbies and
    televisions. Redirects to the page, 403 without access. An empty field of a form that only says
    where it is shown leaves name and password as they are.
    """
    here, form = current_site(), request.form
    if not has_server_access() or here.wifi is None:
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    done, kept = "wifi", here.wifi.read()
    at_tables = form.get("show") == "tables"
    try:
        if form.get("show") == "forget":
            here.wifi.forget()
            done = "no-wifi"
        elif "name" not in form and kept:
            here.wifi.keep(replace(kept, at_tables=at_tables))
        else:
            name, password = form.get("name", "").strip(), form.get("password", "")
            if not (is_wifi_name(name) and is_wifi_password(password)):
                return redirect(url_for("server.show_status", done="bad-wifi"), 303)
            here.wifi.keep(Wifi(name, password, at_tables))
    except OSError:
        done = "wifi-unkept"
    here.stream_hub.wake_all()
    return redirect(url_for("server.show_status", done=done), 303)


@routes.get("/free")
def find_table() -> AnyResponse:
    """Redirects to the page of a typed table code; 403 without access, 404 for an unknown table."""
    if not has_server_access():
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    code, _ = parse_table_code(normalized_code(request.args.get("code", "")))
    return redirect(url_for("server.show_freeing", code=_table(code).code), 303)


@routes.get("/free/<code>")
def show_freeing(code: str) -> AnyResponse | str:
    """Renders what freeing the seats of this table does, with the button; 403 without access, 404
    for an unknown table. It tells no more of the table than the list does.
    """
    if not has_server_access():
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    table = _table(code)
    taken = sum(bool(seat.phone) for seat in table.seats)
    words = {"title": table.game.title, "code": table.code, "taken": taken}
    over = table.outcome is not None
    return render_template("server/free.html", **words, over=over, table=None, viewer=0)


@routes.post("/free/<code>")
def free_seats(code: str) -> AnyResponse:
    """Frees all seats of a table whose phones have become strangers by a new address. A phone that
    can still prove who it is takes its seat back. Redirects to the page; 403 without access, 404
    for an unknown table; a finished game keeps its seats.
    """
    if not has_server_access():
        return error_page(ACCESS_LINK_NEEDED_PAGE, 403)
    table = _table(code)
    if table.outcome is not None:
        return redirect(url_for("server.show_freeing", code=table.code), 303)
    lobby.free_all_seats(current_site().store, table.code, FREED_BY_HOST_TEXT)
    return redirect(url_for("server.show_status", done="freed"), 303)


def _table(code: str) -> Table:
    try:
        return current_site().store.latest(code)
    except UnknownTable:
        abort(404)


@routes.post("/leave")
def end_access() -> AnyResponse:
    """Ends this browser's access; redirects to the first page."""
    answer = current_app.make_response(redirect(url_for("home.show_home"), 303))
    revoke_server_access(answer)
    return answer
