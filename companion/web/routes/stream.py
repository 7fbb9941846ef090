"""What keeps an open phone up to date: what its page does not show yet, then what changes.

It only wakes, looks and draws; it knows no rule and changes nothing.
"""

from __future__ import annotations

from contextvars import copy_context
from dataclasses import replace
from functools import partial
from math import inf

from flask import Blueprint, Response, abort, request

from companion.live.bell import Bell, TooManyStreams
from companion.live.watcher import Watcher
from companion.web.html_cache import RecentTables
from companion.web.live.messages import unread
from companion.web.live.open_stream import HANG_UP, open_stream
from companion.web.live.phone_stream import PhoneStream
from companion.web.page.result import seconds_to_next_stage
from companion.web.page.slots import fragment, with_version
from companion.web.page.table import known_outline, volatile_slots
from companion.web.page.views import view_for
from companion.web.request.pace import client_address
from companion.web.request.phone import phone, viewer_at
from companion.web.request.table import table_at
from companion.web.request.tap import parse_number
from companion.web.site import site

routes = Blueprint("stream", __name__)

#: What comes on a stream's line besides is thrown away, so no state is left of it.
HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "Connection": "close",
}

#: Seconds after which a phone that found no room tries again.
RETRY = "5"


@routes.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events for one phone; `page` says which page it shows, `Shown` what of it."""
    table = table_at(code)
    bell = site().bell
    try:
        watcher = bell.watch(table.code, phone(), unread(request.environ), client_address())
    except TooManyStreams:
        return Response(status=503, headers={"Retry-After": RETRY})
    bell.ring(table.code)
    since = parse_number(request.headers.get("Last-Event-ID", ""))
    line = PhoneStream(table, since, digest=request.headers.get("Shown", ""))
    told = open_stream(line, watcher, copy_context(), site().heartbeat, bell.ticks)
    answer = Response(told, mimetype="text/event-stream", headers=HEADERS)
    # Not in the iterator: it is never begun where the phone is gone already.
    answer.call_on_close(partial(_leave, bell, site().lately, watcher))
    if HANG_UP in request.environ:
        request.environ[HANG_UP](watcher.hang_up)
    return answer


@routes.get("/t/<code>/news")
def news(code: str) -> Response:
    """The same for a phone that found no room for a stream: it looks by itself now and then."""
    table = table_at(code)
    site().bell.call(table.code, phone())
    line, seen = PhoneStream(table), parse_number(request.args.get("seen", ""))
    if line.page == "table":
        viewer = viewer_at(table)
        known = known_outline(table, viewer, seen)
        if known:
            # Who is here, it has seen as well; what was played, only up to that version.
            line.shown = replace(known.after(volatile_slots(table, viewer)), seq=seen)
    same = line.page != "table" and seen == table.seq and seconds_to_next_stage(table) == inf
    html = "" if same else line.fresh()
    return Response(html, status=200 if html else 204)


@routes.get("/t/<code>/here")
def here(code: str) -> Response:
    """What a phone asks whose stream has fallen silent: yes, whatever the code."""
    return Response(status=204)


@routes.get("/t/<code>/sheet/<panel>")
def sheet(code: str, panel: str) -> Response:
    """A sheet that was only announced, now that it is opened."""
    table = table_at(code)
    view = view_for(table, "table")
    pieces = (piece for slot in view.slots for piece in slot.pieces)
    wanted = next((piece for piece in pieces if piece.id == f"panel-{panel}"), None)
    if wanted is None:
        abort(404)
    return Response(with_version(fragment(f"#{wanted.id}", "outerMorph", wanted.html), view.seq))


def _leave(bell: Bell, lately: RecentTables, watcher: Watcher) -> None:
    bell.leave(watcher)
    bell.ring(watcher.code)
    lately.touch(watcher.code)
