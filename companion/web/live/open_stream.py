"""One phone's stream while it is open: when it says something, and that it is left once.

Whoever serves it says how it waits. A server of ours keeps thousands without a thread for each, see
`cli/kept_streams.py`; for any other the stream is an iterator, and its thread waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import Context

from companion.live.watcher import Watcher
from companion.web.live.phone_stream import PhoneStream

#: Where a server that keeps open streams itself says, with the request, how one is handed over.
KEEPER = "companion.keeper"


class OpenStream:
    """Woken at every ring and at every beat. The request's context is there only for drawing,
    never while waiting: a thread may serve several streams in turn.

    `heartbeat`: seconds between two signs of life. `leave`: told once, when nobody is there any
    more.
    """

    def __init__(
        self,
        line: PhoneStream,
        watcher: Watcher,
        request: Context,
        heartbeat: float,
        leave: Callable[[Watcher], None],
    ) -> None:
        self.watcher = watcher
        #: Whether a server keeps it beyond the answer that began it.
        self.is_kept = False
        self._line = line
        self._request = request
        self._heartbeat = heartbeat
        self._leave = leave

    @property
    def over(self) -> bool:
        """Whether nothing comes any more."""
        return self._line.over or self.watcher.closed

    @property
    def pause(self) -> float:
        """Seconds until it says something of itself."""
        return min(self._heartbeat, self._line.due)

    def begin(self) -> bytes:
        """What the phone is sent at once."""
        return self._said(self._request.run(self._line.begin))

    def wake(self, rung: bool) -> bytes:
        """What it is sent when somebody has rung, or else at a beat; may be nothing. After the bell
        has closed it is.
        """
        if self.watcher.closed:
            return b""
        return self._said(self._request.run(self._line.wake, rung))

    def _said(self, news: bytes) -> bytes:
        self.watcher.rests = self._line.rests
        return news

    def answered(self) -> None:
        """The answer that began it has ended: so has the stream, unless a server keeps it."""
        if not self.is_kept:
            self.leave()

    def leave(self) -> None:
        """Nobody is there any more."""
        self._leave(self.watcher)

    def say(self, news: bytes, send: Callable[[bytes], None]) -> None:
        """Sends it, if it is anything, and lets the bell know whether the line takes it."""
        if news:
            self.watcher.send()
            send(news)
            self.watcher.sent()

    def __iter__(self) -> Iterator[bytes]:
        news = self.begin()
        while True:
            if news:
                self.watcher.send()
                yield news
                self.watcher.sent()
            if self.over:
                return
            news = self.wake(self.watcher.wait(self.pause))
