"""History: the whole log by round and turn, and the game state by state. It shows what everybody
may see of a state, never what one seat alone knew.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import play
from companion.play import NoSuchEntry
from companion.referee.panels import Banner, Panel
from companion.tables import Entry, Table
from companion.web.door import table_at
from companion.web.drawing import draw_panel
from companion.web.ending import stage
from companion.web.line import number_in
from companion.web.log import LogLine, line_at, log_lines
from companion.web.pages import TO_TAP
from companion.web.phone import viewer_at
from companion.web.site import site
from companion.web.slate import slate_of
from companion.web.view import Piece
from companion.web.words import speak_of

#: Lines of one page; the earlier ones of a very long game are on the next.
MOST_LINES = 400

routes = Blueprint("history", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class Turn:
    """Lines of one seat in a row, newest first. 0: the desk's lines of nobody."""

    seat: int
    lines: list[LogLine]


@dataclass(frozen=True)
class Round:
    """The turns of one round, newest first. 0: before the first one."""

    number: int
    turns: list[Turn]


@dataclass(frozen=True)
class Step:
    """A state on the way through the game: after the event `seq`, at `place` of all steps."""

    seq: int
    place: int
    seqs: tuple[int, ...]

    def seq_at(self, place: int) -> int:
        """The step at this place; 0 where there is none."""
        return self.seqs[place] if 0 <= place < len(self.seqs) else 0


@routes.get("/history")
def page(code: str) -> str:
    """Everything that was done, newest first, in this seat's words. `of`: of one seat alone;
    `skip`: without so many of the newest lines."""
    table = table_at(code)
    viewer, of = viewer_at(table), request.args.get("of", "")
    seat = next((chair.number for chair in table.chairs if str(chair.number) == of), 0)
    skipped = number_in(request.args.get("skip", ""))
    told = log_lines(table, viewer, skipped + MOST_LINES)
    lines = [line for line in told[skipped:] if seat in (0, line.seat)]
    earlier = skipped + MOST_LINES if len(told) == skipped + MOST_LINES else 0
    return render_template(
        "asking/history.html",
        table=table,
        viewer=viewer,
        of=seat,
        rounds=rounds_of(table, lines),
        actions=sum(seat in (0, entry.seat) for entry in table.entries),
        earlier=earlier,
    )


@routes.get("/at/<int:seq>")
def state(code: str, seq: int) -> Response | str:
    """The table as everybody could see it after this event; steps lead from state to state.

    While the result is being told, a state that holds it leads to where it is told.
    """
    table = table_at(code)
    try:
        then = play.table_after(site().hall, table.code, seq)
    except NoSuchEntry:
        abort(404)
    if not then.started:
        abort(404)
    if then.outcome is not None and stage(table) is not None:
        return redirect(url_for("table.page", code=table.code), 303)
    top, pieces = draw_shared(then)
    speak_of(table)
    viewer = viewer_at(table)
    step = step_at(table, seq)
    return render_template(
        "asking/state.html",
        table=table,
        viewer=viewer,
        top=top,
        pieces=pieces,
        step=step,
        line=line_at(table, step.seq, viewer),
    )


def rounds_of(table: Table, lines: list[LogLine]) -> list[Round]:
    """The lines by round and turn. A line of the desk stands in the round that it was said in."""
    number, numbered = 0, []
    known = {entry.seq: entry for entry in table.entries}
    for line in reversed(lines):
        number = round_of(table, known[line.seq]) if line.seq in known else number
        numbered.append((number, line))
    numbered.reverse()
    return [
        Round(number, _turns([line for _, line in group]))
        for number, group in groupby(numbered, key=lambda pair: pair[0])
    ]


def _turns(lines: list[LogLine]) -> list[Turn]:
    return [Turn(seat, list(turn)) for seat, turn in groupby(lines, key=lambda line: line.seat)]


def round_of(table: Table, entry: Entry) -> int:
    return table.game.round_of(entry.before)


def step_at(table: Table, seq: int) -> Step:
    """The last step up to this event: only what changes the game is a step."""
    seqs = slate_of(table).keep("steps", table.seq, lambda: _seqs(table))
    place = bisect_right(seqs, seq) - 1
    return Step(seqs[place] if place >= 0 else seq, place, seqs)


def _seqs(table: Table) -> tuple[int, ...]:
    return tuple(sorted({entry.seq for entry in table.entries} | {e.seq for e in table.desk}))


def draw_shared(then: Table) -> tuple[list[Piece], list[Piece]]:
    """What stood on everybody's screen: the banner, and the rest."""
    panels: list[Panel] = [
        panel for panel in then.game.show(then.state, 0) if not isinstance(panel, TO_TAP)
    ]
    drawn = [(panel, draw_panel(site().sketchbook, then, 0, panel)) for panel in panels]
    top = [piece for panel, piece in drawn if isinstance(panel, Banner)]
    return top, [piece for panel, piece in drawn if not isinstance(panel, Banner)]
