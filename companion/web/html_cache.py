"""A size-limited cache of rendered html, and the list of recently used tables. Callers choose keys
that hold everything the html depends on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from sys import getsizeof
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache

_T = TypeVar("_T")

#: The first part is the code of the table.
CacheKey = tuple[Hashable, ...]


class RenderCache:
    """A cache of rendered values that evicts the least recently used. `room`: maximum size in
    bytes; a value other than text counts as its `room`, or `PLAIN`.
    """

    PLAIN = 1000

    def __init__(self, room: int = 64_000_000) -> None:
        self._drawn = _ByTable(room, getsizeof=_room_of)
        self._lock = Lock()

    def find(self, key: CacheKey) -> Any:
        """Returns the value under this key, or None."""
        with self._lock:
            return self._drawn.get(key)

    def get_or_draw(self, key: CacheKey, draw: Callable[[], _T]) -> _T:
        """Returns the value under this key; draws and stores it if it is missing."""
        known: _T | None = self.find(key)
        if known is not None:
            return known
        drawn = draw()
        self.put(key, drawn)
        return drawn

    def put(self, key: CacheKey, drawn: Any) -> None:
        """Stores the value under this key."""
        # A value larger than the whole cache is not stored.
        with self._lock, suppress(ValueError):
            self._drawn[key] = drawn

    def forget_table(self, code: str) -> None:
        """Drops everything of this table."""
        with self._lock:
            for key in self._drawn.keys_of(code):
                del self._drawn[key]

    def count(self, code: str) -> int:
        """Returns how many values are cached of this table."""
        with self._lock:
            return len(self._drawn.keys_of(code))


class _ByTable(LRUCache[CacheKey, Any]):
    """An LRU cache that also knows the keys of each table."""

    def __init__(self, maxsize: int, getsizeof: Callable[[Any], int]) -> None:
        super().__init__(maxsize, getsizeof)
        self._keys: dict[Hashable, set[CacheKey]] = {}

    def keys_of(self, code: Hashable) -> tuple[CacheKey, ...]:
        """Returns the keys of this table."""
        return tuple(self._keys.get(code, ()))

    def __setitem__(self, key: CacheKey, drawn: Any) -> None:
        super().__setitem__(key, drawn)
        self._keys.setdefault(key[0], set()).add(key)

    def __delitem__(self, key: CacheKey) -> None:
        super().__delitem__(key)
        left = self._keys[key[0]]
        left.discard(key)
        if not left:
            del self._keys[key[0]]


def _room_of(drawn: Any) -> int:
    if drawn is None:
        return 0
    return getsizeof(drawn) if isinstance(drawn, str) else getattr(drawn, "room", RenderCache.PLAIN)


class TableActivity:
    """The recently used tables.

    For other tables nothing rendered is kept, and for those without viewers nothing at all.
    `ticks`: monotonic seconds. `after`: seconds after which a table counts as quiet.
    """

    def __init__(self, ticks: Callable[[], float], after: float) -> None:
        self._ticks = ticks
        self._after = after
        self._stirred: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def touch(self, code: str) -> None:
        """Marks this table as used: played or viewed."""
        with self._lock:
            self._stirred[code] = self._ticks()
            self._stirred.move_to_end(code)

    def pop_least_recent(self) -> str | None:
        """Returns the longest quiet table and removes it; None if there is none. One at a time, so
        that the caller can serve requests in between.
        """
        before = self._ticks() - self._after
        with self._lock:
            if not self._stirred or next(iter(self._stirred.values())) > before:
                return None
            return self._stirred.popitem(last=False)[0]

    @property
    def active_table_count(self) -> int:
        """Returns how many tables were used lately."""
        return len(self._stirred)
