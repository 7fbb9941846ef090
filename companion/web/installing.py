"""Installing: what makes the companion an app on the home screen, and files that know their age.

The worker keeps the shell and the rules for a phone without a connection, never a table.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for

from companion.referee.text import Text
from companion.web.bundles import FILES, KINDS
from companion.web.site import site
from companion.web.words import say

routes = Blueprint("installing", __name__)

ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
YEAR = 365 * 24 * 3600
#: Everything that can change what a page is or does.
DRAWN_WITH = ("static/**/*", "templates/**/*.html", "translations/**/*.po")
CODE = ("**/*.py", "**/*.toml")


@lru_cache(maxsize=8)
def fingerprint(root: Path, package: Path, release: str = "") -> str:
    """The version of this companion: that of its release where it is named; otherwise another
    one as soon as any of its files differs.
    """
    seen = sha256(release.encode())
    parts = [*((root, part) for part in DRAWN_WITH), *((package, part) for part in CODE)]
    for folder, part in () if release else parts:
        for file in sorted(folder.glob(part)):
            if file.is_file():
                seen.update(file.name.encode() + file.read_bytes())
    return seen.hexdigest()[:10]


def name_files(app: Flask, version: str) -> None:
    """Puts the version into the address of every file of ours, so that phones may keep them."""

    @app.url_defaults
    def with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in FILES:
            values.setdefault("v", version)

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint in FILES and request.args.get("v") == version:
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return response

    app.context_processor(lambda: {"version": version})


@routes.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the home screen needs to know."""
    icons = [
        {
            "src": url_for("static", filename=f"icons/{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": "Cosmos companion",
        "short_name": "Cosmos",
        "description": say(Text("Keeps score and settles the rules, so you can just play.")),
        "start_url": url_for("home.page"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#0a0f1f",
        "theme_color": "#0a0f1f",
        "icons": icons,
    }
    return Response(json.dumps(told), mimetype="application/manifest+json")


@routes.get("/sw.js")
def worker() -> Response:
    """The worker, told which version it is and what to fetch ahead."""
    # What the notice without a connection needs, to look like the rest.
    bundles = [url_for("bundles.bundle", kind=kind) for kind in KINDS]
    icons = url_for("static", filename="icons.svg")
    shell = [url_for("installing.offline"), *bundles, icons]
    rules = [url_for("rules.book", slug=slug) for slug in sorted(site().games)]
    told = {"version": site().version, "shell": shell, "rules": rules}
    code = (Path(str(current_app.static_folder)) / "sw.js").read_text(encoding="utf-8")
    return Response(f"const TOLD = {json.dumps(told)};\n{code}", mimetype="text/javascript")


@routes.get("/offline")
def offline() -> str:
    """What the worker shows for a page that needs the companion while it cannot be reached."""
    games = [site().games[slug] for slug in sorted(site().games)]
    return render_template("offline.html", games=games, table=None, viewer=0)
