"""Memo: caches results of pure functions by the identity of their arguments.

A table's phones and screen ask the same of one state, and most boards stay the same between
actions. Identity, not equality: comparing two states takes longer than building a panel anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")

V = TypeVar("V")

T = TypeVar("T")

#: Results kept per function, with the arguments that they hold.
MAX_RESULTS = 1_000

#: One function's cache: by key, the values held and the result.
CacheEntries = dict[Hashable, tuple[tuple[object, ...], T]]

#: The caches of all functions.
_all: list[CacheEntries[Any]] = []


def memoized_by_identity(function: Callable[[V], T]) -> Callable[[V], T]:
    """Returns the function with a cache. It must depend only on its immutable argument."""
    known: CacheEntries[T] = {}
    _all.append(known)

    @wraps(function)
    def asked(value: V, /) -> T:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        # The value is kept alive, so that no other gets its id.
        return _keep(known, id(value), (value,), function(value))

    return asked


def memoized_by_parts(
    parts: Callable[P, tuple[object, ...]],
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Returns a decorator that caches a function. It must depend only on `parts` of its arguments,
    for most parts of a state stay the same objects after an action.
    """

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        known: CacheEntries[T] = {}
        _all.append(known)

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            basis = parts(*args, **kwargs)
            key = tuple(map(id, basis))
            found = known.get(key)
            if found is not None:
                return found[1]
            # The parts are kept alive, so that no others get their ids.
            return _keep(known, key, basis, function(*args, **kwargs))

        return asked

    return remembering


def clear_memos() -> None:
    """Empties the caches of all functions."""
    for known in _all:
        known.clear()


def _keep(known: CacheEntries[T], key: Hashable, held: tuple[object, ...], made: T) -> T:
    while len(known) >= MAX_RESULTS:
        # Another thread may be doing the same.
        with suppress(RuntimeError):
            known.pop(next(iter(known), None), None)
    return known.setdefault(key, (held, made))[1]
