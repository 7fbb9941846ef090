"""An open stream: when one phone is sent something, until it hangs up or the server stops.

Beats come at times of their own that no ring moves: where tables are rung often without news, the
phones of the others still hear in time that their line lives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import Context
from math import ceil

from companion.live.watcher import Watcher
from companion.web.live.phone_stream import PhoneStream

#: Where a server says, with the request, how one is told that the phone has hung up: called with
#: what is to be called then, at most once.
HANG_UP = "companion.hang_up"

#: Seconds between two beats from which on the beats of many phones are sent together, and how far
#: these are apart: so the processor, which sleeps in between, wakes once for all of them.
PATIENT, TOGETHER = 5.0, 0.25


def open_stream(
    line: PhoneStream,
    watcher: Watcher,
    request: Context,
    heartbeat: float,
    ticks: Callable[[], float],
) -> Iterator[bytes]:
    """What the phone is sent, message by message.

    `request`: its context is there only for drawing, never while waiting. `heartbeat`: seconds
    between two signs of life.
    """
    beat_at = first_beat(ticks(), heartbeat)
    news = request.run(line.begin)
    while True:
        watcher.rests = line.rests
        if news:
            watcher.send()
            yield news
            watcher.sent()
        if line.over or watcher.ended:
            return
        rung = watcher.wait(min(beat_at - ticks(), line.due))
        if watcher.ended:
            return
        beats = ticks() >= beat_at
        if beats:
            beat_at = next_beat(beat_at, ticks(), heartbeat)
        news = request.run(line.wake, rung, beats or not rung)


def first_beat(now: float, heartbeat: float) -> float:
    """When the first beat of a stream comes that begins now."""
    at = now + heartbeat
    return ceil(at / TOGETHER) * TOGETHER if heartbeat >= PATIENT else at


def next_beat(last: float, now: float, heartbeat: float) -> float:
    """When the one after that comes; after a time in which the machine stood still, anew."""
    at = last + heartbeat
    return at if at > now else first_beat(now, heartbeat)
