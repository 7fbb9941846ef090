"""Table: the page that a phone shows during a game, and the taps it sends.

Every tap goes to `play`; what comes back is only told here, never decided.
"""

from __future__ import annotations

import re
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion import chance, play, transcript
from companion.play import Answer, Tap
from companion.referee.panels import TABS
from companion.tables import Table
from companion.web.door import table_at
from companion.web.fields import is_number, number
from companion.web.handover import cover_page, word_of_loss
from companion.web.pages import known_outline, played_view, table_view, view_for
from companion.web.phone import cover, covered, phone, play_as, viewer_as, viewer_at
from companion.web.sight import answer_seen, shown_to
from companion.web.site import htmx, site
from companion.web.speech import speech
from companion.web.told import Told, leave_word, pick_up_word, told_of
from companion.web.view import View, changes, fragment

routes = Blueprint("table", __name__, url_prefix="/t/<code>")

#: "action", "action.1", "lead.1": the words of an action, as a sheet's fields send them.
NUMBERED = re.compile(r"action(?:\.(\d{1,3}))?")
INTENT_LENGTH = 64


@routes.get("", defaults={"tab": TABS[0]}, endpoint="page")
@routes.get("/<any(galaxy, goals, table):tab>", endpoint="page")
def page(code: str, tab: str) -> str:
    """The whole page; before the start it is the lobby."""
    table = table_at(code)
    if not table.started:
        return lobby_page(table)
    if covered(table):
        return cover_page(table, covered(table))
    return render_template(
        "table/page.html",
        table=table,
        view=view_for(table, "table"),
        viewer=viewer_at(table),
        tab=tab,
        told=pick_up_word() or word_of_loss(table),
    )


def lobby_page(table: Table) -> str:
    """The lobby: seats, code, options, start. After the start: seats and code."""
    return render_template(
        "lobby.html", table=table, view=view_for(table, "seats"), viewer=0, told=pick_up_word()
    )


@routes.get("/screen")
def screen(code: str) -> str:
    """The table screen, for a tablet or a television: only what everyone may see."""
    table = table_at(code)
    return render_template(
        "table/screen.html", table=table, view=view_for(table, "screen"), viewer=0
    )


@routes.get("/transcript")
def download(code: str) -> Response:
    """The game as plain text, to keep or to replay."""
    table = table_at(code)
    answer = make_response(transcript.write(table))
    answer.mimetype = "text/plain"
    answer.headers["Content-Disposition"] = f'attachment; filename="{table.code}.txt"'
    return answer


@routes.post("/act")
def act(code: str) -> AnyResponse:
    """A tap: one action of the game."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    return tell(table, tap, play.act(site().hall, table.code, tap))


@routes.post("/save")
def save(code: str) -> AnyResponse:
    """A number that a hand has set: an action of the game, too, that is never lost."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    return tell(table, tap, play.save(site().hall, table.code, tap))


@routes.post("/counting")
def counting(code: str) -> AnyResponse:
    """A hand has begun to set a number; `done`: it was let go."""
    table = table_at(code)
    tap = tap_of(table, action_text(request.form))
    play.announce(site().hall, table, tap, bool(request.form.get("done")))
    return Response(status=204)


@routes.post("/take-back")
def take_back(code: str) -> AnyResponse:
    """The wish to take back an action."""
    table = table_at(code)
    tap = tap_of(table)
    return tell(table, tap, play.take_back(site().hall, table.code, tap, number("entry")))


@routes.post("/agree")
def agree(code: str) -> AnyResponse:
    """Another seat's yes to a taking back."""
    table = table_at(code)
    tap = tap_of(table)
    return tell(table, tap, play.agree(site().hall, table.code, tap, number("proposal")))


@routes.post("/withdraw")
def withdraw(code: str) -> AnyResponse:
    """A no to a taking back, or its owner's second thought."""
    table = table_at(code)
    tap = tap_of(table)
    return tell(table, tap, play.withdraw(site().hall, table.code, tap, number("proposal")))


