"""Phones and tables as the driver plays them: open, tap, and know what each phone has seen.

A table does one move after the other; that it is slow never makes the next one be measured late.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing, suppress
from typing import Any
from urllib.parse import urlencode

from tests.benchmarks.driver.wires import Address, Line, Requests, Socket, page_of, stream

#: Seconds after which a move that has not come everywhere is lost.
PATIENCE = 10.0
#: Seconds after which NiceGUI's client says how far it has read.
CONFIRMS = 3.0

_STATE = re.compile(rb'"_stateID":(\d+)')
_CELL = re.compile(rb'"label":"([abc][123]): (\d+), seat (\d)"')
_BUTTON = re.compile(
    rb'"(\d+)":\{"tag":"q-btn","props":\{[^}]*\},"events":\[\{"listener_id":"([^"]+)"'
)
_CLIENT = re.compile(rb"'client_id': '([^']+)'")
_NUMBER = re.compile(rb'"_id":(\d+)')


class Phone:
    """One phone on a seat. `seen`: the number of the newest state that it shows."""

    seen = -1

    def __init__(self, table: Table, told: dict[str, Any]) -> None:
        self.told = told
        self.seat = int(told["seat"])
        #: Bytes of each answer to a tap.
        self.answers: list[int] = []
        self.line: Line | None = None
        self.table = table
        self._following: asyncio.Task[None] | None = None

    async def open(self, address: Address) -> int:
        """Connects; 200 when its first view is there, another status or 0 where it never comes."""
        line = self.line = self.new_line()
        await line.connect(address)
        self._following = asyncio.create_task(self._follow(line, address))
        return await line.opened

    async def _follow(self, line: Line, address: Address) -> None:
        with suppress(OSError, EOFError):
            async with aclosing(self.states(line, address)) as states:
                async for number in states:
                    self.seen = number
                    line.is_open_with(200)
                    self.table.check()
        line.is_open_with(0)

    def new_line(self) -> Line:
        """The line on which it hears what is new."""
        return Line()

    def states(self, line: Line, address: Address) -> AsyncGenerator[int, None]:
        """The number of every state that comes on it."""
        raise NotImplementedError

    async def tap(self, move: str, intent: str) -> int:
        """Sends a move; 200 when it counts, as far as the wire tells."""
        raise NotImplementedError

    @property
    def taken(self) -> int:
        """Bytes that came on the line that pushes."""
        return self.line.taken if self.line else 0

    def close(self) -> None:
        """Hangs up, all lines at once."""
        if self.line is not None:
            self.line.close()


class OurPhone(Phone):
    """A phone with the companion's page open."""

    seen = 0

    def __init__(self, table: Table, told: dict[str, Any]) -> None:
        super().__init__(table, told)
        self.cookie = str(told["cookie"])
        self.requests: Requests | None = None

    async def open(self, address: Address) -> int:
        status = await super().open(address)
        self.requests = self.requests or Requests(self.cookie, address)
        return status

    def states(self, line: Line, address: Address) -> AsyncGenerator[int, None]:
        return stream(line, f"/t/{self.table.code}/stream?page=table", self.cookie, self.seen)

    async def tap(self, move: str, intent: str) -> int:
        fields = {"action": move, "seat": str(self.seat), "intent": intent, "seen": str(self.seen)}
        assert self.requests is not None
        status, body = await self.requests.post(f"/t/{self.table.code}/act", fields)
        self.answers.append(len(body))
        return status

    def close(self) -> None:
        super().close()
        if self.requests is not None:
            self.requests.close()


class BoardgamePhone(Phone):
    """A phone with boardgame.io's client: it syncs once, then hears of every update."""

    line: Socket | None

    def new_line(self) -> Line:
        return Socket(f"/{self.told['game']},")

    async def states(self, line: Line, address: Address) -> AsyncGenerator[int, None]:
        assert isinstance(line, Socket)
        async for message in line.messages("/socket.io/?"):
            if message.startswith(b"40"):
                line.emit("sync", self.table.code, self._player, self.told["credentials"], 4)
            elif found := _STATE.search(message):
                yield int(found[1])

    async def tap(self, move: str, intent: str) -> int:
        verb, *numbers = move.split()
        payload = {"type": verb, "args": [*map(int, numbers)], "playerID": self._player}
        payload["credentials"] = self.told["credentials"]
        assert self.line is not None
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.line.emit("update", action, self.seen, self.table.code, self._player)
        return 200

    @property
    def _player(self) -> str:
        return str(self.seat - 1)


