"""Handles rulings and corrections. `play` decides who may make them."""

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

from companion.play import corrections, lobby, numbers, proposals, spoken
from companion.play.answer import Corrected, Unchanged
from companion.referee.text import Text
from companion.tables import (
    ActionEntry,
    Table,
    table_seen_by,
    undo_with_what_hangs_on_it,
    without_entry,
)
from companion.web.page.correction_text import newly_refused_lines
from companion.web.page.corrections import make_open_question
from companion.web.page.log import log_line_of_action
from companion.web.page.toast import pop_stored_toast
from companion.web.reply.reply import answer_tap, changed_lobby
from companion.web.request.phone import phone_id, seat_receiving_phone, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import action_from_form, form_number, tap_from_request
from companion.web.site import current_site, htmx

routes = Blueprint("corrections", __name__, url_prefix="/t/<code>")


@routes.post("/settle")
def settle_question(code: str) -> Response:
    """Handles an answer to a question of the rulebook; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table)
    key, choice = request.form.get("key", ""), request.form.get("choice", "")
    answer = proposals.settle_question(
        current_site().store, table.code, tap, key, choice, form_number("since")
    )
    return answer_tap(table, tap, answer)


@routes.post("/rule")
def add_own_rule(code: str) -> Response:
    """Handles a table's own rule for a gap in the rulebook; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table)
    asks, says = request.form.get("asks", ""), request.form.get("says", "")
    return answer_tap(
        table, tap, proposals.set_own_rule(current_site().store, table.code, tap, asks, says)
    )


@routes.post("/rule/delete")
def delete_own_rule(code: str) -> Response:
    """Handles the deletion of a table's own rule; returns the answer to the tap."""
    table = enter_table(code)
    tap, asks = tap_from_request(table), request.form.get("asks", "")
    return answer_tap(
        table, tap, proposals.drop_own_rule(current_site().store, table.code, tap, asks)
    )


@routes.post("/overrule")
def overrule_refusal(code: str) -> Response:
    """Handles the wish to allow a refused action; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table, action_from_form(request.form))
    return answer_tap(
        table, tap, corrections.allow_refused_action(current_site().store, table.code, tap)
    )


@routes.post("/insert")
def insert_action(code: str) -> Response:
    """Handles a forgotten action, added after the entry `after`; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table, action_from_form(request.form))
    return answer_tap(
        table,
        tap,
        corrections.insert_forgotten_action(
            current_site().store, table.code, tap, form_number("after")
        ),
    )


@routes.post("/change")
def replace_action(code: str) -> Response:
    """Handles the replacement of an action by another; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table, action_from_form(request.form))
    return answer_tap(
        table,
        tap,
        corrections.replace_entry(current_site().store, table.code, tap, form_number("entry")),
    )


@routes.post("/consent")
def set_consent(code: str) -> Response:
    """Handles how many must agree to corrections; redirects to the lobby or answers the tap."""
    table = enter_table(code)
    after = proposals.set_consent(
        current_site().store, table.code, request.form.get("consent", ""), phone_id()
    )
    if not table.started or (request.referrer or "").endswith("/lobby"):
        if htmx:
            return changed_lobby(after)
        return redirect(url_for("lobby.show_lobby", code=table.code), 303)
    return _shown(table, after)


@routes.post("/tick")
def tick_line(code: str) -> Response:
    """Handles a tick at a line of the set-up, or its removal; returns the changed pieces."""
    table = enter_table(code)
    line, on = request.form.get("line", ""), request.form.get("on") == "1"
    return _shown(
        table,
        lobby.tick_checklist_line(
            current_site().store, table.code, _seat(table), phone_id(), line, on
        ),
    )


@routes.post("/recount")
def ask_for_recount(code: str) -> Response:
    """Handles the start of a recount: every seat compares its numbers with its components."""
    table = enter_table(code)
    return _shown(
        table, numbers.ask_for_recount(current_site().store, table.code, _seat(table), phone_id())
    )


@routes.post("/confirm")
def confirm_numbers(code: str) -> Response:
    """Handles a seat's confirmation of its numbers in a recount."""
    table = enter_table(code)
    return _shown(
        table, numbers.confirm_numbers(current_site().store, table.code, _seat(table), phone_id())
    )


