"""Checks the Host header: a request is answered only under a name that this server is known by.

Otherwise a page from elsewhere could point its own name at this machine, and a browser in the house
would let it read our answers (DNS rebinding). A bare number cannot be pointed anywhere else, so
every IP address is fine: those of the house change while the server runs.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from flask import request
from werkzeug.sansio.utils import host_is_trusted

from companion.web.site.files import FILES
from companion.web.site.site import site

#: What every machine calls itself.
LOOPBACK = ("localhost", ".localhost")

#: Asked by whoever watches over this server, under any name; the answer tells nobody anything.
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


@lru_cache(maxsize=4096)
def is_known(host: str, names: tuple[str, ...]) -> bool:
    """Whether we go by this name. One in `names` that begins with a dot stands for all below it."""
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
