"""Puts a version into the address of every file of ours, so that phones may keep them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from companion.paths import PACKAGE, ROOT
from companion.referee.game import Game
from companion.web.site.files import FILES

YEAR = 365 * 24 * 3600

#: Everything that can change what a page is or does: in a folder that is drawn from, and in code.
DRAWN_WITH = ("static/**/*", "templates/**/*.html", "translations/**/*.po")
CODE = ("**/*.py", "**/*.toml")


def site_version(games: Iterable[Game], release: str = "") -> str:
    """The version of this companion with these games; those of other packages are a part of it."""
    here = tuple(games)
    roots = dict.fromkeys((ROOT, *(game.art.root for game in here)))
    elsewhere = (each.folder for each in here if each.folder and PACKAGE not in each.folder.parents)
    return fingerprint(tuple(roots), tuple(dict.fromkeys((PACKAGE, *elsewhere))), release)


@lru_cache(maxsize=8)
def fingerprint(roots: tuple[Path, ...], code: tuple[Path, ...], release: str = "") -> str:
    """The version of this companion: that of its release where it is named; otherwise another
    one as soon as any of its files differs.
    """
    seen = sha256(release.encode())
    parts = [*product(roots, DRAWN_WITH), *product(code, CODE)]
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
