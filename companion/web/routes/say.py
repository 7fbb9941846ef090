"""Reads a turn said in one line, and counts what was read. Reading changes nothing.

A seat that waits plans its turn so: the line is kept on its phone alone, and read anew each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.play import NotAllowed, spoken
from companion.play.answer import Declined, Refused, TapAnswer
from companion.play.planned import (
    Plan,
    PlannedPart,
    planned_parts,
    read_kept_parts,
    read_planned_turn,
)
from companion.play.spoken import SpokenPart
from companion.referee.speech import MAX_LINE_LENGTH
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.languages import language
from companion.web.page.slots import htmx_fragment
from companion.web.reply.reply import answer_tap
from companion.web.request.phone import phone_id, seat_for_tap_reply, viewer_seat
from companion.web.request.table import enter_table, table_for_viewer
from companion.web.request.tap import form_number, parse_number, tap_from_request
from companion.web.site import current_site, htmx

routes = Blueprint("say", __name__, url_prefix="/t/<code>/say")


@dataclass(frozen=True)
class SpokenLine:
    """A line and what was read from it. `planned`: what its parts mean as a plan."""

    line: str = ""
    chips: tuple[SpokenPart, ...] = ()
    planned: tuple[PlannedPart, ...] = ()

    @property
    def parts(self) -> tuple[SpokenPart, ...]:
        """What was read, without what no longer fits."""
        return tuple(chip for chip in self.chips if not chip.aside)

    @property
    def left_out(self) -> str:
        """The words of what no longer fits."""
        return _words_of(chip for chip in self.chips if chip.aside)

    @property
    def later(self) -> str:
        """The words of what can only count when something else was done by hand; "" if some of it
        can count now, or nothing of it fits.
        """
        if self.now or self.open or not self.parts:
            return ""
        waits = self.parts[0].action and self.parts[0].ruling is None
        return _words_of(self.parts) if waits or self.left_out else ""

    @property
    def is_allowed(self) -> bool:
        """Whether all of it can count that still fits."""
        return all(chip.can_count for chip in self.parts)

    @property
    def is_planned(self) -> bool:
        """Whether all of it can count once the table has settled what is open."""
        return all(chip.is_allowed for chip in self.chips)

    @property
    def open(self) -> SpokenPart | None:
        """The part that the table settles now: the first, if it is open."""
        first = self.parts[0] if self.parts else None
        return first if first and first.open and first.is_allowed else None

    @property
    def points(self) -> int:
        """The points of what can count now."""
        return sum(chip.points for chip in self.now)

    @property
    def planned_points(self) -> int:
        """The points of all that is allowed as planned."""
        return sum(chip.points for chip in takewhile(lambda chip: chip.is_allowed, self.chips))

    @property
    def now(self) -> tuple[SpokenPart, ...]:
        """The actions that can count now: those before the first that can't."""
        return tuple(takewhile(lambda chip: chip.can_count, self.parts))

    @property
    def actions(self) -> tuple[SpokenPart, ...]:
        """All actions, without what no longer fits, is open, asked or not understood."""
        return tuple(chip for chip in self.parts if chip.action and not chip.open)

    @property
    def starts(self) -> tuple[int, ...]:
        """Where in the line each action that can count now begins, and where what is left does."""
        parts = self.parts[: len(self.now) + 1]
        end = () if len(parts) > len(self.now) else (len(self.line),)
        return (*(chip.start for chip in parts), *end)

    @property
    def rest(self) -> int:
        """Where in the line that begins which comes after what the table settles now."""
        after = (chip.start for chip in self.chips if self.open and chip.start > self.open.start)
        return next(after, len(self.line))

    @property
    def line_now(self) -> str:
        """The words of what can count now."""
        return _words_of(self.now)

    @property
    def rows(self) -> tuple[tuple[SpokenPart, int, int], ...]:
        """The parts, those alike that follow each other as one, with their number and points."""
        alike = (list(group) for _, group in groupby(self.chips, _sameness))
        return tuple((each[0], len(each), sum(chip.points for chip in each)) for each in alike)


def _words_of(chips: Iterable[SpokenPart]) -> str:
    """Returns the words of these parts, once where several are said by the same."""
    return ", ".join({chip.start: chip.words for chip in chips}.values())


def _sameness(chip: SpokenPart) -> object:
    """Returns what two parts have alike that stand in one row: an action that can count."""
    return chip.action if chip.is_allowed and not chip.aside else id(chip)


@routes.get("", endpoint="page")
@routes.post("", endpoint="page")
def show_spoken_line(code: str) -> AnyResponse | str:
    """Renders what the line says. A POST, for it may hold secrets of its seat."""
    table = enter_table(code)
    seat = form_number("seat") or viewer_seat(table)
    if seat_for_tap_reply(table, seat) != seat:
        raise NotAllowed(Text("This seat belongs to another phone."))
    chosen, typed = request.form.get("instead"), request.form.get("said", "")
    if chosen is not None:
        typed = _with_what_was_typed_since(chosen, request.form.get("read", ""), typed)
    values = _values(table, seat, typed)
    if not htmx:
        return render_template("say/page.html", **values)
    return make_response(_fragments(values, line_too=chosen is not None))


