"""The memoized functions of the games, and what each call of them would be if it were made anew."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.referee import memo

#: A memoized function, as its module has it.
Memoized = Callable[..., Any]


def memoized(slug: str) -> set[Memoized]:
    """Those of one game."""
    return {value for _, _, value in _places(slug)}


def _places(slug: str) -> Iterator[tuple[Any, str, Memoized]]:
    """Every module of the game that has one under some name: its own, or one that it imports."""
    package = f"companion.games.{slug}"
    for name, module in sorted(sys.modules.items()):
        if name.startswith(f"{package}."):
            for word, value in sorted(vars(module).items()):
                code = getattr(value, "__code__", None)
                if hasattr(value, "__wrapped__") and code and code.co_filename == memo.__file__:
                    yield module, word, value


@contextmanager
def instead(slug: str, other: Callable[[Memoized], Memoized]) -> Iterator[None]:
    """Each of them is replaced by what `other` makes of it, everywhere in its game."""
    places = list(_places(slug))
    made = {value: other(value) for _, _, value in places}
    try:
        for module, word, value in places:
            setattr(module, word, made[value])
        yield
    finally:
        for module, word, value in places:
            setattr(module, word, value)


def without_part(function: Memoized, part: int) -> Memoized:
    """The same function, `memoized_by_parts`, that looks at all parts of its arguments but one."""
    inside = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    parts = inside["parts"].cell_contents

    def fewer(*args: Any) -> tuple[object, ...]:
        whole = parts(*args)
        return (*whole[:part], *whole[part + 1 :])

    return memo.memoized_by_parts(fewer)(function.__wrapped__)  # type: ignore[attr-defined]


class Stale(AssertionError):
    """What was remembered is not what would be made anew."""


#: Of so many answers that were given before, one is made anew: others with every run.
SOME = 5


class Held:
    """Holds answers that were given before against some that are made anew of the same arguments.

    One that was never given has just been made. An id that comes again is looked at for nothing.
    """

    def __init__(self) -> None:
        self.calls = 0
        self._within = False

    def __call__(self, function: Memoized) -> Memoized:
        given = set[int]()

        def checked(*args: Any) -> Any:
            told = function(*args)
            new = id(told) not in given
            given.add(id(told))
            if self._within:
                return told
            self.calls += 1
            if new or random.randrange(SOME):
                return told
            self._within = True
            try:
                anew = function.__wrapped__(*args)  # type: ignore[attr-defined]
            finally:
                self._within = False
            if told != anew:
                raise Stale(function.__qualname__)
            return told

        return checked
