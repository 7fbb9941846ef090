"""What its host asks a server: whether it lives, whether it can take phones, what it does.

Nothing here tells of a table or of anybody at it.
"""

from __future__ import annotations

from flask import Blueprint, Response

from companion.ledger import Unavailable
from companion.web.measures import exposition
from companion.web.site import site

routes = Blueprint("health", __name__)

TEXT = "text/plain; charset=utf-8"
#: As Prometheus asks for it.
MEASURES = "text/plain; version=0.0.4; charset=utf-8"
#: A code that no table has.
NOBODY = "-"


@routes.get("/healthz")
def healthz() -> Response:
    """It lives. A server without an answer here may be started again."""
    return Response("ok\n", content_type=TEXT)


@routes.get("/readyz")
def readyz() -> Response:
    """Whether phones should come here: the log can be reached, other servers are heard and told,
    and nobody has told it to stop. Its tables were brought up to date before it began to listen.
    """
    if site().bell.closed:
        return Response("stopping\n", 503, content_type=TEXT)
    try:
        site().store.ledger.events(NOBODY)
    except Unavailable as failure:
        return Response(f"the log: {failure.kind}\n", 503, content_type=TEXT)
    peers = site().peers
    if peers and not peers.work:
        return Response("the other servers: no longer heard or told\n", 503, content_type=TEXT)
    return Response("ready\n", content_type=TEXT)


@routes.get("/metrics")
def metrics() -> Response:
    here = site()
    servers = here.peers.count if here.peers else 0
    told = exposition(here.measures, here.bell, here.store, servers)
    return Response(told, content_type=MEASURES)
