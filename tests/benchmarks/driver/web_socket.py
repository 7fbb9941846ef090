"""A web socket as socket.io uses it, on the side of a phone: frames, signs of life, messages."""

from __future__ import annotations

import asyncio
import json
import os
import zlib
from typing import Any

from tests.benchmarks.driver.companion_wire import Seen, Wire

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_ZIPPED = 0x40


class WebSocket(Wire):
    """One connection. Whoever inherits says what it enters with, and takes what is told to it."""

    def __init__(self, path: str, seen: Seen, room: str = "") -> None:
        self.taken = 0
        self.messages = 0
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._seen = seen
        self._path, self._room = path, room
        self._raw = bytearray()
        self._upgraded = False
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(
            f"GET {self._path}EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
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

    def entered(self) -> None:
        """It is let in."""
        raise NotImplementedError

    def told(self, payload: bytes) -> None:
        """A message of the server's."""
        raise NotImplementedError

    def emit(self, *words: Any) -> None:
        """Sends a message of the phone's."""
        self._send(f"42{self._room}{json.dumps(words, separators=(',', ':'))}".encode())

    def shows(self, number: int) -> None:
        """The phone shows this state; with the first one it is open."""
        self.messages += 1
        if not self.opened.done():
            self.opened.set_result(200)
        self._seen(number)

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
        code, payload = raw[0], bytes(raw[start : start + size])
        del raw[: start + size]
        if code & _ZIPPED:
            payload = self._inflate.decompress(payload + b"\0\0\xff\xff")
        return code & 15, payload

    def _take(self, code: int, payload: bytes) -> None:
        if code == _PING:
            self._send(payload, _PONG)
        elif code == _CLOSE:
            self.transport.close()
        elif payload[:1] == b"0":
            self._send(f"40{self._room}".encode())
        elif payload[:1] == b"2":
            self._send(b"3")
        elif payload.startswith(b"40"):
            self.entered()
        elif payload.startswith(b"42"):
            self.told(payload)

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
