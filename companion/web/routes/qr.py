"""Serves the join code in large."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.request.table import enter_table

routes = Blueprint("qr", __name__)


@routes.get("/t/<code>/qr")
def show_large_code(code: str) -> str:
    """Renders the code and its QR picture full-screen, to be held up to others."""
    return render_template("qr.html", table=enter_table(code), viewer=0)
