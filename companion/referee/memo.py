"""Once: what a pure function has made of a value lately, for whoever asks next.

Four phones and a table screen ask the same of one state, and most boards stay as they were from
one action to the next. Values are told apart by which they are, not by what they hold: to compare
two states takes longer than to work a panel out again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")

V = TypeVar("V")

T = TypeVar("T")

#: Values remembered for one function, with all that they hold.
MOST = 1_000


def memoized_by_identity(function: Callable[[V], T]) -> Callable[[V], T]:
    """The same function, which must hang on nothing but this value, and the value never change."""
    # The value is kept beside its id, so that no other can come to have that id.
    known: dict[int, tuple[V, T]] = {}

    @wraps(function)
    def asked(value: V) -> T:
        found = known.get(id(value))
        if found is not None:
            return found[1]
        made = function(value)
        while len(known) >= MOST:
            # Another thread may be doing the same.
            with suppress(RuntimeError):
                known.pop(next(iter(known), 0), None)
        known[id(value)] = (value, made)
        return made

    return asked


def memoized_by(key: Callable[P, Hashable]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """The same function, which must hang on nothing but what `key` makes of its arguments: most of
    a state is not what an offer depends on, and stays when the rest changes.
    """

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        known: dict[Hashable, T] = {}

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            basis = key(*args, **kwargs)
            found = known.get(basis)
            if found is not None:
                return found
            made = function(*args, **kwargs)
            while len(known) >= MOST:
                # Another thread may be doing the same.
                with suppress(RuntimeError):
                    known.pop(next(iter(known), None), None)
            return known.setdefault(basis, made)

        return asked

    return remembering