@routes.post("/end-recount")
def end_recount(code: str) -> Response:
    """Handles the early end of a recount."""
    table = enter_table(code)
    return _shown(
        table, numbers.end_recount(current_site().store, table.code, _seat(table), phone_id())
    )


@routes.get("/rulings")
def show_rulings(code: str) -> str:
    """Renders every open question of the rulebook with this table's ruling."""
    table = enter_table(code)
    questions = [make_open_question(table, question) for question in table.game.rulebook.questions]
    return render_template(
        "corrections/rulings.html",
        table=table,
        viewer=viewer_seat(table) if table.started else 0,
        questions=questions,
        toast=pop_stored_toast(table),
        seen="",
    )


@routes.get("/line/<int:seq>")
def show_corrections(code: str, seq: int) -> Response | str:
    """Renders the corrections of one action; `seq` 0: of the place before the first. Redirects to
    the table before the start or while covered; 404 if there is no such action.
    """
    table = enter_table(code)
    if not table.started or seat_receiving_phone(table):
        return redirect(url_for("table.page", code=table.code), 303)
    entry = table.find_entry(seq)
    if seq and entry is None:
        abort(404)
    viewer = viewer_seat(table)
    return render_template(
        "corrections/line.html",
        table=table,
        viewer=viewer,
        seq=seq,
        seen="",
        line=log_line_of_action(table, entry, viewer) if entry else None,
        damage=_damage(table, entry),
        misfits=_hanging_on(table, entry, viewer),
        needed=proposals.consenting_phones_needed(table, viewer) if viewer else 0,
    )


def _damage(table: Table, entry: ActionEntry | None) -> Text | None:
    """Returns what undoing the action takes along; None if nothing."""
    if entry is None or entry.undone:
        return None
    wanted = undo_with_what_hangs_on_it(table, (entry.seq,))
    return corrections.undo_damage_words(table, wanted) if wanted.others else None


def _hanging_on(table: Table, entry: ActionEntry | None, viewer: int) -> list[tuple[str, str]]:
    if entry is None or entry.undone:
        return []
    return newly_refused_lines(
        table, without_entry(table_seen_by(table, viewer), entry.seq).misfits, viewer
    )


def _seat(table: Table) -> int:
    return form_number("seat") or viewer_seat(table)


def _shown(table: Table, after: Table) -> Response:
    """Answers with the changed pieces of `after`, without a toast."""
    return answer_tap(table, tap_from_request(table), Unchanged(table=after))


@routes.post("/take-back")
def take_back_action(code: str) -> Response:
    """Handles the wish to undo an action, or all that was counted together with it; returns the
    answer to the tap.
    """
    table = enter_table(code)
    tap = tap_from_request(table)
    together = request.form.get("together")
    take_back = spoken.take_back_all_together if together else corrections.take_back_entry
    answer = take_back(current_site().store, table.code, tap, form_number("entry"))
    presets = current_site().measures.presets
    if presets and isinstance(answer, Corrected):
        presets.count_undone_preset(table.code, form_number("entry"), current_site().clock())
    return answer_tap(table, tap, answer)


@routes.post("/agree")
def agree_to_proposal(code: str) -> Response:
    """Handles a consent to a proposal; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table)
    return answer_tap(
        table,
        tap,
        proposals.agree_to_proposal(current_site().store, table.code, tap, form_number("proposal")),
    )


@routes.post("/withdraw")
def withdraw_proposal(code: str) -> Response:
    """Handles the rejection or withdrawal of a proposal; returns the answer to the tap."""
    table = enter_table(code)
    tap = tap_from_request(table)
    return answer_tap(
        table,
        tap,
        proposals.withdraw_proposal(current_site().store, table.code, tap, form_number("proposal")),
    )
