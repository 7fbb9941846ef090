"""The turn of a page that stays open: the lobby's becomes the table's when the game begins."""

from __future__ import annotations

from flask import render_template

from companion.referee.panels import TABS
from companion.tables import Table
from companion.web.page.slots import View, fragment
from companion.web.request.phone import viewer_at


def turn_page(table: Table, view: View) -> str:
    """The game has begun: the lobby's page becomes the table's. Aimed at what only a lobby has,
    since the page keeps the address of its stream: when that starts again, the page is a table's
    already, and the section that its owner looks at stays.
    """
    values = {"table": table, "view": view, "viewer": viewer_at(table), "tab": TABS[0]}
    regions = {
        "#top:not(:has(#slot-top))": "top",
        "#main:has(#slot-seats)": "main",
        "#foot:has(#slot-start)": "foot",
    }
    parts = [
        fragment(target, "innerHTML", render_template(f"table/_{name}.html", **values))
        for target, name in regions.items()
    ]
    return "".join(parts)
