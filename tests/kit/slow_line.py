"""A slow line before a server: so many bits a second each way, and so long from end to end.

A browser's own delay does nothing on this machine, and not every kernel has Linux's (netem).
Here bytes are held back on their way, by all connections together; a new one costs a round trip.
"""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from tests.kit.ports import HOUSE

#: Bytes that go on together: what one packet holds, about.
PACKET = 1_400


class Lane:
    """One direction. `rate`: bits a second; `delay`: seconds from end to end."""

    def __init__(self, rate: float, delay: float) -> None:
        self.rate, self.delay = rate, delay
        self._free = 0.0
        self._lock = threading.Lock()

    def arrival(self, size: int, later: float) -> float:
        """When so many bytes that are sent now are there; `later`: seconds more."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size * 8 / self.rate
            return self._free + self.delay + later


class SlowLine:
    """`port`: where it listens."""

    def __init__(self, listener: socket.socket, beyond: int, rate: float, trip: float) -> None:
        self.port = int(listener.getsockname()[1])
        self._trip, self._beyond, self._listener = trip, beyond, listener
        self._lanes = Lane(rate, trip / 2), Lane(rate, trip / 2)
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """All that went through it breaks."""
        for each in (self._listener, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection((HOUSE, self._beyond))
                self._open += [near, far]
                up, down = self._lanes
                self._join(near, far, up, self._trip)
                self._join(far, near, down, 0.0)

    def _join(self, source: socket.socket, target: socket.socket, lane: Lane, first: float) -> None:
        held = queue.SimpleQueue[tuple[float, bytes]]()
        for work in (
            lambda: _take(source, lane, held, first),
            lambda: _give(target, held),
        ):
            threading.Thread(target=work, daemon=True).start()


def _take(
    source: socket.socket, lane: Lane, held: queue.SimpleQueue[tuple[float, bytes]], first: float
) -> None:
    with suppress(OSError):
        while chunk := source.recv(PACKET):
            held.put((lane.arrival(len(chunk), first), chunk))
            first = 0.0
    held.put((0.0, b""))


def _give(target: socket.socket, held: queue.SimpleQueue[tuple[float, bytes]]) -> None:
    with suppress(OSError):
        while (packet := held.get())[1]:
            time.sleep(max(0.0, packet[0] - time.monotonic()))
            target.sendall(packet[1])
        target.shutdown(socket.SHUT_WR)


@contextmanager
def slow_line(port: int, rate: float, trip: float) -> Iterator[SlowLine]:
    """A line before this port; `trip`: seconds there and back."""
    with closing(SlowLine(socket.create_server((HOUSE, 0)), port, rate, trip)) as line:
        yield line
