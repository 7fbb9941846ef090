"""Shows what a seat may do, what an action would change and whether a past one was legal.

It changes nothing, and shows what only one seat knows to that seat alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from companion.play import NotAllowed, advice
from companion.play.advice import NoSuchEntry, PossibleAction
from companion.referee.notation import UnreadableAction
from companion.referee.text import Text
from companion.tables import ActionEntry, Table
from companion.web.page.correction_text import counts_text
from companion.web.page.effects import ordered_effects, refused_by_reason, titled_ways
from companion.web.page.log import LogLine, log_line_of_action
from companion.web.request.phone import (
    phone_id,
    seat_for_tap_reply,
    set_current_table,
    viewer_seat,
)
from companion.web.request.table import enter_table, table_for_viewer
from companion.web.request.tap import action_from_form, form_number
from companion.web.site import current_site, htmx

routes = Blueprint("advice", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class PastAction:
    """A past action's line and its neighbours' events; 0 where there is none."""

    line: LogLine
    previous_seq: int
    next_seq: int

    @property
    def seq_before(self) -> int:
        """The event right before the action."""
        return self.line.seq - 1


@routes.get("/may")
def show_possible_actions(code: str) -> str:
    """Renders the seat's possible actions with costs and gains; refused ones with reasons."""
    table = enter_table(code)
    viewer = viewer_seat(table)
    deeds: tuple[PossibleAction, ...] = ()
    if viewer and table.started and table.game.has_action_candidates:
        deeds = advice.possible_actions(table, viewer, phone_id())
    return render_template(
        "advice/may.html",
        table=table,
        viewer=viewer,
        seen=table.seq,
        deeds=deeds,
        gains=ordered_effects,
        grouped=titled_ways,
        refused_deeds=refused_by_reason(deeds),
    )


@routes.post("/what-if")
def preview_effects(code: str) -> Response | str:
    """Handles a preview: renders an action's effects, or that it is unreadable. A POST, for the
    action may be secret and must not stand in an address.
    """
    table = enter_table(code)
    seat = form_number("seat") or viewer_seat(table)
    if seat_for_tap_reply(table, seat) != seat:
        raise NotAllowed(Text("This seat belongs to another phone."))
    table = table_for_viewer(table, seat)
    values = {"table": table, "viewer": seat, "seen": "", "gains": ordered_effects, "tried": None}
    with suppress(UnreadableAction):
        values["tried"] = advice.preview_action(
            table, seat, phone_id(), action_from_form(request.form)
        )
    if htmx:
        return render_template("advice/_what_if.html", **values)
    return render_template("advice/what_if.html", **values)


@routes.get("/legal/<int:seq>")
def show_legality(code: str, seq: int) -> str:
    """Renders whether a past action was legal at its time, by which rule; 404 if unknown."""
    table = enter_table(code)
    viewer = 0 if table.openly else viewer_seat(table)
    try:
        verdict = advice.judge_past_action(current_site().store, table.code, seq, viewer)
    except NoSuchEntry:
        abort(404)
    set_current_table(verdict.table)
    past = past_action_of(verdict.table, verdict.entry, viewer)
    return render_template(
        "advice/legal.html",
        table=verdict.table,
        viewer=viewer,
        seen="",
        verdict=verdict,
        numbers=counts_text(verdict.changed),
        past=past,
    )


def past_action_of(table: Table, entry: ActionEntry, viewer: int) -> PastAction:
    """Returns the entry's line with the actions before and after it in the order of play."""
    seqs = [0, *(each.seq for each in table.entries), 0]
    place = seqs.index(entry.seq, 1)
    return PastAction(log_line_of_action(table, entry, viewer), seqs[place - 1], seqs[place + 1])
