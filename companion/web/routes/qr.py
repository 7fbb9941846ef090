"""The join code in large, for a phone across the table."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.request.table import table_at

routes = Blueprint("qr", __name__)


@routes.get("/t/<code>/qr")
def large(code: str) -> str:
    """The code and its picture on a screen of their own, to be held up to the others."""
    return render_template("qr.html", table=table_at(code), viewer=0)
