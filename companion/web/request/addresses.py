"""The addresses by which phones reach us, and whether the world outside can. No network."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import request

from companion.web.site.site import own, site


def own_origin() -> str:
    """Scheme and host by which this request reached us."""
    here = own()
    known: str | None = here.get("origin")
    if known is None:
        known = here.origin = request.host_url.rstrip("/")
    return known


def phones_origin() -> str:
    """Scheme and host by which another phone can reach us."""
    if site().origins:
        return site().origins[0]
    if site().address and _is_loopback(request.host):
        return site().address
    return own_origin()


def _is_loopback(host: str) -> bool:
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


#: Last parts of names that only a house knows.
AT_HOME = frozenset({"local", "localhost", "lan", "home", "internal", "arpa", "box", "test"})


def reaches_outside(origin: str) -> bool:
    """Whether this origin (scheme, host and port) means the same everywhere."""
    host = (urlsplit(origin).hostname or "").rstrip(".")
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        _, dot, last = host.rpartition(".")
        return bool(dot) and last not in AT_HOME
