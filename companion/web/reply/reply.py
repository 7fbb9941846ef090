"""Answers a tap: a toast for htmx, a redirect for a phone without scripts.

Changes arrive by the phone's stream. A phone without a stream gets the changed pieces too; one
whose stream is dead learns the newest version from the header `NEWEST_VERSION_HEADER`, and polls.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from companion.play.answer import Declined, Refused, Tap, TapAnswer
from companion.referee.panels import TAB_KEYS
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.sentences import say
from companion.web.page.forgotten import TURNS_IN_SHEET, last_turns_with_places
from companion.web.page.log import log_lines_since
from companion.web.page.slots import htmx_fragment
from companion.web.page.table import table_view
from companion.web.page.table_cache import cache_of_table, token_of_asking_page
from companion.web.page.toast import Toast, store_toast, toast_for_answer
from companion.web.request.phone import phone_id, seat_for_tap_reply
from companion.web.request.table import table_for_viewer, visible_tap_answer
from companion.web.site import current_site, htmx


def download_response(
    inside: str | bytes, kind: str, name: str, *, shown: bool = False
) -> Response:
    """Returns a download of this name and content type; text is sent as UTF-8. `shown`: the browser
    displays it instead of saving it.
    """
    answer = Response(inside, content_type=kind)
    place = "inline" if shown else "attachment"
    answer.headers["Content-Disposition"] = f'{place}; filename="{name}"'
    return answer


#: Header with the table's newest version.
NEWEST_VERSION_HEADER = "Newest"

#: Sentences that a screen reader is given at once, at most.
MAX_SENTENCES_READ_ALOUD = 3


def screen_reader_fragment(table: Table, after: int, viewer: int) -> str:
    """Returns the fragment for screen readers: what was done after this event, and whether it is
    this phone's turn; "" if nothing was done. The turn is announced once.

    The tap's answer and the stream send the same, in any order. Each sentence is an element named
    by its event: one that is there stays, so only new ones are read.
    """
    lines = log_lines_since(table, after, viewer, MAX_SENTENCES_READ_ALOUD)
    if not lines:
        return ""
    said = [_sentence(str(seq), words) for seq, words in lines]
    if viewer in table.seats_to_act:
        said.append(_sentence("turn", say(Text("It's your turn."))))
    return htmx_fragment("#say", "innerMorph", "".join(said))


def _sentence(name: str, words: str) -> str:
    return f'<span id="said-{name}">{escape(words)} </span>'


def answer_tap(table: Table, tap: Tap, answer: TapAnswer) -> AnyResponse:
    """Returns the answer to a tap: toast and, without a stream, changed pieces (status 422 if
    refused); a redirect for a phone without scripts.
    """
    viewer, answer = seat_for_tap_reply(answer.table, tap.seat), visible_tap_answer(answer, tap)
    if viewer != tap.seat:
        answer = replace(answer, table=table_for_viewer(answer.table, viewer))
    # A toast may hold secrets of the tap's seat.
    toast = _again(toast_for_answer(answer, viewer)) if viewer == tap.seat else None
    if not htmx:
        store_toast(table, toast)
        return redirect(page_address_of_tap(table), 303)
    table = answer.table
    body = htmx_fragment("#toast", "innerHTML", toast_html(table, viewer, toast))
    if not current_site().stream_hub.has_stream(table.code, phone_id()):
        body = (
            _pieces(table, viewer, tap.seen)
            + body
            + screen_reader_fragment(table, tap.seen, viewer)
        )
    status = 422 if isinstance(answer, Declined | Refused) else 200
    return make_response(body, status, {NEWEST_VERSION_HEADER: str(table.seq)})


def changed_lobby(table: Table) -> Response:
    """Returns the answer to a change of the lobby on a page that stays: its stream brings what has
    changed, and without a stream the page asks for it, as it learns how new the table is.
    """
    return Response(status=204, headers={NEWEST_VERSION_HEADER: str(table.seq)})


def _pieces(table: Table, viewer: int, seen: int) -> str:
    """Returns the pieces for a phone without a stream; all, if it isn't known what it shows."""
    view = table_view(table, viewer)
    return view.news(cache_of_table(table).shown(view, token_of_asking_page(seen)))


def _again(toast: Toast | None) -> Toast | None:
    """Returns the toast with the fields to send this tap again, if it asks for confirmation."""
    if toast is None or not toast.anyway:
        return toast
    new = ("seat", "intent", "seen", "sure")
    same = tuple((name, value) for name, value in request.form.items(True) if name not in new)
    return replace(toast, to=request.path, same=same)


def toast_html(table: Table | None, viewer: int, toast: Toast | None) -> str:
    """Returns the toast as html; "" for None, which empties its place."""
    if toast is None:
        return ""
    turns = []
    if table and toast.again:
        turns = last_turns_with_places(table, viewer, TURNS_IN_SHEET)
    return render_template(
        "table/_toast.html", table=table, viewer=viewer, toast=toast, turns=turns, seen=""
    )


def tab_of_tap(table: Table) -> str:
    """Returns the key of the tab on which the tap was made."""
    sent = (request.referrer or "").partition("?")[0]
    return next(
        (tab for tab in TAB_KEYS[1:] if sent.endswith(f"/t/{table.code}/{tab}")), TAB_KEYS[0]
    )


def page_address_of_tap(table: Table) -> str:
    """Returns the address of that tab; always a page of this table."""
    return url_for("table.page", code=table.code, tab=tab_of_tap(table))
