"""Security checks: host name, size and origin of requests, and the headers of every response.

Requests are answered only under known names. Otherwise a foreign page could point its own name at
this machine and read our responses through a browser in the house (DNS rebinding). IP addresses
cannot be pointed elsewhere, so all are fine: those of a house change at any time.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from flask import Flask, Response, abort, redirect, request
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response as Werkzeug

from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.request.addresses import request_origin
from companion.web.request.phone import clear_signed_out_session
from companion.web.request.way_back import ANCHOR_ENDPOINT, address_by_name, safe_path
from companion.web.site import current_site

#: The names of the machine itself.
LOOPBACK_NAMES = ("localhost", ".localhost")

#: Maximum characters of a name, of a label in it, and of a Host header with its port.
MAX_HOST_NAME_CHARACTERS, MAX_LABEL_CHARACTERS, MAX_HOST_HEADER_CHARACTERS = 253, 63, 260

#: A host as in RFC 3986, with or without a port.
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::[0-9]{0,5})?", re.ASCII)

#: Requested by monitoring, under any host name; the responses hold no secret.
HEALTH_PROBE_ENDPOINTS = frozenset({"health.healthz", "health.readyz"})


class UnknownHost(Exception):
    """The request came under an unknown name. `host`: that name, without its port."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.host = host


def check_host() -> None:
    """Raises `UnknownHost`. Browsers always send the header. Static files are the same everywhere,
    and the error page needs them.
    """
    host = request.headers.get("Host")
    if (
        host is None
        or request.endpoint in VERSIONED_ENDPOINTS
        or request.endpoint in HEALTH_PROBE_ENDPOINTS
    ):
        return
    here = current_site()
    if host and host_without_port(host).rstrip(".") == here.mdns_name.host:
        return
    if not is_known_host(host, here.hosts):
        raise UnknownHost(host_without_port(host))


def redirect_to_address() -> Werkzeug | None:
    """Redirects a request made by the house's name to the same page by address; None for others.
    A browser keeps cookies and waiting taps per host name, so a phone must use only one; a page
    that a person opens goes by way of the phone that the name knows, see `way_back`.
    """
    name = current_site().mdns_name
    if not name.host or host_without_port(request.host).rstrip(".") != name.host:
        return None
    if (
        request.method not in SAFE_METHODS
        or request.endpoint in VERSIONED_ENDPOINTS | HEALTH_PROBE_ENDPOINTS
    ):
        return None
    if request.endpoint == ANCHOR_ENDPOINT:
        return None
    if "text/html" in request.headers.get("Accept", ""):
        shown = urlsplit(request.url)
        path = f"{shown.path}?{shown.query}" if shown.query else shown.path
        return redirect(address_by_name(safe_path(path)), 307)
    # Not for every request: Python remembers each address that it takes apart, however long.
    asked = urlsplit(request.url)
    port = f":{asked.port}" if asked.port else ""
    return redirect(asked._replace(netloc=f"{name.address}{port}").geturl(), 307)


def is_wellformed_host(host: str) -> bool:
    """Returns whether a Host header is well-formed; `is_known_host` checks the name."""
    return len(host) <= MAX_HOST_HEADER_CHARACTERS and _HOST.fullmatch(host) is not None


def is_known_host(host: str, names: tuple[str, ...]) -> bool:
    """Returns whether the name is ours. A name with a leading dot in `names` covers
    all below it.
    """
    return is_dns_name(host) and _is_known(host, names)


def is_dns_name(host: str) -> bool:
    """Returns whether DNS can hold this name: its lengths, and its encoded labels. Checked first: a
    name that fails is never cached, nor given to werkzeug, which would raise.
    """
    if len(host) > MAX_HOST_HEADER_CHARACTERS:
        return False
    name = host_without_port(host)
    labels = name.removesuffix(".").split(".")
    if len(name) > MAX_HOST_NAME_CHARACTERS or not all(
        0 < len(each) <= MAX_LABEL_CHARACTERS for each in labels
    ):
        return False
    try:
        return "xn--" not in name or bool(name.encode("ascii").decode("idna"))
    except (UnicodeError, IndexError):
        return False


@lru_cache(maxsize=1024)
def _is_known(host: str, names: tuple[str, ...]) -> bool:
    if not host_is_trusted(host):
        return False
    name = host_without_port(host)
    if _is_number(name):
        return True
    return host_is_trusted(name.rstrip("."), (*LOOPBACK_NAMES, *names))


