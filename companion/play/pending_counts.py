"""Remembers for a few seconds which phones have begun to set a number that is not sent yet, so that
what the number leads to can wait for it. It keeps nothing for good and decides nothing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from companion.live.elsewhere import SET, SETS, Elsewhere

#: Seconds for which an announced number may be on its way; phones announce it again before that.
ON_ITS_WAY = 5.0

#: Seconds that an action waits for the numbers of other phones before it is refused.
PATIENCE = 1.5

#: Announcements remembered in all.
_MOST = 5_000

#: The table, the phone, what it sets ("count 2").
Key = tuple[str, str, str]


class Counting:
    """One for all tables of this process. `elsewhere`: the other servers, which are told."""

    def __init__(self, clock: Callable[[], float], elsewhere: Elsewhere) -> None:
        self._clock = clock
        self._elsewhere = elsewhere
        self._changed = threading.Condition()
        self._begun: OrderedDict[Key, tuple[int, float]] = OrderedDict()

    def begin(self, code: str, phone: str, seat: int, what: str) -> None:
        """A hand on this phone sets a number now."""
        self._elsewhere.note(SETS, code, phone, f"{seat} {what}")
        self.begun(code, phone, seat, what)

    def begun(self, code: str, phone: str, seat: int, what: str) -> None:
        """It does so, here or elsewhere."""
        with self._changed:
            self._begun[code, phone, what] = (seat, self._clock())
            self._begun.move_to_end((code, phone, what))
            while len(self._begun) > _MOST:
                self._begun.popitem(last=False)

    def end(self, code: str, phone: str, what: str) -> None:
        """It has been sent, or was let go."""
        self._elsewhere.note(SET, code, phone, what)
        self.ended(code, phone, what)

    def ended(self, code: str, phone: str, what: str) -> None:
        """The same, here or elsewhere."""
        with self._changed:
            if self._begun.pop((code, phone, what), None):
                self._changed.notify_all()

    def others(self, code: str, phone: str) -> tuple[int, ...]:
        """The seats whose phones, other than this one, are setting a number at the table."""
        with self._changed:
            return self._others(code, phone)

    def wait_for_others(self, code: str, phone: str) -> tuple[int, ...]:
        """The same once they are done, or after a moment: who is not."""
        with self._changed:
            self._changed.wait_for(lambda: not self._others(code, phone), PATIENCE)
            return self._others(code, phone)

    def _others(self, code: str, phone: str) -> tuple[int, ...]:
        latest = self._clock() - ON_ITS_WAY
        return tuple(
            sorted(
                {
                    seat
                    for (at, other, _), (seat, begun) in self._begun.items()
                    if at == code and other != phone and begun > latest
                }
            )
        )
