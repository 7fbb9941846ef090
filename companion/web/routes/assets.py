"""Serves the bundles of style sheets and scripts, a game's icons and its key visual."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request

from companion.web.export.default_art import default_art
from companion.web.files import CONTENT_TYPE_BY_SUFFIX, join_files
from companion.web.site import current_site

routes = Blueprint("assets", __name__)

SVG_CONTENT_TYPE = "image/svg+xml"


@routes.get("/static/companion.<any(css, js):kind>")
def bundle(kind: str) -> Response:
    """Returns all style sheets, or all scripts, as one file."""
    return _kept(join_files(_static(), kind), CONTENT_TYPE_BY_SUFFIX[kind])


@routes.get("/static/companion-<slug>.<any(css, svg):kind>")
def game_bundle(slug: str, kind: str) -> Response:
    """Returns all style sheets with those of this game, or its icons; 404 if it has none."""
    game = current_site().games.get(slug) or abort(404)
    if kind == "css" and game.art.has_styles:
        return _kept(join_files(_static(), kind, game), CONTENT_TYPE_BY_SUFFIX[kind])
    file = game.art.file_path(kind) or abort(404)
    return _kept(file.read_bytes(), SVG_CONTENT_TYPE)


@routes.get("/static/companion-<slug>-screen.css")
def television_bundle(slug: str) -> Response:
    """Returns the style sheets of this game's table screen; 404 if it has none of its own."""
    game = current_site().games.get(slug) or abort(404)
    if not game.art.has_styles:
        abort(404)
    return _kept(join_files(_static(), "css", game, television=True), "text/css")


@routes.get("/static/companion-<slug>-art.svg")
def game_picture(slug: str) -> Response:
    """Returns the game's key visual, drawn for it if it brings none; 404 without such a game."""
    game = current_site().games.get(slug) or abort(404)
    file = game.art.file_path("picture")
    drawn = file.read_bytes() if file else default_art(slug, game.title, game.art).encode()
    return _kept(drawn, SVG_CONTENT_TYPE)


def _static() -> Path:
    return Path(str(current_app.static_folder))


def _kept(body: bytes, mimetype: str) -> Response:
    answer = Response(body, mimetype=mimetype)
    answer.add_etag()
    answer.make_conditional(request)
    return answer
