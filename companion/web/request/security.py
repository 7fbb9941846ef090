"""Who may send what: checks host and origin, and sets the headers of every answer.

It knows nothing of tables; it never lets a request through that came from another site's page.
"""

from __future__ import annotations

from flask import Flask, Response, abort, request

from companion.web.request.addresses import own_origin
from companion.web.request.hosts import check_host
from companion.web.request.phone import end_signed_off
from companion.web.site.files import FILES
from companion.web.site.site import site

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

#: What of a phone our pages use, and what nothing on them ever may. Left out is what some browsers
#: do not know and complain of; without a word it is for our own pages alone.
USED = ("autoplay", "clipboard-write", "fullscreen", "screen-wake-lock")
UNUSED = (
    *("accelerometer", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts"),
    *("magnetometer", "microphone", "midi", "payment", "picture-in-picture"),
    *("publickey-credentials-create", "publickey-credentials-get", "serial", "storage-access"),
    *("usb", "window-management", "xr-spatial-tracking"),
)

#: What every answer carries, whatever it is.
ALWAYS = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
        "Permissions-Policy",
        ", ".join([*(f"{each}=(self)" for each in USED), *(f"{each}=()" for each in UNUSED)]),
    ),
)

#: Over plain http a browser takes no notice of it but an error in its console.
OVER_TLS = (
    #: Once reached over TLS, this name is asked for in no other way for half a year.
    ("Strict-Transport-Security", "max-age=15552000"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def guard(app: Flask) -> None:
    """Puts the guard at the app's door."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.before_request(end_signed_off)
    app.after_request(set_headers)


def check_origin() -> None:
    """Refuses what another site's page makes a browser send.

    Browsers leave Sec-Fetch-Site out on plain http in the house, but always send Origin there.
    """
    if request.method in SAFE_METHODS:
        return
    fetched_from = request.headers.get("Sec-Fetch-Site")
    if fetched_from is not None:
        allowed = fetched_from in {"same-origin", "none"}
    else:
        allowed = request.headers.get("Origin") in {own_origin(), *site().origins}
    if not allowed:
        abort(403)


def set_headers(response: Response) -> Response:
    """Nothing but our own files, no sniffing, and no view of a table kept by anybody."""
    headers = response.headers
    headers.extend(ALWAYS)
    if request.is_secure:
        headers.extend(OVER_TLS)
    if request.endpoint not in FILES:
        headers.setdefault("Cache-Control", "no-store")
        headers.add("Vary", "HX-Request")
    return response
