"""Writes a stream's messages, and knows what of them the line to a phone has not taken yet.

That is known only where the server hands us the socket itself; behind a proxy it is the proxy's.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Mapping
from typing import Any

from flask import render_template

from companion.referee.panels import TABS
from companion.tables import Table
from companion.web.page.slots import View, fragment
from companion.web.request.phone import viewer_at
from companion.web.site import site


def sse_message(html: str, seq: int) -> str:
    """One unnamed event: htmx swaps its fragments in. In html a blank does for a line's end, which
    would begin another line of the event, and with it six more letters.
    """
    # Not by an expression: a view is long, and this is ten times as fast.
    line = html.replace("\r", " ").replace("\n", " ")
    return f"id: {seq}\ndata: {line}\n\n"


def heartbeat_message(seq: int) -> str:
    """A named event: tells the phone's watchdog that the line is alive, and by whose version, so
    that a page left open over an upgrade notices.
    """
    return f"event: hb\ndata: {seq} {site().version}\n\n"


def _line(environ: Mapping[str, Any]) -> Any:
    """The socket to this phone; None where the server does not hand it over."""
    return environ.get("companion.socket") or environ.get("gunicorn.socket")


def unread(environ: Mapping[str, Any]) -> Callable[[], int]:
    """Asks how many bytes were sent to this phone that it has not confirmed; 0 if unknown."""
    line = _line(environ)
    if sys.platform == "win32" or not hasattr(line, "fileno"):
        return lambda: 0
    # Not at the top of the module: no such question can be asked on Windows.
    from fcntl import ioctl
    from termios import TIOCOUTQ

    def count() -> int:
        try:
            answer = ioctl(line.fileno(), TIOCOUTQ, struct.pack("i", 0))
        except (OSError, ValueError):
            return 0  # the connection is closed
        return int(struct.unpack("i", answer)[0])

    return count


def page_change_message(table: Table, view: View) -> str:
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
