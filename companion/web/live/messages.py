"""Writes a stream's messages, and counts what a phone hasn't acknowledged of them.

The count needs the phone's own socket; behind a proxy it is the proxy's.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from flask import render_template

from companion.referee.panels import TAB_KEYS
from companion.tables import Table
from companion.web.page.slots import View, htmx_fragment, version_field_fragment
from companion.web.page.table import page_tabs
from companion.web.request.phone import viewer_seat
from companion.web.site import current_site


def sse_message(html: str, seq: int) -> str:
    """Returns one unnamed event, whose fragments htmx swaps in. Line ends become blanks, which html
    allows: each would start another line of the event, six characters more.
    """
    # No regular expression: a view is long, and this is ten times as fast.
    line = html.replace("\r", " ").replace("\n", " ")
    return f"id: {seq}\ndata: {line}\n\n"


def heartbeat_message(seq: int) -> str:
    """Returns a named event for the phone's watchdog: the connection lives, and the server's
    version, by which a page notices an upgrade.
    """
    return f"event: hb\ndata: {seq} {current_site().version}\n\n"


def _line(environ: Mapping[str, Any]) -> Any:
    """Returns the socket to this phone; None if the server doesn't expose it."""
    return environ.get("companion.socket") or environ.get("gunicorn.socket")


def make_unread_bytes_counter(environ: Mapping[str, Any]) -> Callable[[], int]:
    """Returns a function that counts the bytes this phone hasn't acknowledged; 0 if unknown."""
    line = _line(environ)
    return partial(_unread_bytes, line) if hasattr(line, "fileno") else lambda: 0


def _unread_bytes(line: socket.socket) -> int:
    # Windows has neither of these modules. Where the connection is closed, nothing is on its way.
    if sys.platform != "win32":
        with suppress(ModuleNotFoundError, OSError, ValueError):
            from fcntl import ioctl
            from termios import TIOCOUTQ

            answer = ioctl(line.fileno(), TIOCOUTQ, struct.pack("i", 0))
            return int(struct.unpack("i", answer)[0])
    return 0


def tabs_change_message(table: Table, view: View) -> str:
    """Returns the fragments that give a phone's page at the table the tabs of `view`: its seat came
    or went. Their targets exist only on a page that has the others, and so on none twice.
    """
    keys = dict(page_tabs(table, view))
    odd = [
        f"not(:has(#tab-{key}))" if key in keys else f"has(#tab-{key})" for key in table.game.tabs
    ]
    odd_foot = [each.replace("#tab-", "[data-tab=tab-").replace(")", "])", 1) for each in odd]
    view = view.with_whole(False)
    values = {"table": table, "view": view, "viewer": viewer_seat(table), "tab": TAB_KEYS[0]}
    regions = {
        "main": ", ".join(f"#main:{each}" for each in odd),
        "foot": ", ".join(f"#foot:{each}" for each in odd_foot),
    }
    return "".join(
        htmx_fragment(target, "innerHTML", render_template(f"table/_{name}.html", **values))
        for name, target in regions.items()
        if target
    )


def page_change_message(table: Table, view: View) -> str:
    """Returns the fragments that turn the lobby's page into the table's at the start. Their targets
    exist in a lobby only: the page keeps its stream's address, so after a reconnect it is a table
    already and its section stays. As on a fresh page, closed tabs and sheets are fetched when they
    are opened.
    """
    view = view.with_whole(False)
    values = {"table": table, "view": view, "viewer": viewer_seat(table), "tab": TAB_KEYS[0]}
    regions = {
        "#top:not(:has(#slot-top))": "top",
        "#main:has(#slot-seats)": "main",
        "#foot:has(#slot-start)": "foot",
    }
    parts = [
        htmx_fragment(target, "innerHTML", render_template(f"table/_{name}.html", **values))
        for target, name in regions.items()
    ]
    return "".join((version_field_fragment(view), *parts))