def _with_what_was_typed_since(chosen: str, read: str, typed: str) -> str:
    """Returns the line that a chip puts in place of the one it was `read` from, with what has been
    typed after that. Where the two can't be joined, it is what is typed: no letter is lost.
    """
    chosen, read, typed = (" ".join(line.split()) for line in (chosen, read, typed))
    if not read or typed in ("", read):
        return chosen
    more, last = typed.removeprefix(read), read.rsplit(",")[-1]
    if more == typed:
        return typed
    return chosen + more if more[0] in ",;" or chosen.endswith(last) else typed


def _values(table: Table, seat: int, line: str) -> dict[str, object]:
    """Returns what the templates show: the reading of this line on the table as the seat may see
    it; while the seat waits, as if its turn began now.
    """
    table, line = table_for_viewer(table, seat), " ".join(line[:MAX_LINE_LENGTH].split())
    begun, planned = spoken.has_begun_turn(table, seat), spoken.table_at_next_turn(table, seat)
    table = planned or table
    chips, parts = _chips(table, seat, line, plans=planned is not None)
    return {
        "table": table,
        "viewer": seat,
        "seen": table.seq,
        "reading": SpokenLine(line, tuple(chips), parts),
        "word": None,
        "plans": planned is not None,
        "begun": begun,
        "next": spoken.next_phrases(table, seat, chips, line, language()) if planned else (),
        "example": spoken.example_turn_words(table, language()),
    }


def _chips(
    table: Table, seat: int, line: str, *, plans: bool
) -> tuple[list[SpokenPart], tuple[PlannedPart, ...]]:
    """Returns what the line says, and what its parts mean as a plan: () if it is none. A line that
    the phone has kept with its meaning is read as that.
    """
    if not line:
        return [], ()
    kept = read_kept_parts(request.form.getlist("meant"))
    plan = Plan(line, kept)
    chips = read_planned_turn(table, seat, phone_id(), plan, language(), sets_aside=not plans)
    if chips:
        return chips, kept
    chips = spoken.read_spoken_turn(table, seat, phone_id(), line, language())
    return chips, planned_parts(chips) if plans else ()


def _fragments(values: dict[str, object], line_too: bool) -> str:
    """Returns the fragments that show a reading, and its line where it is not the typed one."""
    body = htmx_fragment("#said", "innerHTML", render_template("say/_read.html", **values))
    body += htmx_fragment("#plan-bar", "innerHTML", render_template("say/_plan.html", **values))
    if line_too:
        body += htmx_fragment("#say-line", "outerHTML", render_template("say/_line.html", **values))
    return body


@routes.post("/count")
def play_spoken_actions(code: str) -> AnyResponse:
    """Plays the actions that the phone showed, in order, or none of them."""
    table = enter_table(code)
    actions = [each for each in request.form.getlist("counts") if each.strip()] or [""]
    tap = tap_from_request(table, actions[0])
    planned = "planned" in request.form
    play = spoken.play_planned_actions if planned else spoken.play_all_actions
    answer, counted = play(current_site().store, table.code, tap, actions)
    if counted < len(actions) and (counted or planned):
        answer = Declined(table=answer.table, reason=_stopped(answer, counted, len(actions)))
    reply = answer_tap(table, replace(tap, text=""), answer)
    if htmx and (
        spoken.can_say_turn(answer.table, tap.seat)
        or spoken.table_at_next_turn(answer.table, tap.seat)
    ):
        # Only what did not count stays in the line.
        line = _line_left(actions, counted)
        values = _values(answer.table, tap.seat, line)
        values["word"] = answer.reason if isinstance(answer, Declined) else None
        reply.data = reply.get_data() + _fragments(values, line_too=True).encode()
    return reply


def _stopped(answer: TapAnswer, counted: int, number: int) -> Text:
    """Returns how far it went, and why no further where that is known."""
    if isinstance(answer, Refused):
        why = answer.ruling.objections[0].reason
        return Text("{n} of {all} counted. {why}", n=counted, all=number, why=why)
    if isinstance(answer, Declined) and not counted:
        return answer.reason
    return Text("Only {n} of {all} counted: the table has changed.", n=counted, all=number)


def _line_left(actions: list[str], counted: int) -> str:
    """Returns the line without what counted."""
    line = request.form.get("said", "")
    starts = [parse_number(each) for each in request.form.getlist("at")]
    if not counted or counted >= len(starts):
        return ", ".join(actions[counted:]) if counted else line
    start = starts[counted]
    if start != starts[counted - 1]:
        return line[start:]
    # Half of what these words say has counted.
    after = next((each for each in starts[counted:] if each > start), len(line))
    return ", ".join(filter(None, (actions[counted], line[after:])))
