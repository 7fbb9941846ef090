"""Open streams that nothing waits for: thousands of phones sleep, and a greenlet that has once
drawn a page holds 20 kB for as long as it lives. A ring or the next beat begins one, and it ends
when all is said. Decides nothing: what is said, `web/live/open_stream.py` knows.

Imported only after the standard library was patched.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

import gevent

from companion.cli.vanished import has_vanished, note
from companion.web.live.open_stream import OpenStream

#: What ends an answer that is sent in chunks.
LAST = b"0\r\n\r\n"

#: Seconds: what comes after so many may come later by up to so many.
PATIENT, TOGETHER = 5.0, 0.25


class KeptStream:
    """A stream whose answer has begun on this line. `chunked`: how it goes on. `ended`: told once,
    when the line is closed.
    """

    def __init__(
        self, stream: OpenStream, line: Any, caller: Any, chunked: bool, ended: Callable[[], None]
    ) -> None:
        self._stream = stream
        self._line = line
        self._caller = caller
        self._chunked = chunked
        self._ended = ended
        self._timer: Any = None
        self._is_awake = False
        stream.is_kept = True
        stream.watcher.called = self._come
        self._wait()

    def _wait(self) -> None:
        self._is_awake = False
        if self._stream.watcher.is_rung:
            self._come()
        else:
            self._timer = _alarm(self._stream.pause, self._come)

    def _come(self) -> None:
        """At a ring or a beat. Never twice at a time: what rings meanwhile is heard afterwards."""
        if not self._is_awake:
            self._is_awake = True
            if self._timer is not None:
                self._timer.close()
            gevent.spawn(self._tell)

    def _tell(self) -> None:
        goes_on = False
        try:
            goes_on = self._told()
        except OSError as error:
            if not has_vanished(error):
                raise
            note(self._caller, error)
        finally:
            if goes_on:
                self._wait()
            else:
                self._end()

    def _told(self) -> bool:
        """Whether there will be more."""
        stream = self._stream
        stream.say(stream.wake(stream.watcher.take_ring()), self._send)
        if stream.over and self._chunked:
            self._line.sendall(LAST)
        return not stream.over

    def _send(self, news: bytes) -> None:
        self._line.sendall(b"%x\r\n%b\r\n" % (len(news), news) if self._chunked else news)

    def _end(self) -> None:
        self._stream.watcher.called = None
        self._stream.leave()
        self._line.close()
        self._ended()


def _alarm(pause: float, callback: Callable[[], None]) -> Any:
    """Calls after so many seconds; with others that are about to call, so that the processor, which
    sleeps in between, wakes once for all of them.
    """
    loop, is_patient = gevent.get_hub().loop, pause >= PATIENT
    if is_patient:
        at = ceil((loop.now() + pause) / TOGETHER) * TOGETHER
        pause = at - loop.now()
    timer = loop.timer(pause)
    timer.start(callback, update=not is_patient)
    return timer
