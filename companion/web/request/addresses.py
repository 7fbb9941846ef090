"""Addresses at which phones reach the server, signed offers, and requests past the proxies."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import current_app, request
from itsdangerous import BadSignature, Signer

from companion.networks import is_loopback
from companion.play.handover import SeatOffer
from companion.tables import Table
from companion.web.site import current_site, request_globals


def request_origin() -> str:
    """Returns the scheme and host of this request."""
    here = request_globals()
    known: str | None = here.get("origin")
    if known is None:
        known = here.origin = request.host_url.rstrip("/")
    return known


def origin_for_phones() -> str:
    """Returns the scheme and host by which another phone can reach this server."""
    here, origin = current_site(), request_origin()
    if here.origins:
        return here.origins[0]
    # A page that the host opened by an address of before stays open while the network changes.
    if _is_own(request.host) or here.address.was(origin):
        return here.address.current or origin
    return origin


def _is_own(host: str) -> bool:
    return is_loopback(host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host)


#: Top-level names that only a home network resolves.
HOME_TOP_LEVEL_DOMAINS = frozenset(
    {"local", "localhost", "lan", "home", "internal", "arpa", "box", "test"}
)


def is_public_origin(origin: str) -> bool:
    """Returns whether this origin (scheme, host and port) means the same everywhere."""
    host = (urlsplit(origin).hostname or "").rstrip(".")
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        _, dot, last = host.rpartition(".")
        return bool(dot) and last not in HOME_TOP_LEVEL_DOMAINS


def _signer(table_code: str) -> Signer:
    return Signer(str(current_app.secret_key), salt=f"hand-over {table_code}")


def sign_seat_offer(made: SeatOffer) -> str:
    """Signs an offer: seat, version, time and `by`. Short, as each character makes its QR code
    denser.
    """
    words = f"{made.seat}-{made.seq}-{int(made.until)}-{made.by}"
    return _signer(made.code).sign(words).decode()


def read_seat_offer(table: Table, token: str) -> SeatOffer | None:
    """Returns the offer that was signed for this table; None for any other token."""
    try:
        words = _signer(table.code).unsign(token).decode()
    except BadSignature:
        return None
    # A token of an earlier version lacks the seat that shows it.
    seat, seq, until, by = (*words.split("-"), "0")[:4]
    return SeatOffer(table.code, int(seat), int(seq), float(until), int(by))


#: The key of the app's note that the warning was logged.
PROXY_WARNING_LOGGED_KEY = "companion.past-proxies"


def warn_of_direct_requests() -> None:
    """Warns in the log at the first request that comes past the configured proxies.

    Its client can also fake its address. The request is answered nevertheless, as a proxy
    may check the server's health itself.
    """
    if request.headers.get("X-Forwarded-For") or current_app.extensions.get(
        PROXY_WARNING_LOGGED_KEY
    ):
        return
    current_app.extensions[PROXY_WARNING_LOGGED_KEY] = True
    current_app.logger.warning(
        "COMPANION_PROXIES is set, but a request came directly from %s, past any proxy",
        request.remote_addr,
    )
