"""The table that an address names, as its phone may see it. It opens no table."""

from __future__ import annotations

from flask import request

from companion.play.store import UnknownTable
from companion.tables import Table
from companion.web.request.admission import admit, caller, read_code, wrong_code
from companion.web.request.current_table import speak_of
from companion.web.request.pace import COSTLY, count_look, spend
from companion.web.request.phone import phone
from companion.web.request.visibility import as_seen
from companion.web.site.site import site

LOOKING_BACK = frozenset(
    {
        *("history.page", "history.state", "advice.legal", "advice.may", "advice.what_if"),
        *("game_files.download", "game_files.download_text", "result.picture"),
    }
)


def table_at(code: str) -> Table:
    """The table with this code, as typed by a person. Raises `UnknownTable`, `TooFast`."""
    here = site()
    short, by_link = read_code(clean_code(code))
    try:
        # A tap is judged on the newest table anyway; here it only has to be found.
        look = here.store.cached if request.method == "POST" else here.store.latest
        table = look(short)
    except UnknownTable:
        wrong_code()
        raise
    if table.seats_of(phone()) or table.host == phone():
        here.bell.hear(table.code, phone())
    else:
        admit(table, by_link)
    speak_of(table)
    here.bell.asked(table.code, phone())
    here.lately.stir(table.code)
    _count(table)
    return as_seen(table)


def _count(table: Table) -> None:
    """Counts by phone where it has a seat; anybody can make up phones that have none."""
    sender = phone() if table.seats_of(phone()) else caller()
    if request.method == "POST":
        spend(site().taps, sender, 1.0)
    else:
        count_look(sender, COSTLY if request.endpoint in LOOKING_BACK else 1.0)


def clean_code(typed: str) -> str:
    """A code as a person types it: small letters, blanks and dashes do not matter."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())[:20]
