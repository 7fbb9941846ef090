"""Naming: the page on which somebody names what was forgotten, or what it was instead.

It shows what the seat could have tapped then; whether it may go into the log is asked of play.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion import play
from companion.referee.panels import TABS, Banner, Breakdown, Dock, Graph, Panel, Result
from companion.referee.text import Text
from companion.tables import Change, Entry, Insert, Table, Wanted, before, seen_by
from companion.web.door import table_at
from companion.web.drawing import draw_then
from companion.web.log import entry_line
from companion.web.phone import covered, viewer_at

routes = Blueprint("naming", __name__, url_prefix="/t/<code>/line/<int:seq>")


@dataclass(frozen=True)
class Aim:
    """Where what is tapped goes, and with which field and number of an action."""

    to: str
    field: str
    seq: int


@routes.get("/insert")
def insert(code: str, seq: int) -> Response | str:
    """What was forgotten right after this action; 0: before all others."""
    table = table_at(code)
    viewer = viewer_at(table)
    if not table.started or covered(table) or not viewer:
        return redirect(url_for("table.page", code=table.code), 303)
    entry = _entry(table, seq) if seq else None
    aim = Aim(url_for("desk.insert", code=table.code), "after", seq)
    return _page(table, Insert(seq, viewer, ""), aim, Text("Add it here"), entry)


@routes.get("/change")
def change(code: str, seq: int) -> Response | str:
    """What this own action was instead."""
    table = table_at(code)
    entry = _entry(table, seq) if table.started else None
    if entry is None or entry.undone or covered(table) or entry.seat != viewer_at(table):
        return redirect(url_for("table.page", code=table.code), 303)
    aim = Aim(url_for("desk.change", code=table.code), "entry", seq)
    return _page(table, Change(seq, ""), aim, Text("Change it"), entry)


def _entry(table: Table, seq: int) -> Entry:
    found = next((each for each in table.entries if each.seq == seq), None)
    if found is None:
        abort(404)
    return found


def _page(table: Table, wanted: Wanted, aim: Aim, heading: Text, entry: Entry | None) -> str:
    viewer = viewer_at(table)
    state = before(seen_by(table, viewer), wanted)
    panels = [panel for panel in table.game.show(state, viewer) if _is_to_tap(panel)]

    def drawn(*tabs: str, docks: bool = False) -> list[str]:
        chosen = [p for p in panels if p.tab in tabs and isinstance(p, Dock) is docks]
        return [draw_then(table, viewer, panel, aim) for panel in chosen]

    return render_template(
        "desk/naming.html",
        table=table,
        viewer=viewer,
        seq=aim.seq,
        seen="",
        aim=aim,
        heading=heading,
        line=entry_line(table, entry, viewer) if entry else None,
        panels=drawn(TABS[0]),
        more=drawn(*table.game.tabs),
        docks=drawn(*TABS, docks=True),
        needed=play.words_needed(table, viewer),
        example=table.game.notation.forms[0].example,
    )


def _is_to_tap(panel: Panel) -> bool:
    """What everybody sees alike is not for tapping, but for a drawing that holds what is."""
    if isinstance(panel, Banner | Result | Breakdown | Graph):
        return False
    return not panel.shared or panel.tab == TABS[0]
