"""What was worked out last for one table in one language, with what it was worked out from.

Its four phones and its table screen ask for nearly the same after every action, and most of it is
what it was before. It only remembers: forgotten, everything is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.site import own, site

T = TypeVar("T")

#: Things remembered of one table; the one that was written down first is forgotten first.
MOST = 1_000


class TableCache:
    """Remembers one value by name, and what it hangs on."""

    #: what it counts for among all that is remembered: about its bytes for four phones
    room = 80_000

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, Any]] = {}

    def keep(self, name: Hashable, basis: object, make: Callable[[], T]) -> T:
        """The value of this name; made anew when its `basis` is not equal to what it was."""
        known: tuple[Any, T] | None = self._known.get(name)
        # Tuples and lists ask first whether their parts are the very same, which is nearly free.
        if known is not None and known[0] == basis:
            return known[1]
        made = make()
        while len(self._known) >= MOST:
            # Another thread may be doing the same.
            with suppress(RuntimeError):
                self._known.pop(next(iter(self._known), None), None)
        self._known[name] = (basis, made)
        return made

    def keep_newest(self, name: Hashable, basis: object, make: Callable[[], T]) -> T:
        """The same for what takes long to compare: the next phone has the very same, so it is
        found without comparing, where this one's was only equal.
        """
        made = self.keep(name, basis, make)
        self._known[name] = (basis, made)
        return made


def let_go_of_table() -> None:
    """A stream that waits remembers no table and nothing drawn: they may be put away meanwhile."""
    here = own()
    for name in ("cache", "setting", "table"):
        here.pop(name, None)


def cache_of(table: Table) -> TableCache:
    """The cache of this table, in this request's language."""
    here = own()
    known: tuple[Table, TableCache] | None = here.get("cache")
    if known is None or known[0] is not table:
        # A stream asks again at every version: it must not hold one that others have forgotten.
        cache = site().view_cache.keep((table.code, "cache", language()), TableCache)
        known = here.cache = (table, cache)
    return known[1]
