"""Handles the table's clock: its choice and the pause."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.play import clock
from companion.web.reply.reply import changed_lobby
from companion.web.request.phone import phone_id
from companion.web.request.table import enter_table
from companion.web.site import current_site, htmx

routes = Blueprint("clock", __name__, url_prefix="/t/<code>")


@routes.post("/clock")
def choose_clock(code: str) -> AnyResponse:
    """Handles the host's choice of a clock; redirects to where it was made."""
    table = enter_table(code)
    clock.set_clock(current_site().store, table.code, request.form.get("clock", ""), phone_id())
    if htmx:
        return changed_lobby(current_site().store.latest(table.code))
    page = "lobby.show_lobby" if table.started else "table.page"
    return redirect(url_for(page, code=table.code, _anchor="clocks"), 303)


@routes.post("/pause")
def set_clock_paused(code: str) -> AnyResponse:
    """Pauses or resumes everybody's clock; returns 204 (streams update pages), or a redirect."""
    table = enter_table(code)
    clock.set_clock_paused(
        current_site().store, table.code, request.form.get("on") == "1", phone_id()
    )
    if htmx:
        return Response(status=204)
    return redirect(url_for("table.page", code=table.code), 303)
