"""Handles rulings and corrections. `play` decides who may make them."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.play import asked_again, corrections, lobby, numbers, proposals, spoken
from companion.play.answer import Tap, TapAnswer
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import (
    ActionEntry,
    Table,
    separable_part,
    table_seen_by,
    undo_with_what_hangs_on_it,
    without_entry,
)
from companion.web.page.correction_text import newly_refused_lines
from companion.web.page.corrections import make_open_question
from companion.web.page.log import log_line_of_action
from companion.web.page.past_action import place_to_insert
from companion.web.page.toast import pop_stored_toast
from companion.web.reply.handlers import answer_with_pieces, change_route, tap_route
from companion.web.reply.reply import changed_lobby
from companion.web.request.phone import phone_id, seat_receiving_phone, viewer_seat
from companion.web.request.table import enter_table
from companion.web.request.tap import MAX_INTENT_CHARACTERS, form_number
from companion.web.site import current_site, htmx

routes = Blueprint("corrections", __name__, url_prefix="/t/<code>")


# -- what a tap asks for


@tap_route(routes, "/settle")
def settle_question(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles an answer to a question of the rulebook."""
    key, choice = request.form.get("key", ""), request.form.get("choice", "")
    return proposals.settle_question(store, code, tap, key, choice, form_number("since"))


@tap_route(routes, "/rule")
def add_own_rule(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles a table's own rule for a gap in the rulebook."""
    asks, says = request.form.get("asks", ""), request.form.get("says", "")
    return proposals.set_own_rule(store, code, tap, asks, says)


@tap_route(routes, "/rule/delete")
def delete_own_rule(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles the deletion of a table's own rule."""
    return proposals.drop_own_rule(store, code, tap, request.form.get("asks", ""))


@tap_route(routes, "/overrule", with_action=True)
def overrule_refusal(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles the wish to allow a refused action."""
    return corrections.allow_refused_action(store, code, tap)


@tap_route(routes, "/insert", with_action=True)
def insert_action(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles a forgotten action, added after the entry `after`, before what that did last if
    `before` names it. `again`: the intent of a refused tap that is then asked again.
    """
    before, after = request.form.get("before", ""), form_number("after")
    if refused := request.form.get("again", "")[:MAX_INTENT_CHARACTERS]:
        return asked_again.add_forgotten_action(store, code, tap, after, before, refused)
    return corrections.insert_forgotten_action(store, code, tap, after, before)


@tap_route(routes, "/change", with_action=True)
def replace_action(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles the replacement of an action by another."""
    return corrections.replace_entry(store, code, tap, form_number("entry"))


@tap_route(routes, "/take-back")
def take_back_action(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles the wish to undo an action, or all that was counted together with it."""
    together = request.form.get("together")
    take_back = spoken.take_back_all_together if together else corrections.take_back_entry
    return take_back(store, code, tap, form_number("entry"))


@tap_route(routes, "/agree")
def agree_to_proposal(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles a consent to a proposal."""
    proposal = form_number("proposal")
    answer = proposals.agree_to_proposal(store, code, tap, proposal)
    asked_again.ask_again_once_approved(store, code, proposal, answer)
    return answer


@tap_route(routes, "/withdraw")
def withdraw_proposal(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Handles the rejection or withdrawal of a proposal."""
    return proposals.withdraw_proposal(store, code, tap, form_number("proposal"))


# -- what changes the table without an answer in words


@change_route(routes, "/tick")
def tick_line(store: TableStore, code: str, seat: int) -> Table:
    """Handles a tick at a line of the set-up, or its removal."""
    line, on = request.form.get("line", ""), request.form.get("on") == "1"
    return lobby.tick_checklist_line(store, code, seat, phone_id(), line, on)


@change_route(routes, "/recount")
def ask_for_recount(store: TableStore, code: str, seat: int) -> Table:
    """Handles the start of a recount: every seat compares its numbers with its components."""
    return numbers.ask_for_recount(store, code, seat, phone_id())


@change_route(routes, "/confirm")
def confirm_numbers(store: TableStore, code: str, seat: int) -> Table:
    """Handles a seat's confirmation of its numbers in a recount."""
    return numbers.confirm_numbers(store, code, seat, phone_id())


@change_route(routes, "/end-recount")
def end_recount(store: TableStore, code: str, seat: int) -> Table:
    """Handles the early end of a recount."""
    return numbers.end_recount(store, code, seat, phone_id())


@change_route(routes, "/quiet")
def set_quiet(store: TableStore, code: str, seat: int) -> Table:
    """Handles the wish that the app says less, or no longer."""
    return numbers.set_quiet(store, code, seat, request.form.get("on") == "1", phone_id())


@routes.post("/consent")
def set_consent(code: str) -> Response:
    """Handles how many must agree to corrections; shows the lobby, or the changed pieces to a phone
    that isn't there.
    """
    table, consent = enter_table(code), request.form.get("consent", "")
    after = proposals.set_consent(current_site().store, table.code, consent, phone_id())
    if not table.started or (request.referrer or "").endswith("/lobby"):
        if htmx:
            return changed_lobby(after)
        return redirect(url_for("lobby.show_lobby", code=table.code), 303)
    return answer_with_pieces(table, after)


# -- pages


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
        # If the seat could not act after it, a missed action comes before its last part anyway.
        inside=entry is not None
        and entry.seat == viewer
        and bool(separable_part(table, seq))
        and not place_to_insert(table, viewer, seq).before,
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
