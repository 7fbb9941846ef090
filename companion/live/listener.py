"""What hears of phones beside their own server: in a house nothing, in a hall the other servers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import NamedTuple


class Remote(NamedTuple):
    """A phone as another server last told of it. `since`: unix seconds; `heard`: by our ticks."""

    server: str
    awake: bool
    since: float
    heard: float


class Listener:
    """Hears from a bell and its store, and says what it knows of phones that they do not hold. By
    itself it does nothing and knows of no phone.
    """

    def came(self, code: str, phone: str, since: float) -> None:
        """A phone watches this table since then (unix seconds)."""

    def went(self, code: str, phone: str, since: float) -> None:
        """It has closed its last page of this table."""

    def heard(self, code: str, phone: str) -> None:
        """A phone that has a seat has asked for something."""

    def called(self, code: str, phone: str) -> None:
        """A phone without a stream looks in by itself."""

    def counts(self, code: str, phone: str, seat: int, what: str) -> None:
        """A hand on this phone sets a number now."""

    def counted(self, code: str, phone: str, what: str) -> None:
        """The number was sent, or let go."""

    def presence(self, code: str) -> Mapping[str, Remote]:
        """Every phone of this table that another server told of."""
        return {}

    def watches(self, code: str, phone: str) -> bool:
        """Whether it has a stream open at another server."""
        return False

    def heard_at(self, code: str, phone: str) -> float:
        """When another server told of it last, by our ticks."""
        return -inf
