"""The whole log by round and turn, and the game state by state. It shows what everybody
may see of a state, never what one seat alone knew.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import advice
from companion.play.advice import NoSuchEntry
from companion.web.page.history import draw_shared, rounds_of, step_at
from companion.web.page.log import log_line_of, log_lines
from companion.web.page.result import told_categories
from companion.web.request.phone import set_current_table, viewer_at
from companion.web.request.table import table_at
from companion.web.request.tap import parse_number
from companion.web.site import site

#: Lines of one page; the earlier ones of a very long game are on the next.
MOST_LINES = 400

routes = Blueprint("history", __name__, url_prefix="/t/<code>")


@routes.get("/history")
def page(code: str) -> str:
    """Everything that was done, newest first, in this seat's words. `of`: of one seat alone;
    `skip`: without so many of the newest lines."""
    table = table_at(code)
    viewer, of = viewer_at(table), request.args.get("of", "")
    seat = next((one.number for one in table.seats if str(one.number) == of), 0)
    skipped = parse_number(request.args.get("skip", ""))
    told = log_lines(table, viewer, skipped + MOST_LINES)
    lines = [line for line in told[skipped:] if seat in (0, line.seat)]
    earlier = skipped + MOST_LINES if len(told) == skipped + MOST_LINES else 0
    return render_template(
        "history/page.html",
        table=table,
        viewer=viewer,
        of=seat,
        rounds=rounds_of(table, lines),
        actions=sum(seat in (0, entry.seat) for entry in table.entries),
        earlier=earlier,
    )


@routes.get("/at")
def go(code: str) -> Response:
    """To the state at this `step` of all, counted from 1: where the slider was let go."""
    table = table_at(code)
    seqs = step_at(table, table.seq).seqs
    if not seqs:
        abort(404)
    step = min(max(1, parse_number(request.args.get("step", ""))), len(seqs))
    return redirect(url_for("history.state", code=table.code, seq=seqs[step - 1]), 303)


@routes.get("/at/<int:seq>")
def state(code: str, seq: int) -> Response | str:
    """The table as everybody could see it after this event; steps lead from state to state.

    While the result is being told, a state that holds it leads to where it is told.
    """
    table = table_at(code)
    try:
        then = advice.table_after(site().store, table.code, seq)
    except NoSuchEntry:
        abort(404)
    if not then.started:
        abort(404)
    if then.outcome is not None and told_categories(table) is not None:
        return redirect(url_for("table.page", code=table.code), 303)
    top, pieces = draw_shared(then)
    set_current_table(table)
    viewer = viewer_at(table)
    step = step_at(table, seq)
    return render_template(
        "history/state.html",
        table=table,
        viewer=viewer,
        top=top,
        pieces=pieces,
        step=step,
        line=log_line_of(table, step.seq, viewer),
    )
