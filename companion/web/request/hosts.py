"""Checks the Host header: a request is answered only under a name that this server is known by.

Otherwise a page from elsewhere could point its own name at this machine, and a browser in the house
would let it read our answers (DNS rebinding). A bare number cannot be pointed anywhere else, so
every IP address is fine: those of the house change while the server runs.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urlsplit

from flask import request
from werkzeug.sansio.utils import host_is_trusted

from companion.web.site.files import FILES
from companion.web.site.site import site

#: What every machine calls itself.
LOOPBACK = ("localhost", ".localhost")

#: Letters of a name, of one label in it, and of a Host header, whose port comes after the name.
LONGEST_NAME, LONGEST_LABEL, LONGEST_HOST = 253, 63, 260

#: A host as RFC 3986 writes it, with or without a port.
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::[0-9]{0,5})?", re.ASCII)

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


def is_host(host: str) -> bool:
    """Whether a Host header may be so at all; whose name it is, `is_known` says."""
    return len(host) <= LONGEST_HOST and _HOST.fullmatch(host) is not None


def is_known(host: str, names: tuple[str, ...]) -> bool:
    """Whether we go by this name. One in `names` that begins with a dot stands for all below it."""
    return could_be_name(host) and _is_known(host, names)


def could_be_name(host: str) -> bool:
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
