"""Serves the status page for the person who runs the server, opened by a one-time link.

Of a table it shows only the game and when it was played.
"""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.ledger.daily import BackupFailed
from companion.referee.text import Text
from companion.web.page.server import local_time_text, server_page
from companion.web.reply.errors import ErrorPage, error_page
from companion.web.request.server_access import (
    grant_server_access,
    has_server_access,
    revoke_server_access,
)
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


@routes.post("/leave")
def end_access() -> AnyResponse:
    """Ends this browser's access; redirects to the first page."""
    answer = current_app.make_response(redirect(url_for("home.show_home"), 303))
    revoke_server_access(answer)
    return answer
