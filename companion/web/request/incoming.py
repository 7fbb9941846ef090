"""Makes requests that no browser sends into what the rest may rely on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Flask, abort, request

from companion.web.request.hosts import could_be_name

#: Digits of a number that anybody may mean.
LONGEST_NUMBER = 9

#: What may stand in a query as it is.
_PLAIN = "".join(map(chr, range(0x21, 0x7F)))


def tidy_requests(app: Flask) -> None:
    """Puts this before everything else of the app."""
    app.before_request(refuse_endless_numbers)
    inner: Callable[[dict[str, Any], Any], Iterable[bytes]] = app.wsgi_app

    def tidied(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if host and not could_be_name(host):
            # No page: every address on it would be under that name.
            start_response("400 Bad Request", [("Content-Length", "0")])
            return ()
        asked = environ.get("QUERY_STRING", "")
        if not (asked.isascii() and asked.isprintable()):
            # Bytes that are no text: as a browser would have sent them.
            sent = asked.encode("latin-1", "replace")
            environ["QUERY_STRING"] = quote_from_bytes(sent, safe=_PLAIN)
        return inner(environ, start_response)

    app.wsgi_app = tidied  # type: ignore[method-assign]


def refuse_endless_numbers() -> None:
    """A seat with thousands of digits is no seat, and Python refuses to read it."""
    if len(request.args.get("seat", "")) > LONGEST_NUMBER:
        abort(422)
