"""Who may send what: checks name, host and origin, and sets the headers of every answer.

A request is answered only under a name that this server is known by. Otherwise a page from
elsewhere could point its own name at this machine, and a browser in the house would let it read our
answers (DNS rebinding). A bare number cannot be pointed anywhere else, so every IP address is fine:
those of the house change while the server runs.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from flask import Flask, Response, abort, request
from werkzeug.sansio.utils import host_is_trusted

from companion.web.files import FILES
from companion.web.request.addresses import own_origin
from companion.web.request.phone import end_signed_off
from companion.web.site import site

#: What every machine calls itself.
LOOPBACK = ("localhost", ".localhost")

#: Letters of a name, of one label in it, and of a Host header, whose port comes after the name.
LONGEST_NAME, LONGEST_LABEL, LONGEST_HOST = 253, 63, 260

#: A host as RFC 3986 writes it, with or without a port.
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::[0-9]{0,5})?", re.ASCII)

#: Asked by monitoring, under any host name; the answer holds no secret.
PROBES = frozenset({"health.healthz", "health.readyz"})


class UnknownHost(Exception):
    """The request came under a name that is not ours. `host`: that name, without its port."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.host = host


def check_host() -> None:
    """Raises `UnknownHost`. A request without the header comes from no browser; the files that
    every companion has tell nobody anything, and the page that says so is drawn with them.
    """
    host = request.headers.get("Host")
    if host is None or request.endpoint in FILES or request.endpoint in PROBES:
        return
    if not is_known(host, site().hosts):
        raise UnknownHost(without_port(host))


def is_host(host: str) -> bool:
    """Whether a Host header may be so at all; whose name it is, `is_known` says."""
    return len(host) <= LONGEST_HOST and _HOST.fullmatch(host) is not None


def is_known(host: str, names: tuple[str, ...]) -> bool:
    """Whether we go by this name. One in `names` that begins with a dot stands for all below it."""
    return is_dns_name(host) and _is_known(host, names)


def is_dns_name(host: str) -> bool:
    """Whether DNS could hold this name: its lengths, and what its labels of other alphabets stand
    for. Asked before anything else looks at it: what fails here is kept in no cache, and werkzeug,
    which would stumble, makes no address of it.
    """
    if len(host) > LONGEST_HOST:
        return False
    name = without_port(host)
    labels = name.removesuffix(".").split(".")
    if len(name) > LONGEST_NAME or not all(0 < len(each) <= LONGEST_LABEL for each in labels):
        return False
    try:
        return "xn--" not in name or bool(name.encode("ascii").decode("idna"))
    except (UnicodeError, IndexError):
        return False


@lru_cache(maxsize=1024)
def _is_known(host: str, names: tuple[str, ...]) -> bool:
    if not host_is_trusted(host):
        return False
    name = without_port(host)
    if _is_number(name):
        return True
    return host_is_trusted(name.rstrip("."), (*LOOPBACK, *names))


def known_names(*, named: tuple[str, ...], origins: tuple[str, ...]) -> tuple[str, ...]:
    """The names we were given, and those in the addresses that we go by."""
    found = (urlsplit(origin).hostname or "" for origin in origins)
    return tuple(dict.fromkeys(name.lower() for name in (*named, *found) if name))


def without_port(host: str) -> str:
    """The name in a Host header, in small letters."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() else host).lower()


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


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
        if host and not is_dns_name(host):
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


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; "
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
