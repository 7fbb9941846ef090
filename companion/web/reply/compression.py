"""Compresses replies and files for phones that accept it, never the event stream.

A stream's messages are small and needed at once; compression would delay them and cost memory per
phone. Pages hold no token that compressed lengths could reveal: POSTs are checked by origin.
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

from companion.paths import PACKAGE_FOLDER, ROOT_FOLDER
from companion.referee.game import Game
from companion.web.files import VERSIONED_ENDPOINTS

YEAR_SECONDS = 365 * 24 * 3600

#: Patterns of all files that affect a page: below each drawing root, and below each code folder.
PAGE_FILE_PATTERNS = ("static/**/*", "templates/**/*.html", "translations/**/*.po")
CODE_FILE_PATTERNS = ("**/*.py", "**/*.toml")


def site_version(games: Iterable[Game], release: str = "") -> str:
    """Returns the version of this companion with these games, including those of other packages."""
    here = tuple(games)
    roots = dict.fromkeys((ROOT_FOLDER, *(game.art.root for game in here)))
    elsewhere = (
        each.folder for each in here if each.folder and PACKAGE_FOLDER not in each.folder.parents
    )
    return code_fingerprint(
        tuple(roots), tuple(dict.fromkeys((PACKAGE_FOLDER, *elsewhere))), release
    )


@lru_cache(maxsize=8)
def code_fingerprint(roots: tuple[Path, ...], code: tuple[Path, ...], release: str = "") -> str:
    """Returns the version in ten hex digits: a hash of the release if named, else of all files."""
    seen = sha256(release.encode())
    parts = [*product(roots, PAGE_FILE_PATTERNS), *product(code, CODE_FILE_PATTERNS)]
    for folder, part in () if release else parts:
        for file in sorted(folder.glob(part)):
            if file.is_file():
                seen.update(file.name.encode() + file.read_bytes())
    return seen.hexdigest()[:10]


def install_versioned_addresses(app: Flask, version: str) -> None:
    """Adds the version to the address of our files, so that phones may cache them for good."""

    @app.url_defaults
    def with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in VERSIONED_ENDPOINTS:
            values.setdefault("v", version)

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint in VERSIONED_ENDPOINTS and request.args.get("v") == version:
            response.headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable"
        return response

    app.context_processor(lambda: {"version": version})


#: Content types to compress. Pictures and fonts are compressed already; event streams stay out.
COMPRESSED_CONTENT_TYPES = (
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv", "image/svg+xml"),
    *("application/javascript", "application/json", "application/manifest+json"),
)

#: Bytes; a smaller reply fits into one packet anyway.
MIN_COMPRESSED_BYTES = 500


def install_compression(app: Flask) -> None:
    """Registers compression. Call it before other hooks on responses: it has to run last.

    gzip only: browsers accept nothing better over plain http.
    """
    app.config.update(
        COMPRESS_ALGORITHM=["gzip"],
        COMPRESS_STREAMS=False,
        COMPRESS_MIMETYPES=list(COMPRESSED_CONTENT_TYPES),
        COMPRESS_MIN_SIZE=MIN_COMPRESSED_BYTES,
    )
    Compress(app)
    app.after_request(send_compressed_file)


def send_compressed_file(response: Response) -> Response:
    """Reads our files whole (they are small): compressed in parts one would stay open."""
    if (
        request.endpoint == "static"
        and response.mimetype in COMPRESSED_CONTENT_TYPES
        and response.status_code == 200
    ):
        response.direct_passthrough = False
        response.get_data()
    return response
