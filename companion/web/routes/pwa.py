"""Serves what makes the companion an installable app: manifest, service worker, offline page.

The worker caches shell and rules for offline use, never a table.
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from companion.referee.text import Text
from companion.web.files import CONTENT_TYPE_BY_SUFFIX, css_token_colours
from companion.web.language.languages import language
from companion.web.language.sentences import say
from companion.web.page.rule_pages import extra_rule_page_addresses
from companion.web.site import current_site

routes = Blueprint("pwa", __name__)

MANIFEST_ICON_SIZES = ((192, "any"), (512, "any"), (512, "maskable"))


@routes.get("/manifest.webmanifest")
def manifest() -> Response:
    """Returns the web app manifest."""
    icons = [
        {
            "src": url_for("static", filename=f"icons/{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in MANIFEST_ICON_SIZES
    ]
    data = {
        "id": "/",
        "name": "Cosmos companion",
        "short_name": "Cosmos",
        "lang": language(),
        "description": say(Text("Keeps score and settles rules questions, so you can just play.")),
        "start_url": url_for("home.show_home"),
        "scope": "/",
        "display": "standalone",
        "background_color": css_token_colours()["bg"],
        "theme_color": css_token_colours()["bg"],
        "icons": icons,
    }
    return Response(json.dumps(data), mimetype="application/manifest+json")


@routes.get("/sw.js")
def service_worker() -> Response:
    """Returns the service worker with its version and the addresses to fetch ahead."""
    # What the offline notice needs to look like other pages.
    bundles = [url_for("assets.bundle", kind=kind) for kind in CONTENT_TYPE_BY_SUFFIX]
    names = ("icons.svg", "css/forced.css", "css/print.css", "js/look.js")
    files = [url_for("static", filename=name) for name in names]
    shell = [url_for("pwa.offline_page"), *bundles, *files]
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    rules = [url_for("rules.show_rulebook", slug=game.slug) for game in games]
    more = [page for game in games for page in extra_rule_page_addresses(game)]
    drawn = [
        url_for("assets.game_bundle", slug=game.slug, kind=kind)
        for game in games
        for kind in ("css", "svg")
        if game.art.file_path(kind) or (kind == "css" and game.art.has_styles)
    ]
    data = {
        "version": current_site().version,
        "shell": shell,
        "rules": rules,
        "more": more,
        "drawn": drawn,
        "language": url_for("language.choose_language"),
    }
    code = (Path(str(current_app.static_folder)) / "js" / "sw.js").read_text(encoding="utf-8")
    return Response(f"const TOLD = {json.dumps(data)};\n{code}", mimetype="text/javascript")


@routes.get("/offline")
def offline_page() -> str:
    """Renders the page that the worker shows while the server can't be reached."""
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    return render_template("offline.html", games=games, table=None, viewer=0)