class NiceguiPhone(Phone):
    """A phone with a page of NiceGUI. No state has a number there: what it has seen is added up
    from the nine cells that its page shows, so an update that is missing, or does not change what
    it should, is a tap that never came. `cells`: how often each was tapped, and by whom last.
    """

    line: Socket | None

    def __init__(self, table: Table, told: dict[str, Any]) -> None:
        super().__init__(table, told)
        self.cells: dict[str, tuple[int, int]] = {}
        self._client = ""
        self._buttons: list[tuple[int, str]] = []
        self._next = self._confirmed = 0

    def new_line(self) -> Line:
        return Socket()

    async def states(self, line: Line, address: Address) -> AsyncGenerator[int, None]:
        assert isinstance(line, Socket)
        self.has_page(await page_of(address, self.told["page"]))
        asked = {"client_id": self._client, "next_message_id": 0, "implicit_handshake": "true"}
        asked |= {"document_id": self._client, "tab_id": self._client, "old_tab_id": "null"}
        async for message in line.messages(f"/_nicegui_ws/socket.io/?{urlencode(asked)}&"):
            if message.startswith(b"40"):
                self._confirm(line)
                yield self.total
            elif self.hears(message):
                yield self.total

    def has_page(self, page: bytes) -> None:
        """Its page has come."""
        found = _CLIENT.search(page)
        assert found is not None, "it is a page of NiceGUI"
        self._client = found[1].decode()
        self._buttons = [(int(n), listener.decode()) for n, listener in _BUTTON.findall(page)]
        self.hears(page)

    def hears(self, text: bytes) -> bool:
        """Takes over what the page or an update says of cells; False where it says nothing."""
        if found := _NUMBER.search(text):
            self._next = int(found[1]) + 1
        news = {name.decode(): (int(n), int(by)) for name, n, by in _CELL.findall(text)}
        self.cells |= news
        return bool(news)

    @property
    def total(self) -> int:
        """How often all cells of its page were tapped."""
        return sum(count for count, _ in self.cells.values())

    def click(self, cell: int) -> dict[str, Any]:
        """A click on the button of this cell, counted from 1."""
        number, listener = self._buttons[cell - 1]
        return {"id": number, "client_id": self._client, "listener_id": listener, "args": []}

    async def tap(self, move: str, intent: str) -> int:
        assert self.line is not None
        self.line.emit("event", self.click(int(move.split()[1])))
        return 200

    def _confirm(self, line: Socket) -> None:
        if line.closed:
            return
        if self._next > self._confirmed:
            line.emit("ack", {"client_id": self._client, "next_message_id": self._next})
            self._confirmed = self._next
        asyncio.get_running_loop().call_later(CONFIRMS, self._confirm, line)


def phone_of(table: Table, told: dict[str, Any]) -> Phone:
    """The phone that this description is of."""
    kind = {"cookie": OurPhone, "credentials": BoardgamePhone, "page": NiceguiPhone}
    return next(kind[each] for each in kind if each in told)(table, told)


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

    @property
    def ours(self) -> list[OurPhone]:
        """The phones, at a table of the companion's."""
        return [phone for phone in self.phones if isinstance(phone, OurPhone)]

    def check(self) -> None:
        """Called whenever a phone has seen something."""
        if self._everywhere is None or self._everywhere.done():
            return
        if all(phone.seen >= self._target for phone in self.phones):
            self._everywhere.set_result(None)

    async def play(self, answered: Callable[[], None]) -> str:
        """The next move, until the last phone has it: "done", "refused" or "lost"."""
        seat, move = self.moves.popleft()
        self._target = self.newest + 1
        self._everywhere = asyncio.get_running_loop().create_future()
        self.intents += 1
        try:
            async with asyncio.timeout(PATIENCE):
                intent = f"{self.code}-{self.intents}-{self._target}"
                status = await self.phones[seat - 1].tap(move, intent)
                answered()
                if status != 200:
                    return "refused" if 400 <= status < 500 else "lost"
                await self._everywhere
        except TimeoutError:
            return "lost"
        return "done"


class Hall:
    """All tables of this driver, and what it holds open until it ends."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.tables: dict[str, Table] = {}
        self.held: list[Any] = []

    def chosen(self, codes: Iterable[str]) -> list[Table]:
        """The tables with these codes; all of them without any."""
        return [self.tables[code] for code in codes] or list(self.tables.values())
