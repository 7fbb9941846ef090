"""How long ago an event was, told with care: a clock may be set, a server started again.

An event carries the time of day. Beside it, what has passed here since the event was first seen is
counted on a clock that only goes on. Where waiting protects somebody, the shorter of the two
counts; where a permission ends, the longer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

#: Events remembered; of one that was forgotten the counting begins again.
MOST = 10_000


class Since:
    """`clock` tells the time of day, `ticks` never goes back or leaps."""

    def __init__(self, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._seen: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._turn = Lock()

    def least(self, code: str, seq: int, at: float) -> float:
        """Seconds that have passed for certain since the event number `seq` at the time `at`."""
        return min(self._clock() - at, self._counted(code, seq))

    def most(self, code: str, seq: int, at: float) -> float:
        """Seconds that may have passed since then."""
        return max(self._clock() - at, self._counted(code, seq))

    def _counted(self, code: str, seq: int) -> float:
        with self._turn:
            now = self._ticks()
            first = self._seen.setdefault((code, seq), now)
            self._seen.move_to_end((code, seq))
            while len(self._seen) > MOST:
                self._seen.popitem(last=False)
            return now - first
