"""Stream: what keeps an open phone up to date. First the whole view, then only what changed.

It only wakes, looks and draws; it knows no rule and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf

from flask import Blueprint, Response, abort, render_template, request
from flask.ctx import RequestContext
from flask.globals import request_ctx

from companion.ledger import Unavailable
from companion.live import Bell, Crowded, Watcher
from companion.referee.panels import TABS
from companion.referee.text import Text
from companion.tables import Table
from companion.web.door import table_at
from companion.web.ending import due
from companion.web.handover import offer_named, offer_view, signed_off
from companion.web.log import lines_since, missed_since
from companion.web.pages import known_outline, surroundings, view_for
from companion.web.phone import phone, viewer_at
from companion.web.site import site
from companion.web.table import toast
from companion.web.told import answered
from companion.web.view import Outline, View, changes, fragment, stamp
from companion.web.wire import unread
from companion.web.words import say, speak_of

routes = Blueprint("stream", __name__)

#: Only these end a line of an event stream; a name may hold rarer ones.
LINE_END = re.compile(r"\r\n|\r|\n")
PAGES = ("table", "lobby", "seats", "screen", "offer")
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
#: Seconds after which a phone that found no room tries again.
RETRY = "5"
#: Heartbeats for which a phone must have missed something to be told what: more than a hiccup.
AWAY = 1.5
#: Lines that tell a phone what it has missed.
AWAY_LINES = 5


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events for one phone; `page` says which page it shows."""
    table = table_at(code)
    bell, heartbeat = site().bell, site().heartbeat
    try:
        watcher = bell.watch(table.code, phone(), unread(request.environ))
    except Crowded:
        return Response(status=503, headers={"Retry-After": RETRY})
    bell.ring(table.code)
    line = Line(table, since=_number(request.headers.get("Last-Event-ID", "")))
    messages = _messages(line, watcher, request_ctx.copy(), heartbeat)
    answer = Response(messages, mimetype="text/event-stream", headers=HEADERS)
    # Not in the generator: it is never begun where the phone is gone already.
    answer.call_on_close(partial(_leave, bell, watcher))
    return answer


@routes.get("/t/<code>/news")
def news(code: str) -> Response:
    """The same for a phone that found no room for a stream: it looks by itself now and then."""
    table = table_at(code)
    site().bell.call(table.code, phone())
    line, seen = Line(table), _number(request.args.get("seen", ""))
    if line.page == "table":
        viewer = viewer_at(table)
        known = known_outline(table, viewer, seen)
        if known:
            # Who is here, it has seen as well; what was played, only up to that version.
            line.shown = replace(known.after(surroundings(table, viewer)), seq=seen)
    same = line.page != "table" and seen == table.seq and due(table) == inf
    html = "" if same else line.fresh()
    return Response(html, status=200 if html else 204)


@routes.get("/t/<code>/sheet/<panel>")
def sheet(code: str, panel: str) -> Response:
    """A sheet that was only announced, now that somebody opens it."""
    table = table_at(code)
    view = view_for(table, "table")
    pieces = (piece for slot in view.slots for piece in slot.pieces)
    wanted = next((piece for piece in pieces if piece.id == f"panel-{panel}"), None)
    if wanted is None:
        abort(404)
    return Response(stamp(fragment(f"#{wanted.id}", "outerMorph", wanted.html), view.seq))


def _number(sent: str) -> int:
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 10 else 0


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
        news = line.news() + line.beat()
    yield from _send(watcher, news)
    while not watcher.closed:
        rung = watcher.wait(min(heartbeat, line.due))
        if watcher.closed:
            return
        with context.copy():
            line.look_again(rung)
            news = line.news() if rung else line.news() + line.beat()
        if news:
            yield from _send(watcher, news)


def _send(watcher: Watcher, news: str) -> Iterator[str]:
    """Sends it, and lets the bell know whether the line takes it."""
    watcher.send()
    yield news
    watcher.sent()


