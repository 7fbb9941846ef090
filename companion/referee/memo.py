"""Memo: what a pure function has made of a value lately, for the next call.

Four phones and a table screen ask the same of one state, and most boards stay as they were from
one action to the next. Values are told apart by which they are, not by what they hold: to compare
two states takes longer than to work a panel out again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")

V = TypeVar("V")

T = TypeVar("T")

#: Values remembered for one function, with all that they hold.
MOST = 1_000

#: What is remembered of one function: by key, what is held beside it, and what was made.
Known = dict[Hashable, tuple[tuple[object, ...], T]]

#: All of that, function by function.
_all: list[Known[Any]] = []


def memoized_by_identity(function: Callable[[V], T]) -> Callable[[V], T]:
    """The same function, which must depend on this value alone; the value never changes."""
    known: Known[T] = {}
    _all.append(known)

    @wraps(function)
    def asked(value: V, /) -> T:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        # The value is kept beside its id, so that no other can come to have that id.
        return _keep(known, id(value), (value,), function(value))

    return asked


def memoized_by_parts(
    parts: Callable[P, tuple[object, ...]],
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same function, which must depend on nothing but these parts of its arguments: most of a
    state is the very same object after an action as before.
    """

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        known: Known[T] = {}
        _all.append(known)

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            basis = parts(*args, **kwargs)
            key = tuple(map(id, basis))
            found = known.get(key)
            if found is not None:
                return found[1]
            # The parts are kept beside their ids, so that no others can come to have those ids.
            return _keep(known, key, basis, function(*args, **kwargs))

        return asked

    return remembering


def clear_memos() -> None:
    """Nothing is remembered of any function."""
    for known in _all:
        known.clear()


def _keep(known: Known[T], key: Hashable, held: tuple[object, ...], made: T) -> T:
    while len(known) >= MOST:
        # Another thread may be doing the same.
        with suppress(RuntimeError):
            known.pop(next(iter(known), None), None)
    return known.setdefault(key, (held, made))[1]
