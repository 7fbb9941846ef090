"""Phones that have signed off: a copy of such a phone's cookie is nobody any more.

A cookie cannot be called back, so the mark is kept beside the log, on the shelf of the phone that
nobody is, for good. Every server of the same tables knows of it within `FRESH` seconds.
"""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

from companion.ledger import Ledger, Shelved, Unavailable

#: On the shelf no game is called so.
_SHELF, _MARK = "-signed-off", "off"

#: Seconds for which a phone that had not signed off is not looked up again, and how many phones are
#: remembered.
FRESH, PHONES = 10.0, 10_000


class SignedOff:
    """`clock` tells the time of day, `ticks` counts seconds and never goes back."""

    def __init__(
        self, ledger: Ledger, clock: Callable[[], float], ticks: Callable[[], float]
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ticks = ticks
        #: Until when what is known of a phone holds; without end where it has signed off.
        self._known: LRUCache[str, float] = LRUCache(PHONES)

    def sign_off(self, phone: str) -> None:
        """Marks this phone for good. Raises `Unavailable`."""
        self._ledger.shelve([Shelved(phone, _SHELF, _MARK, "1", self._clock())])
        self._known[phone] = float("inf")

    def has(self, phone: str) -> bool:
        """Whether this phone has signed off. Where the ledger can't be read, as it was known last:
        nothing counts then anyway.
        """
        until = self._known.get(phone, 0.0)
        if self._ticks() < until:
            return until == float("inf")
        try:
            marked = bool(self._ledger.shelf(phone, _SHELF))
        except Unavailable:
            return False
        self._known[phone] = float("inf") if marked else self._ticks() + FRESH
        return marked
