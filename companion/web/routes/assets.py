"""All style sheets of a page as one file, and all its scripts as another."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from companion.web.site.files import KINDS, joined

routes = Blueprint("assets", __name__)


@routes.get("/static/companion.<any(css, js):kind>")
def bundle(kind: str) -> Response:
    """All of one kind in one file."""
    answer = Response(joined(str(current_app.static_folder), kind), mimetype=KINDS[kind])
    answer.add_etag()
    answer.make_conditional(request)
    return answer
