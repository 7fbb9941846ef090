"""Answers and files go out compressed to a phone that takes them so. Never the event stream.

A stream is many small messages, each to be seen at once; zipped it would be held back, and cost
every open phone some memory. A page holds no token that guessing by its zipped length could bring
out: what may send taps is judged by its origin.
"""

from __future__ import annotations

from flask import Flask, Response, request
from flask_compress import Compress

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
    app.after_request(read_whole)


def read_whole(response: Response) -> Response:
    """A file of ours, read at once: zipped bit by bit it would be left open. They are small."""
    if request.endpoint == "static" and response.mimetype in KINDS and response.status_code == 200:
        response.direct_passthrough = False
        response.get_data()
    return response
