"""Stream: what keeps an open phone up to date. First the whole view, then only what changed.

It only wakes, looks and draws; it knows no rule and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from flask import Blueprint, Response, render_template, request
from flask.ctx import RequestContext
from flask.globals import request_ctx

from companion import play
from companion.ledger import Unavailable
from companion.live import Bell, Crowded, Watcher
from companion.referee.panels import TABS
from companion.referee.text import Text
from companion.tables import Table
from companion.web.door import table_at
from companion.web.pages import view_for
from companion.web.phone import phone, viewer_at
from companion.web.site import site
from companion.web.told import line_of
from companion.web.view import View, changes, fragment
from companion.web.words import say, speak_of

routes = Blueprint("stream", __name__)

#: Only these end a line of an event stream; a name may hold rarer ones.
LINE_END = re.compile(r"\r\n|\r|\n")
PAGES = ("table", "lobby", "seats", "screen")
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
#: Seconds after which a phone that found no room tries again.
RETRY = "5"


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events for one phone; `page` says which page it shows."""
    table = table_at(code)
    page = request.args.get("page", "")
    bell, heartbeat = site().bell, site().heartbeat
    try:
        watcher = bell.watch(table.code, phone())
    except Crowded:
        return Response(status=503, headers={"Retry-After": RETRY})
    bell.ring(table.code)
    line = Line(table, page if page in PAGES else PAGES[0])
    messages = _messages(line, watcher, request_ctx.copy(), heartbeat)
    answer = Response(messages, mimetype="text/event-stream", headers=HEADERS)
    # Not in the generator: it is never begun where the phone is gone already.
    answer.call_on_close(partial(_leave, bell, watcher))
    return answer


def _leave(bell: Bell, watcher: Watcher) -> None:
    bell.leave(watcher)
    bell.ring(watcher.code)


def _messages(
    line: Line, watcher: Watcher, context: RequestContext, heartbeat: float
) -> Iterator[str]:
    """Wakes at every ring and at every beat. The request's context is there only for drawing,
    never while waiting: a thread may serve several streams in turn.
    """
    with context.copy():
        news = line.news()
    yield news
    while not watcher.closed:
        rung = watcher.wait(heartbeat)
        if watcher.closed:
            return
        with context.copy():
            line.look_again()
            news = line.news() if rung else line.news() + line.beat()
        if news:
            yield news


class Line:
    """What one phone has been sent so far on its stream. Used inside a request's context only."""

    def __init__(self, table: Table, page: str) -> None:
        self.table = table
        self.page = page
        self.shown: View | None = None
        self.confirmed: View | None = None

    def look_again(self) -> None:
        """The newest table. While the ledger cannot be read, the last known one stays on show."""
        with suppress(Unavailable):
            self.table = play.look(site().hall, self.table.code)

    def news(self) -> str:
        """What this phone has not been sent yet; the first time that is the whole view."""
        speak_of(self.table)
        before, view = self.shown, view_for(self.table, self.page)
        self.shown = view
        if self.page == "lobby" and view.page == "table":
            self.page = view.page
            self.confirmed = view
            return message(_turn_page(self.table, view) + changes(None, view), view.seq)
        html = changes(before, view)
        if before is None:
            self.confirmed = view
        elif html:
            html += _spoken(self.table, before.seq, self._viewer())
        return message(html, view.seq) if html else ""

    def _viewer(self) -> int:
        """Whose words the log is told in. A table screen is nobody's, whoever has opened it."""
        return viewer_at(self.table) if self.page == "table" else 0

    def beat(self) -> str:
        """A heartbeat. What was sent since the last one is sent again with it: an answer to a
        tap, which takes another way, may have come later than the news and set it back.
        """
        if self.shown is None:
            return ""
        again = changes(self.confirmed, self.shown)
        self.confirmed = self.shown
        return (message(again, self.shown.seq) if again else "") + heartbeat(self.shown.seq)


def _spoken(table: Table, after: int, viewer: int) -> str:
    """What a screen reader says: what was done, and whose turn it is if it is this phone's."""
    lines = [line_of(table, entry, viewer) for entry in table.entries if entry.seq > after]
    if not lines:
        return ""
    if viewer in table.to_act:
        lines.append(say(Text("It is your turn.")))
    return fragment("#say", "innerHTML", render_template("table/_spoken.html", lines=lines[-3:]))


def _turn_page(table: Table, view: View) -> str:
    """The game has begun: the lobby's page becomes the table's. Aimed at what only a lobby has,
    since the page keeps the address of its stream: when that starts again, the page is a table's
    already, and the section that its owner looks at stays.
    """
    values = {"table": table, "view": view, "viewer": viewer_at(table), "tab": TABS[0]}
    regions = {
        "#top:not(:has(#slot-top))": "top",
        "#main:has(#slot-seats)": "main",
        "#foot:has(#slot-start)": "foot",
    }
    parts = [
        fragment(target, "innerHTML", render_template(f"table/_{name}.html", **values))
        for target, name in regions.items()
    ]
    return "".join(parts)


def message(html: str, seq: int) -> str:
    """One unnamed event: htmx swaps its fragments in."""
    data = "".join(f"data: {line}\n" for line in LINE_END.split(html) if line.strip())
    return f"id: {seq}\n{data}\n"


def heartbeat(seq: int) -> str:
    """A named event: tells the phone's watchdog that the line is alive."""
    return f"event: hb\ndata: {seq}\n\n"
