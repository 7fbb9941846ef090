"""Answers a tap: a toast for htmx, or a new page for a phone without scripts.

What the tap has changed comes by the phone's stream, as to everybody. A phone that has none is
answered with the changed pieces, too; one whose stream is dead finds out by `NEWEST`, and asks.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from companion.play.answer import Answer, Declined, Refused, Tap
from companion.referee.panels import TABS
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.sentences import say
from companion.web.page.log import log_lines_since
from companion.web.page.slots import changes_html, fragment
from companion.web.page.table import known_outline, played_view, table_view
from companion.web.page.toast import Toast, keep_toast, toast_of
from companion.web.request.phone import phone, viewer_as
from companion.web.request.table import table_shown_to, visible_answer
from companion.web.site import htmx, site


def as_download(inside: str | bytes, kind: str, name: str, *, shown: bool = False) -> Response:
    """The file `name` of this content type, as text in UTF-8 or in bytes. `shown`: a browser shows
    it first, and saves it under this name only when somebody asks for that.
    """
    answer = Response(inside, content_type=kind)
    place = "inline" if shown else "attachment"
    answer.headers["Content-Disposition"] = f'{place}; filename="{name}"'
    return answer


#: The header of an answer with the newest version of the table.
NEWEST = "Newest"

#: More sentences at once than that nobody listens to.
MOST = 3


def spoken_fragment(table: Table, after: int, viewer: int) -> str:
    """The fragment that says what was done after this event, and whose turn it is if it is this
    phone's; "" where nothing was. The turn is not said again while it lasts.

    The answer to a tap and the stream say the same, and either may come first. So every sentence is
    an element with its event's number: what is there already stays, and only what is new is spoken.
    """
    lines = log_lines_since(table, after, viewer, MOST)
    if not lines:
        return ""
    said = [_sentence(str(seq), words) for seq, words in lines]
    if viewer in table.to_act:
        said.append(_sentence("turn", say(Text("It's your turn."))))
    return fragment("#say", "innerMorph", "".join(said))


def _sentence(name: str, words: str) -> str:
    return f'<span id="said-{name}">{escape(words)} </span>'


def answer_tap(table: Table, tap: Tap, answer: Answer) -> AnyResponse:
    """The answer to a tap: a toast for htmx, a new page for a phone without scripts."""
    viewer, answer = viewer_as(answer.table, tap.seat), visible_answer(answer, tap)
    if viewer != tap.seat:
        answer = replace(answer, table=table_shown_to(answer.table, viewer))
    # What is told of a tap may speak of its seat's own.
    toast = _again(toast_of(answer, viewer)) if viewer == tap.seat else None
    if not htmx:
        keep_toast(toast)
        return redirect(source_page(table), 303)
    table = answer.table
    body = fragment("#toast", "innerHTML", toast_html(table, viewer, toast))
    if not site().bell.watches(table.code, phone()):
        body = _pieces(table, viewer, tap.seen) + body + spoken_fragment(table, tap.seen, viewer)
    status = 422 if isinstance(answer, Declined | Refused) else 200
    return make_response(body, status, {NEWEST: str(table.seq)})


def _pieces(table: Table, viewer: int, seen: int) -> str:
    """What a phone without a stream is sent; all of it, where nobody knows what it shows."""
    before = known_outline(table, viewer, seen)
    return changes_html(before, (played_view if before else table_view)(table, viewer))


def _again(toast: Toast | None) -> Toast | None:
    """With what it takes to send this very tap once more, where a person may be sure of it."""
    if toast is None or not toast.anyway:
        return toast
    new = ("seat", "intent", "seen", "sure")
    same = tuple((name, value) for name, value in request.form.items(True) if name not in new)
    return replace(toast, to=request.path, same=same)


def toast_html(table: Table | None, viewer: int, toast: Toast | None) -> str:
    """The toast as html; none empties its place."""
    if toast is None:
        return ""
    return render_template("table/_toast.html", table=table, viewer=viewer, toast=toast, seen="")


def source_tab(table: Table) -> str:
    """The tab that the tap was made on, by its key."""
    sent = (request.referrer or "").partition("?")[0]
    return next((tab for tab in TABS[1:] if sent.endswith(f"/t/{table.code}/{tab}")), TABS[0])


def source_page(table: Table) -> str:
    """The page of that tab; only ever a page of this table."""
    return url_for("table.page", code=table.code, tab=source_tab(table))
