"""The phone's own choice of a language."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, request, session, url_for
from werkzeug.wrappers import Response

from companion.web.language.languages import LANGUAGES

routes = Blueprint("language", __name__)


@routes.post("/language")
def choose() -> Response:
    """The phone's own choice, from now on; back to the page that it was made on."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    session["language"] = chosen
    session.permanent = True
    came = urlsplit(request.referrer or "")
    if came.netloc != request.host or not came.path:
        return redirect(url_for("home.page"), 303)
    # A path that begins with two slashes would name another host.
    return redirect("/" + came.path.lstrip("/") + (f"?{came.query}" if came.query else ""), 303)
