"""A phone's end of an open stream, without anything else that keeps a line open."""

from __future__ import annotations

import socket

from tests.kit.ports import HOUSE
from tests.kit.served import GENEROUS


class Stream:
    """Open from now on. `cookie`: whose; a passer-by's without."""

    def __init__(
        self, port: int, code: str, cookie: str = "", version: str = "1.1", page: str = "lobby"
    ) -> None:
        self.line = socket.create_connection((HOUSE, port), GENEROUS)
        head = f"GET /t/{code}/stream?page={page} HTTP/{version}\r\nHost: {HOUSE}\r\n"
        self.line.sendall(
            f"{head}{f'Cookie: {cookie}' if cookie else 'X-No: body'}\r\n\r\n".encode()
        )
        self.told = b""

    def hear(self, word: bytes, times: int = 1) -> bytes:
        """All so far, once this has come so often."""
        while self.told.count(word) < times:
            more = self.line.recv(65536)
            assert more, "it hung up"
            self.told += more
        return self.told

    def leave(self) -> None:
        self.line.close()
