"""Where the table settles questions and sets things right. Who may do it, `play` decides."""

from __future__ import annotations

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from companion.play import corrections, lobby, numbers, proposals
from companion.play.answer import Unchanged
from companion.tables import Entry, Table, table_seen_by, without_entry
from companion.web.page.correction_text import misfit_lines
from companion.web.page.corrections import question_card
from companion.web.page.log import entry_line
from companion.web.page.toast import take_kept_toast
from companion.web.reply.reply import answer_tap
from companion.web.request.phone import covered, phone, viewer_at
from companion.web.request.table import table_at
from companion.web.request.tap import action_text, form_number, tap_of
from companion.web.site import site

routes = Blueprint("corrections", __name__, url_prefix="/t/<code>")


@routes.post("/settle")
def settle(code: str) -> Response:
    """The table's answer to a question of the rulebook."""
    table = table_at(code)
    tap = tap_of(table)
    key, choice = request.form.get("key", ""), request.form.get("choice", "")
    answer = proposals.settle(site().store, table.code, tap, key, choice, form_number("since"))
    return answer_tap(table, tap, answer)


@routes.post("/rule")
def rule(code: str) -> Response:
    """What counts at this table where no rule answers."""
    table = table_at(code)
    tap = tap_of(table)
    asks, says = request.form.get("asks", ""), request.form.get("says", "")
    return answer_tap(table, tap, proposals.rule(site().store, table.code, tap, asks, says))


@routes.post("/overrule")
def overrule(code: str) -> Response:
    """A refused action shall count all the same."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    return answer_tap(table, tap, corrections.overrule(site().store, table.code, tap))


@routes.post("/insert")
def insert(code: str) -> Response:
    """A forgotten action, at its place."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    return answer_tap(
        table, tap, corrections.insert(site().store, table.code, tap, form_number("after"))
    )


@routes.post("/change")
def change(code: str) -> Response:
    """Another action instead of one that was not meant."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    return answer_tap(
        table, tap, corrections.change(site().store, table.code, tap, form_number("entry"))
    )


@routes.post("/consent")
def consent(code: str) -> Response:
    """How many other seats have to agree."""
    table = table_at(code)
    after = proposals.set_consent(
        site().store, table.code, request.form.get("consent", ""), phone()
    )
    if not table.started or (request.referrer or "").endswith("/lobby"):
        return redirect(url_for("lobby.page", code=table.code), 303)
    return _shown(table, after)


@routes.post("/tick")
def tick(code: str) -> Response:
    """A line of the set-up is done, or is not."""
    table = table_at(code)
    line, on = request.form.get("line", ""), request.form.get("on") == "1"
    return _shown(table, lobby.tick_line(site().store, table.code, _seat(table), phone(), line, on))


@routes.post("/recount")
def recount(code: str) -> Response:
    """Asks every seat to compare the numbers with the components."""
    table = table_at(code)
    return _shown(table, numbers.start_recount(site().store, table.code, _seat(table), phone()))


@routes.post("/confirm")
def confirm(code: str) -> Response:
    """This seat's numbers are right."""
    table = table_at(code)
    return _shown(table, numbers.confirm_numbers(site().store, table.code, _seat(table), phone()))


@routes.post("/end-recount")
def end_recount(code: str) -> Response:
    """Enough counted."""
    table = table_at(code)
    return _shown(table, numbers.end_recount(site().store, table.code, _seat(table), phone()))


@routes.get("/rulings")
def rulings(code: str) -> str:
    """Every question that the rulebook leaves open, and what this table has decided."""
    table = table_at(code)
    questions = [question_card(table, question) for question in table.game.rulebook.questions]
    return render_template(
        "corrections/rulings.html",
        table=table,
        viewer=viewer_at(table) if table.started else 0,
        questions=questions,
        toast=take_kept_toast(),
        seen="",
    )


@routes.get("/line/<int:seq>")
def line(code: str, seq: int) -> Response | str:
    """One action of the log, to be taken back, changed or followed by a forgotten one. 0: the
    place before all of them.
    """
    table = table_at(code)
    if not table.started or covered(table):
        return redirect(url_for("table.page", code=table.code), 303)
    entry = table.find_entry(seq)
    if seq and entry is None:
        abort(404)
    viewer = viewer_at(table)
    return render_template(
        "corrections/line.html",
        table=table,
        viewer=viewer,
        seq=seq,
        seen="",
        line=entry_line(table, entry, viewer) if entry else None,
        misfits=_hanging_on(table, entry, viewer),
        needed=proposals.consent_needed(table, viewer) if viewer else 0,
    )


def _hanging_on(table: Table, entry: Entry | None, viewer: int) -> list[tuple[str, str]]:
    if entry is None or entry.undone:
        return []
    return misfit_lines(table, without_entry(table_seen_by(table, viewer), entry.seq)[1], viewer)


def _seat(table: Table) -> int:
    return form_number("seat") or viewer_at(table)


def _shown(table: Table, after: Table) -> Response:
    """The page as it is now; there is nothing else to tell."""
    return answer_tap(table, tap_of(table), Unchanged(table=after))


@routes.post("/take-back")
def take_back(code: str) -> Response:
    """The wish to take back an action."""
    table = table_at(code)
    tap = tap_of(table)
    return answer_tap(
        table, tap, corrections.take_back(site().store, table.code, tap, form_number("entry"))
    )


@routes.post("/agree")
def agree(code: str) -> Response:
    """Another seat's yes to a taking back."""
    table = table_at(code)
    tap = tap_of(table)
    return answer_tap(
        table, tap, proposals.agree(site().store, table.code, tap, form_number("proposal"))
    )


@routes.post("/withdraw")
def withdraw(code: str) -> Response:
    """A no to a taking back, or its owner's second thought."""
    table = table_at(code)
    tap = tap_of(table)
    return answer_tap(
        table, tap, proposals.withdraw(site().store, table.code, tap, form_number("proposal"))
    )