def known_host_names(*, named: tuple[str, ...], origins: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the configured names, and those in the configured addresses."""
    found = (urlsplit(origin).hostname or "" for origin in origins)
    return tuple(dict.fromkeys(name.lower() for name in (*named, *found) if name))


def host_without_port(host: str) -> str:
    """Returns the name in a Host header, in lower case."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() else host).lower()


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


#: Maximum digits of a number in a request.
MAX_NUMBER_DIGITS = 9

#: Characters that a query may contain unquoted.
_PLAIN = "".join(map(chr, range(0x21, 0x7F)))


def install_request_cleanup(app: Flask) -> None:
    """Cleans every request before the app sees it."""
    app.before_request(refuse_overlong_seat_number)
    app.before_request(refuse_null_bytes)
    inner: Callable[[dict[str, Any], Any], Iterable[bytes]] = app.wsgi_app

    def tidied(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if host and not is_dns_name(host):
            # No page: every address on it would use that name.
            start_response("400 Bad Request", [("Content-Length", "0")])
            return ()
        asked = environ.get("QUERY_STRING", "")
        if not (asked.isascii() and asked.isprintable()):
            # Bytes that are not text: quoted as a browser would have sent them.
            sent = asked.encode("latin-1", "replace")
            environ["QUERY_STRING"] = quote_from_bytes(sent, safe=_PLAIN)
        return inner(environ, start_response)

    app.wsgi_app = tidied  # type: ignore[method-assign]


def refuse_null_bytes() -> None:
    """Answers 404 to an address with a null byte: nothing has one, and PostgreSQL can't ask."""
    if "\0" in request.path:
        abort(404)


def refuse_overlong_seat_number() -> None:
    """Refuses a seat with too many digits, which Python would refuse to parse."""
    if len(request.args.get("seat", "")) > MAX_NUMBER_DIGITS:
        abort(422)


#: The only page that may stand in a frame, where a setting says so: it has no taps.
FRAMED_ENDPOINT = "table.show_table_screen"
NO_FRAMES = "frame-ancestors 'none'"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; "
    f"form-action 'self'; base-uri 'none'; {NO_FRAMES}"
)

#: Browser features that our pages use, and those they never may. Features that some browsers do not
#: know are left out, as they complain; by default those are for our own pages only.
USED_BROWSER_FEATURES = ("autoplay", "clipboard-write", "fullscreen", "screen-wake-lock")
UNUSED_BROWSER_FEATURES = (
    *("accelerometer", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts"),
    *("magnetometer", "microphone", "midi", "payment", "picture-in-picture"),
    *("publickey-credentials-create", "publickey-credentials-get", "serial", "storage-access"),
    *("usb", "window-management", "xr-spatial-tracking"),
)

#: Headers of every response: it is nothing but what it says, and of our own pages alone.
COMMON_RESPONSE_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)

#: Headers of what a browser opens as a page, or runs as a worker. They are about what that may load
#: and do: they mean nothing with a style sheet, a picture or a fragment, and cost 1.1 kB with each.
PAGE_HEADERS = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    (
        "Permissions-Policy",
        ", ".join(
            [
                *(f"{each}=(self)" for each in USED_BROWSER_FEATURES),
                *(f"{each}=()" for each in UNUSED_BROWSER_FEATURES),
            ]
        ),
    ),
)

#: A drawing that somebody opens by itself loads nothing and runs nothing.
DRAWING_HEADERS = (("Content-Security-Policy", "default-src 'none'"),)

#: The headers by content type. A worker is a script: the one that is served by this endpoint.
HEADERS_BY_CONTENT_TYPE = {"text/html": PAGE_HEADERS, "image/svg+xml": DRAWING_HEADERS}
WORKER_ENDPOINT = "pwa.service_worker"

#: Browsers ignore these over plain http, with an error in the console.
TLS_HEADERS = (
    #: Once reached over TLS, the name is requested only so for half a year.
    ("Strict-Transport-Security", "max-age=15552000"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def install_security(app: Flask) -> None:
    """Installs the checks and headers."""
    app.before_request(check_host)
    app.before_request(redirect_to_address)
    app.before_request(check_origin)
    app.before_request(clear_signed_out_session)
    app.after_request(set_security_headers)


def check_origin() -> None:
    """Answers 403 to a changing request sent from another site's page (cross-site request forgery).
    Browsers omit Sec-Fetch-Site on plain http, but always send Origin.
    """
    if request.method in SAFE_METHODS:
        return
    fetched_from = request.headers.get("Sec-Fetch-Site")
    if fetched_from is not None:
        allowed = fetched_from in {"same-origin", "none"}
    else:
        allowed = request.headers.get("Origin") in {request_origin(), *current_site().origins}
    if not allowed:
        abort(403)


def set_security_headers(response: Response) -> Response:
    """Sets the headers: only our own files, no sniffing, no caching of a table's pages."""
    headers = response.headers
    headers.extend(COMMON_RESPONSE_HEADERS)
    # What htmx asks for becomes a part of a page that has its headers; 204 is no page at all.
    if "HX-Request" not in request.headers and response.status_code != 204:
        worker = request.endpoint == WORKER_ENDPOINT
        kind = "text/html" if worker else response.mimetype or ""
        headers.extend(HEADERS_BY_CONTENT_TYPE.get(kind, ()))
    frames = current_site().frames if request.endpoint == FRAMED_ENDPOINT else ()
    if frames and (policy := headers.get("Content-Security-Policy")):
        headers.remove("Content-Security-Policy")
        allowed = policy.replace(NO_FRAMES, f"frame-ancestors 'self' {' '.join(frames)}")
        headers.add("Content-Security-Policy", allowed)
    if request.is_secure:
        headers.extend(TLS_HEADERS)
    if request.endpoint not in VERSIONED_ENDPOINTS:
        headers.setdefault("Cache-Control", "no-store")
        headers.add("Vary", "HX-Request")
    return response
