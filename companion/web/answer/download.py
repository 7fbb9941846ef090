"""A file that leaves by an address, under the name that it is saved under."""

from __future__ import annotations

from flask import Response


def as_download(inside: str | bytes, kind: str, name: str, *, shown: bool = False) -> Response:
    """The file `name` of this content type, as text in UTF-8 or in bytes. `shown`: a browser shows
    it first, and saves it under this name only when somebody asks for that.
    """
    answer = Response(inside, content_type=kind)
    place = "inline" if shown else "attachment"
    answer.headers["Content-Disposition"] = f'{place}; filename="{name}"'
    return answer
