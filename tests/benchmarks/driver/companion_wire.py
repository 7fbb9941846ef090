"""The wire to the companion: an event stream and a line for taps, as a browser has them.

It reads no page: of every message only its number and its length are looked at.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
_COOKIE = re.compile(rb"(?i)\r\nset-cookie: *(companion=[^;]+)")
#: What a browser sends that costs the server something to read.
_BROWSER = "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: en\r\n"

#: One for all connections: what came is copied out of it before the next one reads.
_ROOM = bytearray(65_536)

Seen = Callable[[int], None]


class Chunks:
    """The body of an answer without a length, as it comes; inflated where it is zipped."""

    def __init__(self) -> None:
        self._raw = bytearray()
        self._left = 0
        self._inflate: Any = None

    def zipped(self) -> None:
        self._inflate = zlib.decompressobj(31)

    def feed(self, sent: bytes) -> bytes:
        """What of the body is there now."""
        self._raw += sent
        body = bytearray()
        while self._raw:
            if not self._left and not self._begin():
                break
            part = bytes(self._raw[: self._left])
            del self._raw[: len(part)]
            self._left -= len(part)
            body += part
        return self._inflate.decompress(bytes(body)) if self._inflate else bytes(body)

    def _begin(self) -> bool:
        """Reads the size of the next chunk; False while it is not there yet."""
        start = 2 if self._raw[:2] == b"\r\n" else 0
        end = self._raw.find(b"\r\n", start)
        if end < 0:
            return False
        size = int(bytes(self._raw[start:end]), 16)
        del self._raw[: end + 2]
        self._left = size
        return size > 0


class Wire(asyncio.BufferedProtocol):
    """One connection; whoever inherits takes what came."""

    transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def get_buffer(self, sizehint: int) -> bytearray:
        return _ROOM

    def buffer_updated(self, nbytes: int) -> None:
        self.came(bytes(_ROOM[:nbytes]))

    def came(self, sent: bytes) -> None:
        raise NotImplementedError


class Stream(Wire):
    """One phone's open stream. `seen` is called with the number of every message."""

    def __init__(self, path: str, cookie: str, seen: Seen, since: int = 0) -> None:
        self.taken = 0
        self.messages = 0
        self.status = 0
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._path, self._cookie, self._seen, self._since = path, cookie, seen, since
        self._head = bytearray()
        self._chunks = Chunks()
        self._text = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        last = f"Last-Event-ID: {self._since}\r\n" if self._since else ""
        request = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{_BROWSER}"
            f"Cookie: {self._cookie}\r\n{last}\r\n"
        )
        self.transport.write(request.encode())

    def came(self, sent: bytes) -> None:
        self.taken += len(sent)
        if not self.status:
            self._head += sent
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            sent = bytes(self._head[end + 4 :])
            self._begin(bytes(self._head[: end + 2]))
        if self.status == 200:
            self._read(self._chunks.feed(sent))

    def _begin(self, head: bytes) -> None:
        found = _STATUS.match(head)
        self.status = int(found[1]) if found else 599
        if b"content-encoding: gzip" in head.lower():
            self._chunks.zipped()
        if self.status != 200 and not self.opened.done():
            self.opened.set_result(self.status)

    def _read(self, text: bytes) -> None:
        self._text += text
        while (end := self._text.find(b"\n\n")) >= 0:
            if self._text.startswith(b"id: "):
                number = int(self._text[4 : self._text.find(b"\n")])
                self.messages += 1
                if not self.opened.done():
                    self.opened.set_result(200)
                self._seen(number)
            del self._text[: end + 2]

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_result(0)


class Taps(Wire):
    """One phone's line for taps, kept open between them. Answers come in the order of the taps."""

    def __init__(self, cookie: str, address: tuple[str, int]) -> None:
        self.cookie = cookie
        self._origin = f"http://{address[0]}:{address[1]}"
        self._waiting: deque[asyncio.Future[tuple[int, bytes]]] = deque()
        self._raw = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def post(self, path: str, fields: dict[str, str]) -> asyncio.Future[tuple[int, bytes]]:
        """Sends a form as htmx does; the answer's status and zipped body come with the future."""
        body = urlencode(fields)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._origin[7:]}\r\nOrigin: {self._origin}\r\n"
            f"{_BROWSER}HX-Request: true\r\nCookie: {self.cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return self.ask(head + body)

    def get(self, path: str) -> asyncio.Future[tuple[int, bytes]]:
        head = f"GET {path} HTTP/1.1\r\nHost: {self._origin[7:]}\r\n{_BROWSER}"
        return self.ask(f"{head}Cookie: {self.cookie}\r\n\r\n")

    @property
    def closed(self) -> bool:
        return self.transport is None or self.transport.is_closing()

    def ask(self, request: str) -> asyncio.Future[tuple[int, bytes]]:
        answer: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        if self.closed:
            answer.set_result((0, b""))
            return answer
        self._waiting.append(answer)
        self.transport.write(request.encode())
        return answer

    def came(self, sent: bytes) -> None:
        self._raw += sent
        while (end := self._raw.find(b"\r\n\r\n")) >= 0 and self._waiting:
            head = bytes(self._raw[: end + 2])
            length = _LENGTH.search(head)
            whole = end + 4 + (int(length[1]) if length else 0)
            if len(self._raw) < whole:
                return
            body = bytes(self._raw[end + 4 : whole])
            del self._raw[:whole]
            self._answer(head, body)

    def _answer(self, head: bytes, body: bytes) -> None:
        status = _STATUS.match(head)
        # As a browser does: the cookie of the newest answer counts.
        if fresh := _COOKIE.search(head):
            self.cookie = fresh[1].decode()
        answer = self._waiting.popleft()
        if not answer.done():
            answer.set_result((int(status[1]) if status else 599, body))

    def connection_lost(self, exc: Exception | None) -> None:
        while self._waiting:
            answer = self._waiting.popleft()
            if not answer.done():
                answer.set_result((0, b""))
