"""Finds the view of a page for the asking phone."""

from __future__ import annotations

from flask import render_template

from companion.play.groups import groups_with_evening
from companion.tables import Table
from companion.web.page.lobby import lobby_view
from companion.web.page.screen import screen_view
from companion.web.page.slots import View
from companion.web.page.table import table_view
from companion.web.page.toast import pop_stored_toast
from companion.web.request.phone import phone_id, viewer_seat
from companion.web.site import current_site


def page_view(table: Table, page: str) -> View:
    """Returns the page's view for the asking phone. `page`: "table", "screen", "lobby" (until the
    game begins) or "seats" (the lobby at any time).
    """
    if page == "screen":
        return screen_view(table)
    if page == "seats" or not table.started:
        return lobby_view(table)
    return table_view(table, viewer_seat(table))


def lobby_page(table: Table) -> str:
    """Renders the lobby: seats, code, options, start; after the start only seats and code."""
    return render_template(
        "lobby.html",
        shared=groups_with_evening(current_site().store, table.code)
        if table.seats_of(phone_id())
        else {},
        table=table,
        view=page_view(table, "seats"),
        viewer=0,
        toast=pop_stored_toast(table),
    )
