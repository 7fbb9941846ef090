"""Accounts for every request: how long it took, for the measures, and where it is wished a line.

A line names the route, never the address: a table's code is a key to it.
"""

from __future__ import annotations

import logging
import re
from time import perf_counter

from flask import Flask, Response, g, request

from companion.chance import new_token
from companion.web.site import site

LOG = logging.getLogger("companion.requests")
#: A proxy may have named the request before us.
HEADER = "X-Request-Id"
NAMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: Where a tap comes in; and what is open for as long as its phone is there, so that its time says
#: nothing.
TAP, STREAM = "table.act", "stream.stream"


def log_requests(app: Flask) -> None:
    """Call it first: it counts from before everything else to after it."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.begun = perf_counter()


def _end(response: Response) -> Response:
    seconds = perf_counter() - g.begun
    if request.endpoint != STREAM:
        kind = "tap" if request.endpoint == TAP else "page"
        site().measures.note(kind, seconds, response.status_code)
    if LOG.isEnabledFor(logging.INFO):
        response.headers[HEADER] = name = _name()
        told = {
            "request": name,
            "method": request.method,
            "route": str(request.url_rule or ""),
            "status": response.status_code,
            "ms": round(1000 * seconds, 1),
        }
        LOG.info("request", extra={"told": told})
    return response


def _name() -> str:
    given = request.headers.get(HEADER, "")
    return given if NAMED.fullmatch(given) else new_token()[:16]
