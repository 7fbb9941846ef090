"""Serves the streams that keep open pages up to date.

They wait, compare and draw; they know no rule and change nothing.
"""

from __future__ import annotations

from contextvars import copy_context
from functools import partial
from math import inf

from flask import Blueprint, Response, abort, request

from companion.live.stream_hub import StreamHub, TooManyStreams
from companion.live.watcher import Watcher
from companion.web.html_cache import TableActivity
from companion.web.live.messages import make_unread_bytes_counter
from companion.web.live.open_stream import HANG_UP_ENVIRON_KEY, open_stream
from companion.web.live.phone_stream import PhoneStream
from companion.web.page.result import seconds_to_next_stage
from companion.web.page.slots import fill_in_version, htmx_fragment
from companion.web.page.table_cache import token_of_asking_page
from companion.web.page.views import page_view
from companion.web.request.pace import client_address
from companion.web.request.phone import phone_id
from companion.web.request.table import enter_table
from companion.web.request.tap import parse_number
from companion.web.site import current_site

routes = Blueprint("stream", __name__)

#: Nothing else is read from a stream's connection, so it is closed afterwards.
STREAM_HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "Connection": "close",
}

#: Seconds after which a phone retries that got no stream.
STREAM_RETRY_SECONDS = "5"


@routes.get("/t/<code>/stream", endpoint="stream")
def stream_changes(code: str) -> Response:
    """Returns one phone's server-sent events; 503 if there are too many streams. `page`: the page
    it shows; header `Shown`: that page's token.
    """
    table = enter_table(code)
    hub = current_site().stream_hub
    try:
        watcher = hub.watch(
            table.code, phone_id(), make_unread_bytes_counter(request.environ), client_address()
        )
    except TooManyStreams:
        return Response(status=503, headers={"Retry-After": STREAM_RETRY_SECONDS})
    hub.wake_watchers(table.code)
    token = token_of_asking_page()
    # The page's own word is older where the browser had thrown the page away; after a stream that
    # sent nothing there is none.
    since = parse_number(request.headers.get("Last-Event-ID", "")) or max(token.seq, 0)
    line = PhoneStream(table, since, token)
    messages = open_stream(line, watcher, copy_context(), current_site().heartbeat, hub.ticks)
    answer = Response(messages, mimetype="text/event-stream", headers=STREAM_HEADERS)
    # Not in the iterator, which never starts if the phone is gone already.
    answer.call_on_close(partial(_leave, hub, current_site().table_activity, watcher))
    if HANG_UP_ENVIRON_KEY in request.environ:
        request.environ[HANG_UP_ENVIRON_KEY](watcher.mark_disconnected)
    return answer


@routes.get("/t/<code>/news", endpoint="poll")
def poll_changes(code: str) -> Response:
    """Returns the changes for a phone without a stream, which polls; 204 if none."""
    table = enter_table(code)
    current_site().stream_hub.announce_phone_poll(table.code, phone_id())
    line, seen = PhoneStream(table), parse_number(request.args.get("seen", ""))
    if line.page == "table":
        line.shown = token_of_asking_page(seen)
    same = line.page != "table" and seen == table.seq and seconds_to_next_stage(table) == inf
    html = "" if same else line.changed_fragments()
    return Response(html, status=200 if html else 204)


@routes.get("/t/<code>/here")
def ping(code: str) -> Response:
    """Returns 204 for any code, to a phone whose stream is silent."""
    return Response(status=204)


@routes.get("/t/<code>/sheet/<panel>", endpoint="full_sheet")
def fetch_full_sheet(code: str, panel: str) -> Response:
    """Returns the full sheet in place of its placeholder; 404 if the view lacks it."""
    view = page_view(enter_table(code), "table")
    # Those of tabs last: theirs may still have to be made.
    slots = sorted(view.slots, key=lambda slot: slot.mark != "")
    pieces = (piece for slot in slots for piece in slot.pieces)
    wanted = next((piece for piece in pieces if piece.id == f"panel-{panel}"), None)
    if wanted is None:
        abort(404)
    return Response(
        fill_in_version(htmx_fragment(f"#{wanted.id}", "outerMorph", wanted.html), view.seq)
    )


@routes.get("/t/<code>/tab/<tab>", endpoint="tab")
def fetch_tab_slots(code: str, tab: str) -> Response:
    """Returns the slots of a tab that a phone opens, with placeholders for its closed sheets;
    404 if the view has no such tab.
    """
    view = page_view(enter_table(code), "table")
    wanted = view.slots_of_tab(tab)
    if not wanted:
        abort(404)
    slots = (
        htmx_fragment(f"#{slot.id}", "outerMorph", slot.element_html(view.seq, whole=False))
        for slot in wanted
    )
    return Response("".join(slots))


def _leave(hub: StreamHub, lately: TableActivity, watcher: Watcher) -> None:
    hub.remove_watcher(watcher)
    hub.wake_watchers(watcher.code)
    lately.touch(watcher.code)
