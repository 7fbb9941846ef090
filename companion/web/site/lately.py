"""At which tables something was done lately. Of the others nothing drawn is kept, and of those that
nobody watches nothing at all: they are worked out again when somebody comes back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

#: Seconds after which a table counts as quiet: longer than most turns are thought over.
QUIET = 300.0

#: Tables that are told at once: whoever asks has something else to do.
MOST = 16


class Lately:
    """`ticks` never goes back."""

    def __init__(self, ticks: Callable[[], float], after: float = QUIET) -> None:
        self._ticks = ticks
        self._after = after
        self._stirred: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def stir(self, code: str) -> None:
        """Something was done at this table."""
        with self._lock:
            self._stirred[code] = self._ticks()
            self._stirred.move_to_end(code)

    def quiet(self) -> list[str]:
        """Tables at which nothing was done for so long, a few at once; each is told once."""
        told: list[str] = []
        before = self._ticks() - self._after
        with self._lock:
            while self._stirred and len(told) < MOST:
                if next(iter(self._stirred.values())) > before:
                    break
                told.append(self._stirred.popitem(last=False)[0])
        return told
