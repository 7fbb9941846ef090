"""Keeps what was used lately, up to a size. What a key must hold, its callers know."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class LRU:
    """What was drawn lately, by everything it depends on. Bounded: the oldest is forgotten.

    `room`: how many letters all of it may have; what is no text says itself how many it counts
    for, or counts for `PLAIN`.
    """

    PLAIN = 1000

    def __init__(self, room: int = 48_000_000) -> None:
        self._drawn: LRUCache[Hashable, Any] = LRUCache(room, getsizeof=_room_of)
        self._lock = Lock()

    def find(self, key: Hashable) -> Any:
        """What was drawn under this key, or None."""
        with self._lock:
            return self._drawn.get(key)

    def keep(self, key: Hashable, draw: Callable[[], T]) -> T:
        """What was drawn under this key; draws it when it is not there."""
        known: T | None = self.find(key)
        if known is not None:
            return known
        drawn = draw()
        self.put(key, drawn)
        return drawn

    def put(self, key: Hashable, drawn: Any) -> None:
        """Keeps this under this key, whatever was there."""
        # What is larger than all the room together is drawn again each time.
        with self._lock, suppress(ValueError):
            self._drawn[key] = drawn


def _room_of(drawn: Any) -> int:
    if drawn is None:
        return 0
    return len(drawn) if isinstance(drawn, str) else getattr(drawn, "room", LRU.PLAIN)
