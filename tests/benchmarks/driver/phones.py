"""Phones and tables as the driver plays them: open, tap, and know what each phone has seen.

A table does one move after the other; that it is slow never makes the next one be measured late.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from tests.benchmarks.driver.companion_wire import Stream, Taps
from tests.benchmarks.driver.page_wire import Page, fetch
from tests.benchmarks.driver.peer_wire import Socket
from tests.benchmarks.driver.web_socket import WebSocket

Address = tuple[str, int]
#: Seconds after which a move that has not come everywhere is lost.
PATIENCE = 10.0


class Phone(Protocol):
    """One phone at a table. `seen`: the number of the newest state that it shows."""

    seen: int

    async def open(self, address: Address) -> int:
        """Connects; the status of the stream, 200 when its first view is there."""

    async def tap(self, move: str, intent: str) -> int:
        """Sends a move; 200 when it counts, as far as the wire tells."""

    @property
    def taken(self) -> int:
        """Bytes that came on the wire that pushes."""

    def close(self) -> None:
        """Hangs up, all lines at once."""


class OurPhone:
    """A phone with the companion's page open."""

    def __init__(self, table: Table, told: dict[str, Any]) -> None:
        self.seen = int(told.get("since", 0))
        self.seat = int(told["seat"])
        self.cookie = str(told["cookie"])
        self.answers: list[int] = []
        self._table = table
        self.stream: Stream | None = None
        self.taps: Taps | None = None
        self._address: Address = ("", 0)

    async def open(self, address: Address) -> int:
        loop = asyncio.get_running_loop()
        path = f"/t/{self._table.code}/stream?page=table"
        _, self.stream = await loop.create_connection(
            lambda: Stream(path, self.cookie, self._saw, self.seen), *address
        )
        status = await self.stream.opened
        if self.taps is None:
            await self.open_line(address)
        return status

    async def open_line(self, address: Address) -> None:
        """The line for taps alone, for a phone without a stream."""
        loop = asyncio.get_running_loop()
        _, self.taps = await loop.create_connection(lambda: Taps(self.cookie, address), *address)
        self._address = address

    async def tap(self, move: str, intent: str) -> int:
        assert self.taps is not None
        if self.taps.closed:
            # As a browser does: a line that nobody needed for long has been closed meanwhile.
            try:
                await self.open_line(self._address)
            except OSError:
                return 0
        fields = {"action": move, "seat": str(self.seat), "intent": intent}
        fields["seen"] = str(self.seen)
        status, body = await self.taps.post(f"/t/{self._table.code}/act", fields)
        self.answers.append(len(body))
        return status

    def _saw(self, number: int) -> None:
        self.seen = number
        self._table.check()

    @property
    def taken(self) -> int:
        return self.stream.taken if self.stream else 0

    def close(self) -> None:
        for line in (self.stream, self.taps):
            if line is not None and line.transport is not None:
                line.transport.abort()


class SocketPhone:
    """A phone whose one line is a web socket, which tells it nothing but what it shows next."""

    socket: WebSocket | None = None

    def __init__(self, table: Table, told: dict[str, Any]) -> None:
        self.seen = -1
        self.seat = int(told["seat"])
        self.answers: list[int] = []
        self._told = told
        self._table = table

    async def open(self, address: Address) -> int:
        line = self.socket = await self._line(address)
        await asyncio.get_running_loop().create_connection(lambda: line, *address)
        return await line.opened

    async def tap(self, move: str, intent: str) -> int:
        verb, *numbers = move.split()
        self._send(verb, [int(number) for number in numbers])
        return 200

    async def _line(self, address: Address) -> WebSocket:
        raise NotImplementedError

    def _send(self, verb: str, numbers: list[int]) -> None:
        raise NotImplementedError

    def _saw(self, number: int) -> None:
        self.seen = number
        self._table.check()

    @property
    def taken(self) -> int:
        return self.socket.taken if self.socket else 0

    def close(self) -> None:
        if self.socket is not None and self.socket.transport is not None:
            self.socket.transport.abort()


class PeerPhone(SocketPhone):
    """A phone with the peer's client."""

    socket: Socket | None = None

    async def _line(self, address: Address) -> Socket:
        game, match = str(self._told["game"]), self._table.code
        return Socket(game, match, self.seat, self._told["credentials"], self._saw)

    def _send(self, verb: str, numbers: list[int]) -> None:
        assert self.socket is not None
        self.socket.move(verb, numbers, self.seen)


class RenderedPhone(SocketPhone):
    """A phone with a page of the peer that renders."""

    socket: Page | None = None

    async def _line(self, address: Address) -> Page:
        return Page(await fetch(address, self._told["page"]), self._saw)

    def _send(self, verb: str, numbers: list[int]) -> None:
        assert self.socket is not None
        self.socket.tap(numbers[0])


def phone_of(table: Table, told: dict[str, Any]) -> OurPhone | SocketPhone:
    """The phone that this description is of."""
    if "credentials" in told:
        return PeerPhone(table, told)
    return RenderedPhone(table, told) if "page" in told else OurPhone(table, told)


class Table:
    """One table: its phones in the order of the seats, and the moves that it will play."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.code = str(told["code"])
        self.moves: deque[list[Any]] = deque(told.get("moves", ()))
        self.phones = [phone_of(self, each) for each in told["phones"]]
        self.due: deque[float] = deque()
        self.busy = False
        self.intents = 0
        self._target = 0
        self._everywhere: asyncio.Future[None] | None = None

    @property
    def newest(self) -> int:
        return max(phone.seen for phone in self.phones)

    def shown(self) -> dict[str, Any]:
        """The cells that each page shows, and how many moves are left to play."""
        pages = [phone.socket for phone in self.phones if isinstance(phone, RenderedPhone)]
        return {"left": len(self.moves), "cells": [page.cells for page in pages if page]}

    def check(self) -> None:
        """Called whenever a phone has seen something."""
        if self._everywhere is None or self._everywhere.done():
            return
        if all(phone.seen >= self._target for phone in self.phones):
            self._everywhere.set_result(None)

    async def play(self, answered: Callable[[], None] | None = None) -> str:
        """The next move, until the last phone has it: "done", "refused" or "lost"."""
        seat, move = self.moves.popleft()
        phone = self.phones[seat - 1]
        self._target = self.newest + 1
        self._everywhere = asyncio.get_running_loop().create_future()
        self.intents += 1
        try:
            async with asyncio.timeout(PATIENCE):
                status = await phone.tap(move, f"{self.code}-{self.intents}-{self._target}")
                if answered is not None:
                    answered()
                if status != 200:
                    return "refused" if 400 <= status < 500 else "lost"
                await self._everywhere
        except TimeoutError:
            return "lost"
        return "done"
