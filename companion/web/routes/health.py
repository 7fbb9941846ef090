"""Serves a monitor's requests: alive, ready, measures. No table's or person's data."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.ledger import Unavailable
from companion.web.site import current_site

routes = Blueprint("health", __name__)

TEXT_CONTENT_TYPE = "text/plain; charset=utf-8"
#: The content type that Prometheus asks for.
PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
#: A code that no table has.
UNUSED_TABLE_CODE = "-"


@routes.get("/healthz")
def healthz() -> Response:
    """Returns 200 while the process lives; without an answer it may be restarted."""
    return Response("ok\n", content_type=TEXT_CONTENT_TYPE)


@routes.get("/readyz")
def readyz() -> Response:
    """Returns 200 if phones may be sent here; 503 while the server stops, can't reach the log, or
    has lost the other servers. Tables are up to date before it listens.
    """
    if current_site().stream_hub.closed:
        return Response("stopping\n", 503, content_type=TEXT_CONTENT_TYPE)
    try:
        current_site().store.ledger.events(UNUSED_TABLE_CODE)
    except Unavailable as failure:
        return Response(f"the log: {failure.kind}\n", 503, content_type=TEXT_CONTENT_TYPE)
    peers = current_site().peers
    if peers and not peers.is_running:
        return Response(
            "the other servers: no longer heard or told\n", 503, content_type=TEXT_CONTENT_TYPE
        )
    return Response("ready\n", content_type=TEXT_CONTENT_TYPE)


@routes.get("/metrics")
def metrics() -> Response:
    """Returns the measures in Prometheus' text format."""
    # Inside the function, as few servers are ever asked.
    from companion.web.export.prometheus import prometheus_text

    here = current_site()
    servers = here.peers.server_count if here.peers else 0
    text = prometheus_text(here.measures, here.stream_hub, here.store, servers)
    return Response(text, content_type=PROMETHEUS_CONTENT_TYPE)
