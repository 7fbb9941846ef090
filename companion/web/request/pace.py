"""Rate limits per phone and address. Requests for a table count for its phone (`request/table.py`),
all others for their address.
"""

from __future__ import annotations

from flask import Flask, request

from companion.networks import sender_of_address
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.site import RateLimit, current_site

#: The cost of pages and searches that read a whole game, a rulebook or all evenings; others cost 1.
COSTLY_VIEW_COST = 5.0

_RULES = {
    *("rules.show_rulebook", "rules.show_signs", "rules.sign_names"),
    *("rules.show_examples", "rules.show_cards"),
}
#: Counted where the route knows the phone, or too cheap to count.
UNCOUNTED_ENDPOINTS = VERSIONED_ENDPOINTS | _RULES | {"health.healthz"}


class TooManyRequests(Exception):
    """This phone or address sends more than hands can. Nothing was done."""


def client_address() -> str:
    """Returns the client's address, of IPv6 its network, for the limits only."""
    return sender_of_address(request.remote_addr or "")


def install_request_counter(app: Flask) -> None:
    """Counts every request that is not about a table, before its route runs."""
    app.before_request(_count_address)


def _count_address() -> None:
    """Raises `TooManyRequests`."""
    if "code" in (request.view_args or {}) or request.endpoint in UNCOUNTED_ENDPOINTS:
        return
    evenings = request.blueprint == "evenings"
    count_view(client_address(), COSTLY_VIEW_COST if evenings or request.args.get("q") else 1.0)


def count_view(sender: str, cost: float) -> None:
    """Counts a view by this phone or address. Raises `TooManyRequests`."""
    spend_rate_limit(current_site().looks, sender, cost)


def spend_rate_limit(
    limit: RateLimit | None, sender: str, cost: float, refusal: type[Exception] = TooManyRequests
) -> None:
    """Spends `cost` of the limit, if there is one. Raises `refusal`."""
    if limit is not None and not limit.spend_if_left(sender, cost):
        raise refusal
