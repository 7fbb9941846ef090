"""The lines of a phone: HTTP as a browser speaks it, and the web socket of socket.io."""

from __future__ import annotations

import asyncio
import json
import os
import re
import zlib
from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import urlencode

Address = tuple[str, int]
#: An answer's status, 0 where none came, and its body as it came, zipped or not.
Answer = tuple[int, bytes]
NO_ANSWER: Answer = (0, b"")

_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
_COOKIE = re.compile(rb"(?i)\r\nset-cookie: *(companion=[^;]+)")
#: What a browser sends that costs the server something to read.
_BROWSER = "Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nAccept-Language: en\r\n"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_ZIPPED = 0x40


class Line(asyncio.StreamReader):
    """One connection, and how many bytes came on it. `opened`: 200 when what it is for is there,
    another status or 0 where it never will be.
    """

    def __init__(self) -> None:
        super().__init__(limit=2**22)
        self.taken = 0
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.writer: asyncio.StreamWriter | None = None

    async def connect(self, address: Address) -> None:
        loop = asyncio.get_running_loop()
        protocol = asyncio.StreamReaderProtocol(self, loop=loop)
        transport, _ = await loop.create_connection(lambda: protocol, *address)
        self.writer = asyncio.StreamWriter(transport, protocol, self, loop)

    def feed_data(self, data: Any) -> None:
        self.taken += len(data)
        super().feed_data(data)

    def send(self, told: str | bytes) -> None:
        assert self.writer is not None
        self.writer.write(told if isinstance(told, bytes) else told.encode())

    def is_open_with(self, status: int) -> None:
        if not self.opened.done():
            self.opened.set_result(status)

    @property
    def closed(self) -> bool:
        return self.writer is None or self.writer.is_closing() or self.at_eof()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()

    async def head(self) -> tuple[int, bytes]:
        """Status and head of the answer that comes next."""
        head = await self.readuntil(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), head

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The parts of a body without a length, as they come."""
        while size := int(await self.readuntil(b"\r\n"), 16):
            yield (await self.readexactly(size + 2))[:-2]


async def stream(line: Line, path: str, cookie: str, since: int) -> AsyncGenerator[int, None]:
    """The number of every message of this stream. The page in them is not read."""
    last = f"Last-Event-ID: {since}\r\n" if since else ""
    line.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{_BROWSER}Cookie: {cookie}\r\n{last}\r\n")
    status, head = await line.head()
    if status != 200:
        line.is_open_with(status)
        return
    inflate = zlib.decompressobj(31) if b"content-encoding: gzip" in head.lower() else None
    text = b""
    async for part in line.chunks():
        text += inflate.decompress(part) if inflate else part
        *messages, text = text.split(b"\n\n")
        for message in messages:
            if message.startswith(b"id: "):
                yield int(message[4:].partition(b"\n")[0])
                line.is_open_with(200)


class Requests:
    """A phone's line for requests, kept open between them. Answers come in the order of the
    requests.
    """

    def __init__(self, cookie: str, address: Address) -> None:
        self.cookie = cookie
        self._address = address
        self._host = f"{address[0]}:{address[1]}"
        self._line: Line | None = None
        self._turn = asyncio.Lock()

    async def connect(self) -> None:
        self._line = Line()
        await self._line.connect(self._address)

    async def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Sends a form as htmx does."""
        body = urlencode(fields)
        return await self.ask(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nOrigin: http://{self._host}\r\n"
            f"{_BROWSER}HX-Request: true\r\nCookie: {self.cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )

    async def get(self, path: str) -> Answer:
        head = f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n{_BROWSER}Cookie: {self.cookie}\r\n"
        return await self.ask(f"{head}\r\n")

    async def ask(self, request: str) -> Answer:
        """The answer to it. As a browser does: who waits no longer closes the line, and one that
        was closed is opened anew.
        """
        try:
            if self._line is None or self._line.closed:
                await self.connect()
            line = self._line
            assert line is not None
            line.send(request)
            async with self._turn:
                return await self._answer(line)
        except (OSError, EOFError):
            return NO_ANSWER
        except asyncio.CancelledError:
            self.close()
            raise

    async def _answer(self, line: Line) -> Answer:
        status, head = await line.head()
        # As a browser does: the cookie of the newest answer counts.
        if fresh := _COOKIE.search(head):
            self.cookie = fresh[1].decode()
        length = _LENGTH.search(head)
        return status, await line.readexactly(int(length[1])) if length else b""

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


async def page_of(address: Address, path: str) -> bytes:
    """The page at this path, with its head, on a line of its own."""
    line = Line()
    await line.connect(address)
    line.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    page = await line.read()
    line.close()
    return page


class Socket(Line):
    """A web socket as socket.io uses it, on the side of a phone."""

    def __init__(self, room: str = "") -> None:
        super().__init__()
        self._room = room

    async def messages(self, path: str) -> AsyncGenerator[bytes, None]:
        """What the server says: first that the phone is let in, "40...", then "42[...]" each."""
        self.send(
            f"GET {path}EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
        )
        await self.head()
        async for code, payload in self._frames():
            if code == _PING:
                self._frame(payload, _PONG)
            elif code == _CLOSE:
                return
            elif payload[:1] == b"0":
                self._frame(f"40{self._room}".encode())
            elif payload[:1] == b"2":
                self._frame(b"3")
            elif payload[:2] in (b"40", b"42"):
                yield payload

    def emit(self, *words: Any) -> None:
        """Sends a message of the phone's."""
        self._frame(f"42{self._room}{json.dumps(words, separators=(',', ':'))}".encode())

    async def _frames(self) -> AsyncGenerator[tuple[int, bytes], None]:
        """Kind and payload of each whole frame; servers do not mask theirs."""
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while True:
            code, size = await self.readexactly(2)
            if size > 125:
                size = int.from_bytes(await self.readexactly(2 if size == 126 else 8), "big")
            payload = await self.readexactly(size)
            if code & _ZIPPED:
                payload = inflate.decompress(payload + b"\0\0\xff\xff")
            yield code & 15, payload

    def _frame(self, payload: bytes, code: int = _TEXT) -> None:
        size = len(payload)
        head = bytes([0x80 | code, 0x80 | (size if size < 126 else 126)])
        head += size.to_bytes(2, "big") if size > 125 else b""
        mask = os.urandom(4)
        key = (mask * (size // 4 + 1))[:size]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
        self.send(head + mask + masked.to_bytes(size, "big"))
