"""The addresses by which phones reach us, what is signed into one, who came past a proxy."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import current_app, request
from itsdangerous import BadSignature, Signer

from companion.play.handover import Offer
from companion.tables import Table
from companion.web.site import own, site


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


def is_reachable_outside(origin: str) -> bool:
    """Whether this origin (scheme, host and port) means the same everywhere."""
    host = (urlsplit(origin).hostname or "").rstrip(".")
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        _, dot, last = host.rpartition(".")
        return bool(dot) and last not in AT_HOME


def _signer(table_code: str) -> Signer:
    return Signer(str(current_app.secret_key), salt=f"hand-over {table_code}")


def sign_offer(made: Offer) -> str:
    """Short, since every letter makes the picture finer: seat, version and time, then our mark."""
    words = f"{made.seat}-{made.seq}-{int(made.until)}-{made.by}"
    return _signer(made.code).sign(words).decode()


def read_offer(table: Table, token: str) -> Offer | None:
    """The offer that we signed for this table; None for anything else."""
    try:
        words = _signer(table.code).unsign(token).decode()
    except BadSignature:
        return None
    # One that an earlier version has signed does not say who shows it.
    seat, seq, until, by = (*words.split("-"), "0")[:4]
    return Offer(table.code, int(seat), int(seq), float(until), int(by))


#: Where an app keeps that it has said so.
SAID = "companion.past-proxies"


def warn_of_direct_requests() -> None:
    """Says so in the log when the first request comes past the proxies that we are told of. Whoever
    can do that can also make up for whom it asks; it is answered all the same, since a proxy of
    ours may ask by itself whether we are well.
    """
    if request.headers.get("X-Forwarded-For") or current_app.extensions.get(SAID):
        return
    current_app.extensions[SAID] = True
    current_app.logger.warning(
        "COMPANION_PROXIES is set, but a request came directly from %s, past any proxy",
        request.remote_addr,
    )
