"""Reach: whether somebody who is not in the house can open an address. It asks no network."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

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
