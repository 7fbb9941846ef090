"""The wire to the peer: its web socket, as far as its own client uses it.

Of every message only the number of the state is looked at, and how long it was.
"""

from __future__ import annotations

import re

from tests.benchmarks.driver.companion_wire import Seen
from tests.benchmarks.driver.web_socket import WebSocket

_STATE = re.compile(rb'"_stateID":(\d+)')


class Socket(WebSocket):
    """One phone at a match: it syncs once, then hears of every update and sends its own."""

    def __init__(self, game: str, match: str, seat: int, credentials: str, seen: Seen) -> None:
        super().__init__("/socket.io/?", seen, room=f"/{game},")
        self._match, self._seat = match, str(seat - 1)
        self._credentials = credentials

    def entered(self) -> None:
        self.emit("sync", self._match, self._seat, self._credentials, 4)

    def told(self, payload: bytes) -> None:
        found = _STATE.search(payload)
        if found is not None:
            self.shows(int(found[1]))

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
        self.emit("update", action, state, self._match, self._seat)
