"""Measures every request, and logs a line for it if wanted.

A line names the route, not the address, for a table's code is its key.
"""

from __future__ import annotations

import logging
import re
from time import perf_counter

from flask import Flask, Response, g, request

from companion.chance import new_token
from companion.web.site import current_site

REQUEST_LOGGER = logging.getLogger("companion.requests")
#: A request id that a proxy may have set.
REQUEST_ID_HEADER = "X-Request-Id"
REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: The endpoint of taps; the endpoint of streams, which last as long as the page, so their durations
#: aren't measured.
TAP_ENDPOINT, STREAM_ENDPOINT = "table.play_action", "stream.stream"


def install_request_log(app: Flask) -> None:
    """Registers the hooks. Call it first: it measures from before all others to after them."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.begun = perf_counter()


def _end(response: Response) -> Response:
    seconds = perf_counter() - g.begun
    if request.endpoint != STREAM_ENDPOINT:
        kind = "tap" if request.endpoint == TAP_ENDPOINT else "page"
        current_site().measures.count_request(kind, seconds, response.status_code)
    if REQUEST_LOGGER.isEnabledFor(logging.INFO):
        response.headers[REQUEST_ID_HEADER] = name = _name()
        fields = {
            "request": name,
            "method": request.method,
            "route": str(request.url_rule or ""),
            "status": response.status_code,
            "ms": round(1000 * seconds, 1),
        }
        REQUEST_LOGGER.info("request", extra={"fields": fields})
    return response


def _name() -> str:
    given = request.headers.get(REQUEST_ID_HEADER, "")
    return given if REQUEST_ID_PATTERN.fullmatch(given) else new_token()[:16]
