"""Handles a phone's choice of language."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from companion.web.language.languages import LANGUAGES

routes = Blueprint("language", __name__)


@routes.post("/language")
def choose_language() -> Response:
    """Stores this phone's language; redirects to the page it was chosen on, 400 if unknown."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    session["language"] = chosen
    session.permanent = True
    came = urlsplit(request.referrer or "")
    if came.netloc != request.host or not came.path:
        return redirect(url_for("home.show_home"), 303)
    # A path with two leading slashes would name another host.
    return redirect("/" + came.path.lstrip("/") + (f"?{came.query}" if came.query else ""), 303)
