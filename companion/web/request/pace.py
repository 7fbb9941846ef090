"""How much one phone or address may look at and send. Every request counts somewhere: those of a
table by its phone (`request/table.py`), all others by the address that they come from.
"""

from __future__ import annotations

from flask import Flask, request

from companion.web.files import FILES
from companion.web.site import Limit, site

#: What pages that go through a whole game, a whole rulebook or all evenings cost, and a search in
#: it; others cost 1.
COSTLY = 5.0

_RULES = {f"rules.{page}" for page in ("book", "signs", "sign_names", "examples_of", "cards")}
#: Counted where the route knows whose phone asks, or answered by a word that costs nothing.
ELSEWHERE = FILES | _RULES | {"health.healthz"}


class TooFast(Exception):
    """This phone or address sends more than hands can. Nothing was done."""


def caller() -> str:
    """The address that asks, for the limits only."""
    return request.remote_addr or ""


def count_requests(app: Flask) -> None:
    """Puts this before every route that is about no table."""
    app.before_request(_count_address)


def _count_address() -> None:
    """Raises `TooFast`."""
    if "code" in (request.view_args or {}) or request.endpoint in ELSEWHERE:
        return
    evenings = request.blueprint == "evenings"
    count_look(caller(), COSTLY if evenings or request.args.get("q") else 1.0)


def count_look(sender: str, cost: float) -> None:
    """Counts something that this phone or address looks at. Raises `TooFast`."""
    spend(site().looks, sender, cost)


def spend(
    limit: Limit | None, sender: str, cost: float, refusal: type[Exception] = TooFast
) -> None:
    """Counts so much. Raises `refusal`."""
    if limit is None:
        return
    if limit.is_spent(sender):
        raise refusal
    limit.spend(sender, cost)
