"""Notices requests that came past the proxies that we are told stand before us.

Whoever can do that can also make up for whom it asks. It is said once in the log; the request is
answered all the same, since a proxy of ours may ask by itself whether we are well.
"""

from __future__ import annotations

from flask import current_app, request

#: Where an app keeps that it has said so.
SAID = "companion.past-proxies"


def notice() -> None:
    """Says so in the log when the first such request comes."""
    if request.headers.get("X-Forwarded-For") or current_app.extensions.get(SAID):
        return
    current_app.extensions[SAID] = True
    current_app.logger.warning(
        "COMPANION_PROXIES is set, but a request came directly from %s, past any proxy",
        request.remote_addr,
    )
