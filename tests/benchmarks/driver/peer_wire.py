"""The wire to the peer: its web socket, as far as its own client uses it.

Frames are read only as far as needed: the number of a state, and how long a message was.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from typing import Any

from tests.benchmarks.driver.companion_wire import Seen, Wire

_STATE = re.compile(rb'"_stateID":(\d+)')
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Socket(Wire):
    """One phone at a match: it syncs once, then hears of every update and sends its own."""

    def __init__(self, game: str, match: str, seat: int, credentials: str, seen: Seen) -> None:
        self.taken = 0
        self.messages = 0
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._seen = seen
        self._game, self._match, self._seat = game, match, str(seat - 1)
        self._credentials = credentials
        self._raw = bytearray()
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def came(self, sent: bytes) -> None:
        self.taken += len(sent)
        self._raw += sent
        if not self._upgraded:
            end = self._raw.find(b"\r\n\r\n")
            if end < 0:
                return
            del self._raw[: end + 4]
            self._upgraded = True
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; servers do not mask theirs."""
        raw = self._raw
        if len(raw) < 2:
            return None
        size, start = raw[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(raw) < start:
                return None
            size = int.from_bytes(raw[2:start], "big")
        if len(raw) < start + size:
            return None
        code, payload = raw[0] & 15, bytes(raw[start : start + size])
        del raw[: start + size]
        return code, payload

    def _take(self, code: int, payload: bytes) -> None:
        if code == _PING:
            self._send(payload, _PONG)
        elif code == _CLOSE:
            self.transport.close()
        elif payload[:1] == b"0":
            self._send(f"40/{self._game},".encode())
        elif payload[:1] == b"2":
            self._send(b"3")
        elif payload.startswith(b"40/"):
            self._emit("sync", self._match, self._seat, self._credentials, 4)
        elif payload.startswith(b"42/"):
            self._event(payload)

    def _event(self, payload: bytes) -> None:
        found = _STATE.search(payload)
        if found is None:
            return
        self.messages += 1
        if not self.opened.done():
            self.opened.set_result(200)
        self._seen(int(found[1]))

    def move(self, verb: str, arguments: list[int], state: int) -> None:
        """Sends one move, made on the state with this number."""
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": verb,
                "args": arguments,
                "playerID": self._seat,
                "credentials": self._credentials,
            },
        }
        self._emit("update", action, state, self._match, self._seat)

    def _emit(self, *words: Any) -> None:
        self._send(f"42/{self._game},{json.dumps(words, separators=(',', ':'))}".encode())

    def _send(self, payload: bytes, code: int = _TEXT) -> None:
        size = len(payload)
        head = bytes([0x80 | code, 0x80 | (size if size < 126 else 126)])
        head += size.to_bytes(2, "big") if size > 125 else b""
        mask = os.urandom(4)
        key = (mask * (size // 4 + 1))[:size]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
        self.transport.write(head + mask + masked.to_bytes(size, "big"))

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_result(0)
