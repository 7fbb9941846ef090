"""Serves the pages to add a forgotten action, or to replace one.

They show the controls that the seat had then; `play` decides what enters the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import proposals
from companion.referee.panels import ABOVE_ALL_TABS, TAB_KEYS, Dock, Panel, Scene
from companion.referee.text import Text
from companion.tables import (
    ActionEntry,
    Correction,
    InsertAction,
    ReplaceAction,
    SeparateLastPart,
    Table,
    state_before_correction,
    table_if_corrected,
    table_seen_by,
)
from companion.web.page.forgotten import TURNS_ON_PAGE, last_turns_with_places
from companion.web.page.log import log_line_of_action
from companion.web.page.past_action import (
    FormTarget,
    OwnTurn,
    Place,
    end_of_turn,
    is_interactive_panel,
    last_turns_of_seat,
    place_to_insert,
    prefilled_sheet,
    without_end_of_turn,
)
from companion.web.page.render import draw_past_panel
from companion.web.request.phone import seat_receiving_phone, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import MAX_INTENT_CHARACTERS, is_whole_number

routes = Blueprint("past_action", __name__, url_prefix="/t/<code>")


@routes.get("/line/<int:seq>/insert")
def show_insertion_page(code: str, seq: int) -> Response | str:
    """Renders the seat's controls after this action, to add a forgotten one; 0: before all.
    `inside`: before what it did last. Redirects to the table before the start, while covered or
    without a seat.
    """
    table = enter_table(code)
    viewer = viewer_seat(table)
    if not table.started or seat_receiving_phone(table) or not viewer:
        return redirect(url_for("table.page", code=table.code), 303)
    if seq:
        _entry(table, seq)
    return _add(table, place_to_insert(table, viewer, seq, request.args.get("inside") == "1"))


@routes.get("/forgot")
def show_forgotten_action_page(code: str) -> Response | str:
    """Renders the controls after one of the last turns, `turn` turns ago; redirects likewise. With
    `again`, the intent of a refused tap, all own turns with their places.
    """
    table = enter_table(code)
    viewer = viewer_seat(table)
    if not table.started or seat_receiving_phone(table) or not viewer:
        return redirect(url_for("table.page", code=table.code), 303)
    if again := _refused_intent():
        return render_template(
            "past_action/turns.html",
            table=table,
            viewer=viewer,
            turns=last_turns_with_places(table, viewer, TURNS_ON_PAGE),
            again=again,
        )
    turns = last_turns_of_seat(table, viewer)
    asked = request.args.get("turn", "")
    chosen = min(int(asked), len(turns) - 1) if is_whole_number(asked) else 0
    seq = turns[chosen].last if turns else 0
    return _add(table, place_to_insert(table, viewer, seq, in_turn=True), turns, chosen)


@routes.get("/line/<int:seq>/change")
def show_replacement_page(code: str, seq: int) -> Response | str:
    """Renders the controls to replace an own action; redirects if it can't be replaced."""
    table = enter_table(code)
    entry = _entry(table, seq) if table.started else None
    if (
        entry is None
        or entry.undone
        or seat_receiving_phone(table)
        or entry.seat != viewer_seat(table)
    ):
        return redirect(url_for("table.page", code=table.code), 303)
    aim = FormTarget(url_for("corrections.replace_action", code=table.code), "entry", seq)
    return _page(table, ReplaceAction(seq, ""), aim, Text("Change it"), line=entry)


def _add(table: Table, place: Place, turns: Sequence[OwnTurn] = (), chosen: int = 0) -> str:
    viewer, (seq, before) = viewer_seat(table), place
    to, again = url_for("corrections.insert_action", code=table.code), _refused_intent()
    aim = FormTarget(to, "after", seq, before, again)
    entry = _entry(table, seq) if seq else None
    more = {"turns": turns, "chosen": chosen}
    return _page(table, InsertAction(seq, viewer, ""), aim, Text("Add it here"), line=entry, **more)


def _refused_intent() -> str:
    """Returns the intent of the refused tap that is asked again afterwards; "" for none."""
    return request.args.get("again", "")[:MAX_INTENT_CHARACTERS]


def _entry(table: Table, seq: int) -> ActionEntry:
    found = table.find_entry(seq)
    if found is None:
        abort(404)
    return found


def _to_tap(
    shown: Iterable[Panel], line: ActionEntry | None, ended: str
) -> tuple[list[Panel], str]:
    """Returns the panels with controls, filled with the action of `line` if given, and the id of
    the one that holds it ("" for none). `ended`: the verb that is left out of the docks.
    """
    panels = without_end_of_turn([each for each in shown if is_interactive_panel(each)], ended)
    if line is None:
        return panels, ""
    full = [prefilled_sheet(panel, line.action) for panel in panels]
    return full, next((n.id for n, o in zip(full, panels, strict=True) if n is not o), "")


def _panels_then(
    table: Table, viewer: int, wanted: Correction, aim: FormTarget
) -> tuple[Panel, ...]:
    """Returns what the game showed this seat at the moment that the correction is about."""
    then = table_if_corrected(table, SeparateLastPart(aim.seq)) if aim.before else table
    state = state_before_correction(table_seen_by(then, viewer), wanted)
    return tuple(table.game.show(state, viewer))


def _page(
    table: Table,
    wanted: Correction,
    aim: FormTarget,
    heading: Text,
    line: ActionEntry | None,
    **more: Any,
) -> str:
    viewer = viewer_seat(table)
    shown = _panels_then(table, viewer, wanted, aim)
    # Shared drawings have no controls, but other drawings may be built from them.
    scenes = [
        panel for panel in shown if isinstance(panel, Scene) and not is_interactive_panel(panel)
    ]
    # Where something is added the turn has ended once already.
    ended = end_of_turn(table, viewer, aim) if isinstance(wanted, InsertAction) else ""
    panels, again = _to_tap(shown, line if isinstance(wanted, ReplaceAction) else None, ended)

    def drawn(*tabs: str, docks: bool = False) -> list[str]:
        chosen = [p for p in panels if p.tab in tabs and isinstance(p, Dock) is docks]
        return [draw_past_panel(table, viewer, panel, aim) for panel in chosen]

    return render_template(
        "past_action/page.html",
        table=table,
        viewer=viewer,
        seq=aim.seq,
        seen="",
        aim=aim,
        heading=heading,
        again=again,
        line=log_line_of_action(table, line, viewer) if line else None,
        panels=drawn(TAB_KEYS[0], ABOVE_ALL_TABS),
        shared=[draw_past_panel(table, viewer, panel, aim) for panel in scenes],
        more=drawn(*table.game.tabs),
        docks=drawn(*TAB_KEYS, docks=True),
        needed=proposals.consenting_phones_needed(table, viewer),
        example=table.game.notation.forms[0].example,
        **{"turns": (), "chosen": 0, **more},
    )
