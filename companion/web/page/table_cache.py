"""Caches values per table and language, each with the basis that it was computed from.

A table's phones and screen need nearly the same after every action. The cache may be dropped at any
time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from companion.tables import Table
from companion.web.language.sentences import language
from companion.web.site import current_site, request_globals

_T = TypeVar("_T")

#: Values per table; the oldest is dropped first.
MAX_VALUES_PER_TABLE = 1_000


class TableCache:
    """Keeps one value per name, with its basis."""

    #: approximate bytes for four phones, its share of the cache's limit: 45,000 for nine cells,
    #: 160,000 to 300,000 for the three games
    room = 200_000

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, Any]] = {}

    def get_or_make(self, name: Hashable, basis: object, make: Callable[[], _T]) -> _T:
        """Returns the value under this name; calls `make` if `basis` differs from the kept one."""
        known: tuple[Any, _T] | None = self._known.get(name)
        # Comparing tuples and lists tests identity of their parts first, which is nearly free.
        if known is not None and known[0] == basis:
            return known[1]
        made = make()
        while len(self._known) >= MAX_VALUES_PER_TABLE:
            # Another thread may be doing the same.
            with suppress(RuntimeError):
                self._known.pop(next(iter(self._known), None), None)
        self._known[name] = (basis, made)
        return made

    def get_or_make_newest(self, name: Hashable, basis: object, make: Callable[[], _T]) -> _T:
        """Returns the same as `get_or_make`, and keeps this call's `basis`: the next phone brings
        the identical object, so an expensive comparison is skipped.
        """
        made = self.get_or_make(name, basis, make)
        self._known[name] = (basis, made)
        return made


def release_request_table() -> None:
    """Drops the request's table and cache, so that a waiting stream keeps neither alive."""
    here = request_globals()
    for name in ("cache", "setting", "table"):
        here.pop(name, None)


def cache_of_table(table: Table) -> TableCache:
    """Returns the cache of this table in this request's language."""
    here = request_globals()
    known: tuple[Table, TableCache] | None = here.get("cache")
    if known is None or known[0] is not table:
        # Looked up at each version: a stream must not hold a cache that was dropped elsewhere.
        cache = current_site().view_cache.get_or_draw((table.code, "cache", language()), TableCache)
        known = here.cache = (table, cache)
    return known[1]
