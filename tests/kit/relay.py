"""A relay before a server, which passes everything on until it is told to stop."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from tests.kit.ports import HOUSE


class Relay:
    """`port`: where it listens. `last_chunk`: a client's next chunk that holds these bytes is
    passed on, and then nothing any more, in neither direction; nobody is told so. Other chunks do
    not count: a pool may be opening a connection at that moment.
    """

    def __init__(self, listener: socket.socket, beyond: int) -> None:
        self.port = int(listener.getsockname()[1])
        self.passed = threading.Event()
        self._beyond = beyond
        self._last: bytes | None = None
        self._listener = listener
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def last_chunk(self, held: bytes) -> None:
        self._last = held

    def close(self) -> None:
        """All that went through it breaks."""
        # A thread that accepts or receives wakes up only of this.
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
                for ends in ((near, far, True), (far, near, False)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, sent: bool) -> None:
        with suppress(OSError):
            while chunk := source.recv(65_536):
                if self.passed.is_set():
                    continue
                is_last = sent and self._last is not None and self._last in chunk
                if is_last:
                    self.passed.set()  # before the answer can come
                target.sendall(chunk)


@contextmanager
def relaying(port: int) -> Iterator[Relay]:
    with closing(Relay(socket.create_server((HOUSE, 0)), port)) as relay:
        yield relay
