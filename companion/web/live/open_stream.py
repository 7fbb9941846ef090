"""Runs an open stream until the phone hangs up or the server stops.

Heartbeats have fixed times that rings don't move, so a phone hears in time that its connection
lives even when rings bring it no news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import Context
from math import ceil

from companion.live.watcher import Watcher
from companion.web.live.phone_stream import PhoneStream

#: Key of the request's environment with a function that registers a callback for the phone's
#: hang-up, called at most once.
HANG_UP_ENVIRON_KEY = "companion.hang_up"

#: Seconds. From intervals of `LONG_INTERVAL_SECONDS` on, beats of many phones are rounded up to
#: multiples of `COMMON_BEAT_SECONDS`, so that the processor wakes once for all of them.
LONG_INTERVAL_SECONDS, COMMON_BEAT_SECONDS = 5.0, 0.25


def open_stream(
    line: PhoneStream,
    watcher: Watcher,
    request: Context,
    heartbeat: float,
    ticks: Callable[[], float],
) -> Iterator[bytes]:
    """Yields one phone's messages. `request`: the context to draw in, not entered while waiting.
    `heartbeat`: seconds between beats; `ticks`: a clock in seconds.
    """
    beat_at = first_heartbeat_at(ticks(), heartbeat)
    news = request.run(line.first_message)
    while True:
        watcher.rests = line.is_waiting_for_news
        if news:
            watcher.begin_message()
            yield news
            watcher.mark_message_sent()
        if line.over or watcher.must_end:
            return
        rung = watcher.wait(min(beat_at - ticks(), line.due))
        if watcher.must_end:
            return
        beats = ticks() >= beat_at
        if beats:
            beat_at = next_heartbeat_at(beat_at, ticks(), heartbeat)
        news = request.run(line.message_when_woken, rung, beats or not rung)


def first_heartbeat_at(now: float, heartbeat: float) -> float:
    """Returns the time of the first beat of a stream that starts now."""
    at = now + heartbeat
    return (
        ceil(at / COMMON_BEAT_SECONDS) * COMMON_BEAT_SECONDS
        if heartbeat >= LONG_INTERVAL_SECONDS
        else at
    )


def next_heartbeat_at(last: float, now: float, heartbeat: float) -> float:
    """Returns the time of the next heartbeat (monotonic seconds): `heartbeat` after the last one,
    or after now if that time has passed.
    """
    at = last + heartbeat
    return at if at > now else first_heartbeat_at(now, heartbeat)
