"""Serves the whole log by round and turn, and past states. States are shown as publicly visible."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import advice
from companion.play.advice import NoSuchEntry
from companion.web.page.history import draw_public_panels, group_by_round, step_at_event
from companion.web.page.log import log_line_of_event, log_lines
from companion.web.page.result import revealed_category_count
from companion.web.request.phone import set_current_table, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import parse_number
from companion.web.site import current_site

#: Lines per page of the log.
MAX_LINES_PER_PAGE = 400

routes = Blueprint("history", __name__, url_prefix="/t/<code>")


@routes.get("/history")
def show_history(code: str) -> str:
    """Renders the log newest first, in this seat's words. `of`: one seat's lines only; `skip`:
    newest lines to leave out.
    """
    table = enter_table(code)
    viewer, of = viewer_seat(table), request.args.get("of", "")
    seat = next((one.number for one in table.seats if str(one.number) == of), 0)
    skipped = parse_number(request.args.get("skip", ""))
    newest = log_lines(table, viewer, skipped + MAX_LINES_PER_PAGE)
    lines = [line for line in newest[skipped:] if seat in (0, line.seat)]
    earlier = skipped + MAX_LINES_PER_PAGE if len(newest) == skipped + MAX_LINES_PER_PAGE else 0
    return render_template(
        "history/page.html",
        table=table,
        viewer=viewer,
        of=seat,
        rounds=group_by_round(table, lines),
        actions=sum(seat in (0, entry.seat) for entry in table.entries),
        earlier=earlier,
    )


@routes.get("/at")
def go_to_step(code: str) -> Response:
    """Redirects to the state at `step` (from 1, clamped), for the slider; 404 without steps."""
    table = enter_table(code)
    seqs = step_at_event(table, table.seq).seqs
    if not seqs:
        abort(404)
    step = min(max(1, parse_number(request.args.get("step", ""))), len(seqs))
    return redirect(url_for("history.show_state", code=table.code, seq=seqs[step - 1]), 303)


@routes.get("/at/<int:seq>")
def show_state(code: str, seq: int) -> Response | str:
    """Renders the table's public state after this event; 404 if there is none. A state that holds
    the result redirects to the table while that is being revealed.
    """
    table = enter_table(code)
    try:
        then = advice.table_after_event(current_site().store, table.code, seq)
    except NoSuchEntry:
        abort(404)
    if not then.started:
        abort(404)
    if then.outcome is not None and revealed_category_count(table) is not None:
        return redirect(url_for("table.page", code=table.code), 303)
    top, pieces = draw_public_panels(then)
    set_current_table(table)
    viewer = viewer_seat(table)
    step = step_at_event(table, seq)
    return render_template(
        "history/state.html",
        table=table,
        viewer=viewer,
        top=top,
        pieces=pieces,
        step=step,
        line=log_line_of_event(table, step.seq, viewer),
    )
