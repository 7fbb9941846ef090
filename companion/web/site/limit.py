"""How often one address may do something. Kept in memory; it never blocks a held seat."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache


class Limit:
    """A bucket per address: `burst` at once, refilled within `seconds`. `clock` never goes back.

    Only the addresses seen last are remembered, so a flood of addresses costs no memory.
    """

    def __init__(
        self, burst: int, seconds: float, clock: Callable[[], float], remembered: int = 10_000
    ) -> None:
        self._burst = burst
        self._rate = burst / seconds
        self._clock = clock
        self._used: LRUCache[str, tuple[float, float]] = LRUCache(remembered)
        self._lock = Lock()

    def spend(self, address: str, amount: float = 1.0) -> None:
        """Counts this much more for this address."""
        with self._lock:
            used = self._level(address) + amount
            self._used[address] = (min(used, self._burst), self._clock())

    def is_spent(self, address: str) -> bool:
        """Whether this address has to wait."""
        with self._lock:
            return self._level(address) > self._burst - 1

    def _level(self, address: str) -> float:
        used, at = self._used.get(address, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self._rate)
