"""Door: the table that an address names, and the limit on guessing codes. It opens no table."""

from __future__ import annotations

from flask import abort, request

from companion.play import UnknownTable
from companion.tables import Table
from companion.web.phone import phone
from companion.web.sight import as_seen
from companion.web.site import site
from companion.web.words import speak_of

#: What pages that go through a whole game cost, where others cost 1.
COSTLY = 5.0
LOOKING_BACK = frozenset(
    {
        *("history.page", "history.state", "asking.legal", "asking.may", "asking.what_if"),
        *("carrying.download", "table.download", "result.picture"),
    }
)


class TooFast(Exception):
    """This phone sends more than hands can. Nothing was done."""


def table_at(code: str) -> Table:
    """The table with this code, as typed by a person. Raises `UnknownTable`, `TooFast`.

    An address that has tried too many wrong codes waits, unless its phone has a seat there.
    """
    here = site()
    try:
        # A tap is judged on the newest table anyway; here it only has to be found.
        look = here.hall.recall if request.method == "POST" else here.hall.look
        table = look(clean_code(code))
    except UnknownTable:
        here.wrong_codes.spend(caller())
        refuse_guessing()
        raise
    if table.seats_of(phone()) or table.host == phone():
        here.bell.hear(table.code, phone())
    else:
        refuse_guessing()
    speak_of(table)
    here.bell.asked(table.code, phone())
    _count(table)
    return as_seen(table)


def _count(table: Table) -> None:
    """Counts by phone where it has a seat; anybody can make up phones that have none."""
    limit = site().taps if request.method == "POST" else site().looks
    if limit is None:
        return
    sender = phone() if table.seats_of(phone()) else caller()
    if limit.is_spent(sender):
        raise TooFast
    limit.spend(sender, COSTLY if request.endpoint in LOOKING_BACK else 1.0)


def refuse_guessing() -> None:
    if site().wrong_codes.is_spent(caller()):
        abort(429)


def caller() -> str:
    """The address that asks, for the limits only."""
    return request.remote_addr or ""


def clean_code(typed: str) -> str:
    """A code as a person types it: small letters, blanks and dashes do not matter."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())[:12]
