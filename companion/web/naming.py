"""Naming: the page on which somebody names what was forgotten, or what it was instead.

It shows what the seat could have tapped then; whether it may go into the log is asked of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import play
from companion.referee.panels import (
    TABS,
    Banner,
    Breakdown,
    Dock,
    Field,
    Graph,
    Panel,
    Result,
    Sheet,
)
from companion.referee.text import Text
from companion.tables import Change, Entry, Insert, Table, Wanted, before, seen_by
from companion.web.door import table_at
from companion.web.drawing import draw_then
from companion.web.fields import is_number
from companion.web.log import entry_line
from companion.web.phone import covered, viewer_at

#: How many of its turns a seat is offered to look back on.
TURNS_BACK = 6

routes = Blueprint("naming", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class Aim:
    """Where what is tapped goes, and with which field and number of an action."""

    to: str
    field: str
    seq: int


@dataclass(frozen=True)
class OwnTurn:
    """One turn of a seat: its last entry, and the round."""

    last: int
    round: int


@routes.get("/line/<int:seq>/insert")
def insert(code: str, seq: int) -> Response | str:
    """What was forgotten right after this action; 0: before all others."""
    table = table_at(code)
    viewer = viewer_at(table)
    if not table.started or covered(table) or not viewer:
        return redirect(url_for("table.page", code=table.code), 303)
    if seq:
        _entry(table, seq)
    return _add(table, place_to_act(table, viewer, seq))


@routes.get("/forgot")
def forgot(code: str) -> Response | str:
    """What this seat forgot in one of its last turns; `turn`: how many turns ago."""
    table = table_at(code)
    viewer = viewer_at(table)
    if not table.started or covered(table) or not viewer:
        return redirect(url_for("table.page", code=table.code), 303)
    turns = turns_of(table, viewer)
    asked = request.args.get("turn", "")
    chosen = min(int(asked), len(turns) - 1) if is_number(asked) else 0
    seq = turns[chosen].last if turns else 0
    return _add(table, place_to_act(table, viewer, seq), turns, chosen)


@routes.get("/line/<int:seq>/change")
def change(code: str, seq: int) -> Response | str:
    """What this own action was instead."""
    table = table_at(code)
    entry = _entry(table, seq) if table.started else None
    if entry is None or entry.undone or covered(table) or entry.seat != viewer_at(table):
        return redirect(url_for("table.page", code=table.code), 303)
    aim = Aim(url_for("desk.change", code=table.code), "entry", seq)
    return _page(table, Change(seq, ""), aim, Text("Change it"), line=entry)


def _add(table: Table, seq: int, turns: Sequence[OwnTurn] = (), chosen: int = 0) -> str:
    viewer = viewer_at(table)
    aim = Aim(url_for("desk.insert", code=table.code), "after", seq)
    entry = _entry(table, seq) if seq else None
    more = {"turns": turns, "chosen": chosen}
    return _page(table, Insert(seq, viewer, ""), aim, Text("Add it here"), line=entry, **more)


def turns_of(table: Table, seat: int) -> list[OwnTurn]:
    """The seat's last turns, the newest first: its actions in a row, as far as they count."""
    turns: list[OwnTurn] = []
    counting = [entry for entry in table.entries if not entry.undone]
    for mine, some in groupby(counting, key=lambda entry: entry.seat == seat):
        if mine:
            last = list(some)[-1]
            turns.append(OwnTurn(last.seq, table.game.round_of(last.before)))
    return turns[: -TURNS_BACK - 1 : -1]


def place_to_act(table: Table, seat: int, seq: int) -> int:
    """The entry after which the seat could act: this one, or, where that has ended its turn, the
    last one before.
    """
    entries = [entry for entry in table.entries if not entry.undone]
    at = next((i for i, entry in enumerate(entries) if entry.seq == seq), -1)
    after = entries[at + 1].before if at + 1 < len(entries) else table.state
    if seat in table.game.to_act(after):
        return seq
    for i in range(at, -1, -1):
        if seat in table.game.to_act(entries[i].before):
            return entries[i - 1].seq if i else 0
    return seq


def filled(panel: Panel, said: str) -> Panel:
    """The sheet with the answers that this action gives; other panels as they are."""
    words, verb = said.split(), panel.verb.split() if isinstance(panel, Sheet) else []
    if not isinstance(panel, Sheet) or not panel.submit or words[: len(verb)] != verb:
        return panel
    rest, fields = words[len(verb) :], []
    for each in panel.fields:
        given = _given(each, rest)
        rest = rest[len(given) + bool(given and each.lead) :]
        fields.append(replace(each, value=" ".join(given)) if given else each)
    return replace(panel, fields=tuple(fields))


def _given(field: Field, words: list[str]) -> list[str]:
    """The words that answer this field; none where it was left out."""
    if field.lead:
        if words[:1] != [field.lead]:
            return []
        words = words[1:]
    if field.kind == "number":
        return words[:1] if words and words[0].isdecimal() else []
    values = [pick.value.split() for pick in (*field.picks, *field.rare)]
    fitting = [value for value in values if value and words[: len(value)] == value]
    return max(fitting, key=len, default=[])


def _entry(table: Table, seq: int) -> Entry:
    found = next((each for each in table.entries if each.seq == seq), None)
    if found is None:
        abort(404)
    return found


def _page(
    table: Table, wanted: Wanted, aim: Aim, heading: Text, line: Entry | None, **more: Any
) -> str:
    viewer = viewer_at(table)
    state = before(seen_by(table, viewer), wanted)
    panels = [panel for panel in table.game.show(state, viewer) if _is_to_tap(panel)]
    again = ""
    if isinstance(wanted, Change) and line:
        panels, old = [filled(panel, line.action) for panel in panels], panels
        again = next((n.id for n, o in zip(panels, old, strict=True) if n is not o), "")

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
        again=again,
        line=entry_line(table, line, viewer) if line else None,
        panels=drawn(TABS[0]),
        more=drawn(*table.game.tabs),
        docks=drawn(*TABS, docks=True),
        needed=play.words_needed(table, viewer),
        example=table.game.notation.forms[0].example,
        **{"turns": (), "chosen": 0, **more},
    )


def _is_to_tap(panel: Panel) -> bool:
    """What everybody sees alike is not for tapping, but for a drawing that holds what is."""
    if isinstance(panel, Banner | Result | Breakdown | Graph):
        return False
    return not panel.shared or panel.tab == TABS[0]