class Line:
    """What one phone has been sent so far on its stream. Used inside a request's context only.

    `since`: the newest version that the phone had shown before the stream began; 0 if none.
    """

    def __init__(self, table: Table, since: int = 0) -> None:
        asked = request.args.get("page", "")
        self.table = table
        self.page = asked if asked in PAGES else PAGES[0]
        self.offer = offer_named(table, request.args.get("offer", ""))
        self.since = since
        played = _number(request.args.get("playing", ""))
        here = {chair.number for chair in table.chairs}
        self.held = frozenset({played} & here) | frozenset(table.seats_of(phone()))
        #: Seconds until there is more to see although nobody does anything.
        self.due = inf
        self.shown: Outline | None = None
        self.confirmed: Outline | None = None
        self._drawn_of: tuple[int, int] | None = None

    def look_again(self, rung: bool) -> None:
        """The newest table. While the ledger cannot be read, the last known one stays on show.

        Whoever rings has just written or read it, so then what is remembered is new enough; what
        another process has written is found at the next beat.
        """
        look = site().hall.recall if rung else site().hall.look
        with suppress(Unavailable):
            self.table = look(self.table.code)

    def news(self) -> str:
        """What this phone has not been sent yet; the first time that is the whole view."""
        html = self.fresh()
        return message(html, self.table.seq) if html else ""

    def fresh(self) -> str:
        """The same as fragments."""
        speak_of(self.table)
        before, view = self.shown, self._news_view()
        self.shown = before.after(view) if before else view.outline
        self.due = due(self.table)
        if self.page == "lobby" and view.page == "table":
            self.page = view.page
            self.confirmed = self.shown = view.outline
            return _turn_page(self.table, view) + changes(None, view)
        html = changes(before, view)
        if before is None:
            self.confirmed = self.shown
            html += self._missed()
        elif html:
            html += _spoken(self.table, before.seq, self._viewer())
            html += _answered(self.table, before.seq, self._viewer())
        return html + self._signed_off()

    def _news_view(self) -> View:
        """The part of the view that can be another one than what was sent last."""
        of = (self.table.seq, self._viewer())
        same, self._drawn_of = self.shown is not None and of == self._drawn_of, of
        if same and self.page == "table" and self.table.started:
            return surroundings(self.table, of[1])
        return self._view()

    def _view(self) -> View:
        if self.page == "offer" and self.offer:
            return offer_view(self.table, self.offer)
        return view_for(self.table, self.page)

    def _missed(self) -> str:
        """What happened while the phone was away; nothing after a mere hiccup."""
        if self.page != "table" or not self.since:
            return ""
        viewer = self._viewer()
        missed = missed_since(self.table, self.since, viewer)
        if not missed or site().clock() - missed[0][0] < AWAY * site().heartbeat:
            return ""
        told = missed if len(missed) <= AWAY_LINES else missed[1 - AWAY_LINES :]
        lines = [words for _, words in told]
        earlier = len(missed) - len(told)
        words = render_template(
            "table/_away.html", table=self.table, viewer=viewer, lines=lines, earlier=earlier
        )
        return fragment("#away", "innerHTML", words)

    def _signed_off(self) -> str:
        """Tells a phone that a seat of its own has moved to another phone, or was freed."""
        held = frozenset(self.table.seats_of(phone()))
        told, self.held = signed_off(self.table, self.held - held), held
        if told is None or self.page == "screen":
            return ""
        return fragment("#toast", "innerHTML", toast(self.table, viewer_at(self.table), told))

    def _viewer(self) -> int:
        """Whose words the log is told in. A table screen is nobody's, whoever has opened it."""
        return viewer_at(self.table) if self.page == "table" else 0

    def beat(self) -> str:
        """A heartbeat. What was sent since the last one is sent again with it: an answer to a
        tap, which takes another way, may have come later than the news and set it back.
        """
        if self.shown is None:
            return ""
        again = "" if self.confirmed is self.shown else changes(self.confirmed, self._view())
        self.confirmed = self.shown
        return (message(again, self.shown.seq) if again else "") + heartbeat(self.shown.seq)


def _spoken(table: Table, after: int, viewer: int) -> str:
    """What a screen reader says: what was done, and whose turn it is if it is this phone's."""
    lines = lines_since(table, after, viewer)
    if not lines:
        return ""
    if viewer in table.to_act:
        lines.append(say(Text("It is your turn.")))
    return fragment("#say", "innerHTML", render_template("table/_spoken.html", lines=lines[-3:]))


def _answered(table: Table, after: int, viewer: int) -> str:
    """What has become of something that this phone had asked the table for."""
    told = answered(table, after, viewer)
    return fragment("#toast", "innerHTML", toast(table, viewer, told)) if told else ""


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
    """A named event: tells the phone's watchdog that the line is alive, and by whose version, so
    that a page left open over an upgrade notices.
    """
    return f"event: hb\ndata: {seq} {site().version}\n\n"
