"""Answers and files go out compressed to a phone that takes them so. Never the event stream.

A stream is many small messages, each to be seen at once; zipped it would be held back, and cost
every open phone some memory. A page holds no token that guessing by its zipped length could bring
out: what may send taps is judged by its origin.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask_compress import Compress

from companion.paths import PACKAGE, ROOT
from companion.referee.game import Game
from companion.web.files import FILES

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


#: What is worth zipping. Pictures and fonts are packed as they are; text/event-stream stays out.
KINDS = (
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv", "image/svg+xml"),
    *("application/javascript", "application/json", "application/manifest+json"),
)

#: Bytes. A smaller answer fits into one packet either way.
WORTH_IT = 500


def zip_answers(app: Flask) -> None:
    """Zips last of all: call it before anything else that touches answers.

    gzip alone: over plain http, which is what a house has, browsers take nothing better.
    """
    app.config.update(
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_MIMETYPES=list(KINDS),
        COMPRESS_MIN_SIZE=WORTH_IT,
    )
    Compress(app)
    app.after_request(send_compressed_file)


def send_compressed_file(response: Response) -> Response:
    """A file of ours, read at once: zipped bit by bit it would be left open. They are small."""
    if request.endpoint == "static" and response.mimetype in KINDS and response.status_code == 200:
        response.direct_passthrough = False
        response.get_data()
    return response
