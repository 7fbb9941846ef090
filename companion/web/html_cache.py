"""Keeps the html that was made of tables lately, up to a size, and forgets tables that are quiet.

What a key must hold, its callers know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache

T = TypeVar("T")

#: The first part is the code of the table that it was drawn of.
Key = tuple[Hashable, ...]


class LRU:
    """What was drawn lately, by everything it depends on. Bounded: the oldest is forgotten.

    `room`: how many letters all of it may have; what is no text says itself how many it counts
    for, or counts for `PLAIN`.
    """

    PLAIN = 1000

    def __init__(self, room: int = 48_000_000) -> None:
        self._drawn = _ByTable(room, getsizeof=_room_of)
        self._lock = Lock()

    def find(self, key: Key) -> Any:
        """What was drawn under this key, or None."""
        with self._lock:
            return self._drawn.get(key)

    def keep(self, key: Key, draw: Callable[[], T]) -> T:
        """What was drawn under this key; draws it when it is not there."""
        known: T | None = self.find(key)
        if known is not None:
            return known
        drawn = draw()
        self.put(key, drawn)
        return drawn

    def put(self, key: Key, drawn: Any) -> None:
        """Keeps this under this key, whatever was there."""
        # What is larger than all the room together is drawn again each time.
        with self._lock, suppress(ValueError):
            self._drawn[key] = drawn

    def forget(self, code: str) -> None:
        """Keeps nothing more of this table."""
        with self._lock:
            for key in self._drawn.keys_of(code):
                del self._drawn[key]

    def count(self, code: str) -> int:
        """How many things are kept of this table."""
        with self._lock:
            return len(self._drawn.keys_of(code))


class _ByTable(LRUCache[Key, Any]):
    """It also knows which keys are of one table."""

    def __init__(self, maxsize: int, getsizeof: Callable[[Any], int]) -> None:
        super().__init__(maxsize, getsizeof)
        self._keys: dict[Hashable, set[Key]] = {}

    def keys_of(self, code: Hashable) -> tuple[Key, ...]:
        return tuple(self._keys.get(code, ()))

    def __setitem__(self, key: Key, drawn: Any) -> None:
        super().__setitem__(key, drawn)
        self._keys.setdefault(key[0], set()).add(key)

    def __delitem__(self, key: Key) -> None:
        super().__delitem__(key)
        left = self._keys[key[0]]
        left.discard(key)
        if not left:
            del self._keys[key[0]]


def _room_of(drawn: Any) -> int:
    if drawn is None:
        return 0
    return len(drawn) if isinstance(drawn, str) else getattr(drawn, "room", LRU.PLAIN)


class RecentTables:
    """At which tables something was done. Of the others nothing drawn is kept, and of those that
    nobody watches nothing at all.

    `ticks` never goes back. `after`: seconds after which a table counts as quiet."""

    def __init__(self, ticks: Callable[[], float], after: float) -> None:
        self._ticks = ticks
        self._after = after
        self._stirred: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def stir(self, code: str) -> None:
        """Notes that this table is used: played at, or looked at."""
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