@routes.post("/switch")
def switch(code: str) -> AnyResponse:
    """Another of the seats that this phone holds: first the cover, then that seat's page."""
    table = table_at(code)
    seat = number("seat")
    if seat in table.seats_of(phone()):
        play_as(table, seat)
        cover(table)
    return redirect(url_for("table.page", code=table.code), 303)


def tap_of(table: Table, text: str = "") -> Tap:
    """The tap that this request is. A seat that the phone does not hold stays as it was sent,
    so that `play` says what is wrong with it."""
    seat = number("seat") or viewer_at(table)
    intent = request.form.get("intent", "")[:INTENT_LENGTH] or chance.new_token()
    seen = max(
        (int(seen) for seen in request.form.getlist("seen") if is_number(seen)), default=table.seq
    )
    return Tap(phone(), seat, text, intent, seen, bool(request.form.get("sure")))


def action_text(form: MultiDict[str, str]) -> str:
    """The action that a sheet's fields make: their words in order, each after its lead."""
    fields = [(int(found[1] or 0), name) for name in form if (found := NUMBERED.fullmatch(name))]
    words: list[str] = []
    joined = ""  # the name of those fields whose common word is the last one
    for place, name in sorted(fields):
        values = [value.strip() for value in form.getlist(name) if value.strip()]
        if not values:
            continue
        lead, join = (form.get(f"{what}.{place}", "").strip() for what in ("lead", "join"))
        if join and join == joined:
            words[-1] += "".join(values)
            continue
        words += [lead, *values] if lead else values
        joined = join
    return " ".join(words)


def tell(table: Table, tap: Tap, answer: Answer) -> AnyResponse:
    """The answer to a tap: the changed pieces for htmx, a new page for a phone without scripts."""
    refused = answer.refusal is not None or bool(answer.ruling and not answer.ruling.allowed)
    viewer, answer = viewer_as(answer.table, tap.seat), answer_seen(answer, tap)
    if viewer != tap.seat:
        answer = replace(answer, table=shown_to(answer.table, viewer))
    # What is told of a tap may speak of its seat's own.
    told = _again(told_of(answer, viewer)) if viewer == tap.seat else None
    if not htmx:
        leave_word(told)
        return redirect(page_it_came_from(table), 303)
    before = known_outline(answer.table, viewer, tap.seen)
    body = changes(before, _at_hand(answer.table, viewer, whole=before is None))
    body += fragment("#toast", "innerHTML", toast(answer.table, viewer, told))
    body += speech(answer.table, tap.seen, viewer)
    return make_response(body, 422 if refused else 200)


def _again(told: Told | None) -> Told | None:
    """With what it takes to send this very tap once more, where a person may be sure of it."""
    if told is None or not told.anyway:
        return told
    new = ("seat", "intent", "seen", "sure")
    same = tuple((name, value) for name, value in request.form.items(True) if name not in new)
    return replace(told, to=request.path, same=same)


def _at_hand(table: Table, seat: int, whole: bool) -> View:
    """What the thumb that tapped is waiting for. All the rest comes with the phone's stream, where
    it has one. `whole`: nobody knows what this phone shows.
    """
    if site().bell.watches(table.code, phone()):
        return played_view(table, seat).on_tab(tab_it_came_from(table))
    return (table_view if whole else played_view)(table, seat)


def toast(table: Table | None, viewer: int, told: Told | None) -> str:
    """What is told, as html; nothing to tell empties the place."""
    if told is None:
        return ""
    return render_template("table/_told.html", table=table, viewer=viewer, told=told, seen="")


def tab_it_came_from(table: Table) -> str:
    """The tab that the tap was made on, by its key."""
    sent = (request.referrer or "").partition("?")[0]
    return next((tab for tab in TABS[1:] if sent.endswith(f"/t/{table.code}/{tab}")), TABS[0])


def page_it_came_from(table: Table) -> str:
    """The page of that tab; only ever a page of this table."""
    return url_for("table.page", code=table.code, tab=tab_it_came_from(table))
