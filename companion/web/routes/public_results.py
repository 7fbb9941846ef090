"""Serves a finished game to everybody who has its link, as public as its players agreed."""

from __future__ import annotations

import hmac
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.play import advice
from companion.play.public_results import is_public, without_hidden_names
from companion.play.store import UnknownTable
from companion.tables import Table
from companion.web.language.languages import speak_of_game
from companion.web.language.sentences import colour_name
from companion.web.page.history import draw_public_panels_uncached, step_at_event
from companion.web.page.log import log_line_of_event
from companion.web.page.result import revealed_category_count
from companion.web.request.pace import COSTLY_VIEW_COST, client_address, count_view
from companion.web.request.phone import set_current_table
from companion.web.request.table import (
    PUBLIC_PAGE_KEY_CHARACTERS,
    count_wrong_code,
    public_page_key,
)
from companion.web.request.tap import parse_number
from companion.web.site import current_site

routes = Blueprint("public_results", __name__, url_prefix="/game")


@routes.get("/<link>")
def show_public_result(link: str) -> Response:
    """Renders the game after `step`, by default at its end; 404 without a right link, while the
    page isn't open, or while the result is being revealed.
    """
    count_view(client_address(), COSTLY_VIEW_COST)
    table = _opened(link)
    speak_of_game(table.game)
    seqs = step_at_event(table, table.seq).seqs
    wanted = parse_number(request.args.get("step", "")) or len(seqs)
    seq = seqs[min(max(1, wanted), len(seqs)) - 1]
    shown = _named(table)
    then = replace(
        advice.table_after_event(current_site().store, table.code, seq), seats=shown.seats, host=""
    )
    set_current_table(then)
    step = step_at_event(table, seq)
    values = {"step": step, "around": (step.number - 1, step.number + 1), "link": link}
    panels = draw_public_panels_uncached(then)
    set_current_table(shown)
    answer = make_response(
        render_template(
            "public_results.html",
            table=shown,
            viewer=0,
            panels=panels,
            line=_line(shown, seq),
            **values,
        )
    )
    answer.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return answer


def _opened(link: str) -> Table:
    """Returns the table of a right link. A wrong one counts as a wrong code: whether there is such
    a table can't be tried out here either, and nobody who has a right link waits for it.
    """
    code, _, key = link.partition("-")
    table = None
    if len(key) == PUBLIC_PAGE_KEY_CHARACTERS:
        with suppress(UnknownTable):
            table = current_site().store.latest(code)
    if table is None or not hmac.compare_digest(key.encode(), public_page_key(table).encode()):
        count_wrong_code()
        abort(404)
    if not is_public(current_site().store, table) or revealed_category_count(table) is not None:
        abort(404)
    return table


def _named(table: Table) -> Table:
    """Returns the table as everybody may see it; who didn't agree is a colour."""
    bare = without_hidden_names(current_site().store, table)
    seats = tuple(
        seat if seat.name else replace(seat, name=colour_name(seat.colour)) for seat in bare.seats
    )
    return replace(bare, seats=seats)


def _line(table: Table, seq: int) -> str:
    """Returns what was done there; "" for what is no action: it may hold words of people."""
    line = log_line_of_event(replace(table, group_events=()), seq, 0)
    return line.words if line else ""
