"""The wire to the peer that renders: its page, and the socket that changes the page's elements.

No state has a number here. What a phone has seen is added up from the nine cells that its page
shows, so an update that is missing, or does not change what it should, is a tap that never came.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlencode

from tests.benchmarks.driver.companion_wire import Seen
from tests.benchmarks.driver.web_socket import WebSocket

_CELL = re.compile(rb'"label":"([abc][123]): (\d+), seat (\d)"')
_BUTTON = re.compile(
    rb'"(\d+)":\{"tag":"q-btn","props":\{[^}]*\},"events":\[\{"listener_id":"([^"]+)"'
)
_CLIENT = re.compile(rb"'client_id': '([^']+)'")
_NUMBER = re.compile(rb'"_id":(\d+)')
#: Seconds after which its client says how far it has read.
_CONFIRMS = 3.0


class Page(WebSocket):
    """One phone with the page open. `cells`: how often each was tapped, and by whom last."""

    def __init__(self, page: bytes, seen: Seen) -> None:
        found = _CLIENT.search(page)
        assert found is not None, "it is a page of NiceGUI"
        self.cells: dict[str, tuple[int, int]] = {}
        self._client = found[1].decode()
        self._buttons = [(int(n), listener.decode()) for n, listener in _BUTTON.findall(page)]
        self._next = self._confirmed = 0
        asked = {"client_id": self._client, "next_message_id": 0, "implicit_handshake": "true"}
        asked |= {"document_id": self._client, "tab_id": self._client, "old_tab_id": "null"}
        super().__init__(f"/_nicegui_ws/socket.io/?{urlencode(asked)}&", seen)
        self._read(page)

    def entered(self) -> None:
        self.shows(self._total())
        self._confirm()

    def told(self, payload: bytes) -> None:
        if found := _NUMBER.search(payload):
            self._next = int(found[1]) + 1
        if self._read(payload):
            self.shows(self._total())

    def tap(self, cell: int) -> None:
        """A click on the button of this cell, counted from 1."""
        number, listener = self._buttons[cell - 1]
        click = {"id": number, "client_id": self._client, "listener_id": listener, "args": []}
        self.emit("event", click)

    def _read(self, text: bytes) -> bool:
        """Takes over what the page or an update says of cells; False where it says nothing."""
        told = {name.decode(): (int(n), int(by)) for name, n, by in _CELL.findall(text)}
        self.cells |= told
        return bool(told)

    def _total(self) -> int:
        return sum(count for count, _ in self.cells.values())

    def _confirm(self) -> None:
        if self.closed:
            return
        if self._next > self._confirmed:
            self.emit("ack", {"client_id": self._client, "next_message_id": self._next})
            self._confirmed = self._next
        asyncio.get_running_loop().call_later(_CONFIRMS, self._confirm)


async def fetch(address: tuple[str, int], path: str) -> bytes:
    """The page at this path, with its head."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    page = await reader.read()
    writer.close()
    return page
