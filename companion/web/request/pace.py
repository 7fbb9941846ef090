"""Rate limits per phone and address. Requests for a table count for its phone (`request/table.py`),
all others for their address.
"""

from __future__ import annotations

from flask import Flask, Response, request

from companion.networks import sender_of_address
from companion.processor_time import own_seconds
from companion.web.files import VERSIONED_ENDPOINTS
from companion.web.site import RateLimit, current_site, request_globals

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
    app.after_request(_charge)


def _count_address() -> None:
    """Raises `TooManyRequests`."""
    request_globals().began = own_seconds()
    if "code" in (request.view_args or {}) or request.endpoint in UNCOUNTED_ENDPOINTS:
        return
    evenings = request.blueprint == "evenings"
    count_view(client_address(), COSTLY_VIEW_COST if evenings or request.args.get("q") else 1.0)


def count_view(sender: str, cost: float) -> None:
    """Counts a view by this phone or address; what it takes is charged when it is over. Raises
    `TooManyRequests`, also where earlier ones have taken too long.
    """
    here = current_site()
    spend_rate_limit(here.looks, sender, cost)
    if here.work is not None and here.work.is_spent(sender):
        raise TooManyRequests
    request_globals().sender = sender


def _charge(response: Response) -> Response:
    """Charges what the answer took until it is sent; what an open stream draws later is not asked
    for by its phone.
    """
    here, asked = current_site(), request_globals()
    if here.work is not None and "sender" in asked:
        here.work.spend(asked.sender, own_seconds() - asked.began)
    return response


def spend_rate_limit(
    limit: RateLimit | None, sender: str, cost: float, refusal: type[Exception] = TooManyRequests
) -> None:
    """Spends `cost` of the limit, if there is one. Raises `refusal`."""
    if limit is not None and not limit.spend_if_left(sender, cost):
        raise refusal
