"""Memo: caches results of pure functions by the identity of their arguments.

A table's phones and screen ask the same of one state, and most boards stay the same between
actions. Identity, not equality: comparing two states takes longer than building a panel anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

_P = ParamSpec("_P")

_V = TypeVar("_V")

_T = TypeVar("_T")


class ResultLimit:
    """Results kept per function, with the arguments that they hold, some 8 kB each; less where
    there is little memory.
    """

    per_function = 1_000


LIMIT = ResultLimit()

#: One function's cache: by key, the values held and the result.
CachedResultsByKey = dict[Hashable, tuple[tuple[object, ...], _T]]

#: The caches of all functions.
_all: list[CachedResultsByKey[Any]] = []


def memoized_by_identity(function: Callable[[_V], _T]) -> Callable[[_V], _T]:
    """Returns the function with a cache. It must depend only on its immutable argument."""
    known: CachedResultsByKey[_T] = {}
    _all.append(known)

    @wraps(function)
    def asked(value: _V, /) -> _T:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        # The value is kept alive, so that no other gets its id.
        return _keep(known, id(value), (value,), function(value))

    return asked


def memoized_by_parts(
    parts: Callable[_P, tuple[object, ...]],
) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Returns a decorator that caches a function. It must depend only on `parts` of its arguments,
    for most parts of a state stay the same objects after an action.
    """

    def remembering(function: Callable[_P, _T]) -> Callable[_P, _T]:
        known: CachedResultsByKey[_T] = {}
        _all.append(known)

        @wraps(function)
        def asked(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            basis = parts(*args, **kwargs)
            key = tuple(map(id, basis))
            found = known.get(key)
            if found is not None:
                return found[1]
            # The parts are kept alive, so that no others get their ids.
            return _keep(known, key, basis, function(*args, **kwargs))

        return asked

    return remembering


def limit_results(most: int) -> None:
    """Sets how many results are kept per function from now on."""
    LIMIT.per_function = most


def drop_oldest_results(share: float) -> None:
    """Drops this share (0 to 1) of each function's results, the oldest first."""
    for known in _all:
        for _ in range(round(share * len(known))):
            _drop_oldest(known)


def _keep(known: CachedResultsByKey[_T], key: Hashable, held: tuple[object, ...], made: _T) -> _T:
    while len(known) >= LIMIT.per_function:
        _drop_oldest(known)
    return known.setdefault(key, (held, made))[1]


def _drop_oldest(known: CachedResultsByKey[Any]) -> None:
    # Another thread may be doing the same.
    with suppress(RuntimeError):
        known.pop(next(iter(known), None), None)
