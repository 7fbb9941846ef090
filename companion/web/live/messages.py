"""Writes a stream's messages: fragments for htmx to swap in, and heartbeats."""

from __future__ import annotations

from companion.web.site.site import site


def message(html: str, seq: int) -> str:
    """One unnamed event: htmx swaps its fragments in. In html a blank does for a line's end, which
    would begin another line of the event, and with it six more letters.
    """
    # Not by an expression: a view is long, and this is ten times as fast.
    line = html.replace("\r", " ").replace("\n", " ")
    return f"id: {seq}\ndata: {line}\n\n"


def heartbeat(seq: int) -> str:
    """A named event: tells the phone's watchdog that the line is alive, and by whose version, so
    that a page left open over an upgrade notices.
    """
    return f"event: hb\ndata: {seq} {site().version}\n\n"
