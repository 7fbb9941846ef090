"""At which tables something was done lately. Of the others nothing drawn is kept, and of those that
nobody watches nothing at all: they are worked out again when somebody comes back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock


class Lately:
    """`ticks` never goes back. `after`: seconds after which a table counts as quiet."""

    def __init__(self, ticks: Callable[[], float], after: float) -> None:
        self._ticks = ticks
        self._after = after
        self._stirred: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def stir(self, code: str) -> None:
        """Somebody does something at this table, or looks at it."""
        with self._lock:
            self._stirred[code] = self._ticks()
            self._stirred.move_to_end(code)

    def quiet(self) -> str | None:
        """A table at which nothing was done for so long; each is told once. One at a time: whoever
        asks has something else to do.
        """
        before = self._ticks() - self._after
        with self._lock:
            if not self._stirred or next(iter(self._stirred.values())) > before:
                return None
            return self._stirred.popitem(last=False)[0]

    @property
    def all_quiet(self) -> bool:
        """Whether all tables have been told."""
        return not self._stirred
