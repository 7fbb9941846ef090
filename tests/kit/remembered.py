"""The functions of a game that remember what they made, and which of them may lack part of a key.

A function is asked again with one thing changed: a field of the table that it read, or an argument.
Where its key stays as it was, so must what it makes.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, is_dataclass
from itertools import zip_longest
from types import ModuleType
from typing import Any
from unittest.mock import patch

from companion.referee import memo
from companion.referee.game import Game
from tests.kit.neighbours import Past, along, changed, names, parts


@dataclass(frozen=True)
class Call:
    """What a function was asked while somebody looked at a table."""

    args: tuple[Any, ...]
    state: Any
    viewer: int


@dataclass
class Remembering:
    """A function that remembers, what makes its key, and what it was asked, each once."""

    name: str
    function: Callable[..., Any]
    key: Callable[..., Any]
    calls: dict[tuple[int, ...], Call] = field(default_factory=dict)

    def made(self, args: tuple[Any, ...]) -> Any:
        """What it makes; the kind of its failure where it is never asked such a thing."""
        try:
            return self.function(*args)
        except Exception as failure:  # whatever it is
            return type(failure)


@dataclass(frozen=True)
class Suspect:
    """A function that made something else though its key was the same.

    `changed`: which field or argument was another one. `call`: what it was asked before that;
    `state`: the table then, None if an argument was changed.
    """

    name: str
    changed: str
    call: Call
    state: Any = None


@dataclass(frozen=True)
class Search:
    """How far is looked: after so many calls of each function, for so many other values of each
    thing.
    """

    known: Past
    rng: random.Random
    calls: int
    others: int


def remembering(game: Game) -> list[Remembering]:
    """Every function of a game that remembers by a key. One that does by the very value that it is
    asked with lacks nothing.
    """
    found = {}
    for module in _modules(game):
        for name, value in vars(module).items():
            held = inspect.getclosurevars(value).nonlocals if inspect.isfunction(value) else {}
            key = held.get("parts", held.get("key"))
            if key and "known" in held:
                found[id(value)] = Remembering(f"{value.__module__}.{name}", value, key)
    return list(found.values())


def _modules(game: Game) -> list[ModuleType]:
    package = f"{game.show.__module__.rsplit('.', 1)[0]}."
    return [module for name, module in sys.modules.items() if f"{name}.".startswith(package)]


def look(game: Game, states: list[Any], functions: list[Remembering]) -> None:
    """Everybody looks at these tables; what is asked of the functions meanwhile is written down."""
    for state in states:
        for viewer in range(state.seats + 1):
            with nothing_remembered(), _listening(game, functions, state, viewer):
                game.show(state, viewer)


@contextmanager
def _listening(game: Game, functions: list[Remembering], state: Any, viewer: int) -> Iterator[None]:
    def listener(each: Remembering) -> Callable[..., Any]:
        signature = inspect.signature(each.function)

        def asked(*args: Any, **more: Any) -> Any:
            bound = signature.bind(*args, **more)
            bound.apply_defaults()
            call = Call(bound.args, state, viewer)
            each.calls.setdefault(tuple(map(id, call.args)), call)
            return each.function(*args, **more)

        return asked

    listeners = {id(each.function): listener(each) for each in functions}
    heard = [
        (module, name, value)
        for module in _modules(game)
        for name, value in vars(module).items()
        if id(value) in listeners
    ]
    for module, name, value in heard:
        setattr(module, name, listeners[id(value)])
    try:
        yield
    finally:
        for module, name, value in heard:
            setattr(module, name, value)


@contextmanager
def nothing_remembered() -> Iterator[None]:
    """Every function makes what it is asked for anew."""
    memo.forget_all()
    with patch.object(memo, "_keep", lambda known, key, held, made: made):
        yield


@contextmanager
def _reading(state: Any) -> Iterator[set[tuple[int, str]]]:
    """Which fields of a table, and of what is in it, are read meanwhile."""
    seen: set[tuple[int, str]] = set()

    def read(value: Any, name: str) -> Any:
        seen.add((id(value), name))
        return object.__getattribute__(value, name)

    inside = [part for _, part in parts(state)]
    for part in inside:
        # What it has worked out of its fields once it would not read again.
        for name in vars(part).keys() - names(part):
            del vars(part)[name]
    classes = {type(part) for part in inside}
    for each in classes:
        each.__getattribute__ = read
    try:
        yield seen
    finally:
        for each in classes:
            del each.__getattribute__


def suspects(each: Remembering, search: Search) -> Iterator[Suspect]:
    """What this function may hang on that its key lacks."""
    with nothing_remembered():
        for call in _chosen(each, search):
            with _reading(call.state) as read:
                made = each.made(call.args)
            key = each.key(*call.args)
            fields = _other_fields(each, call, search, read, key)
            for suspect, args in (*fields, *_other_arguments(each, call, search)):
                if _is_taken_for(each, args, key) and each.made(args) != made:
                    yield suspect


def _chosen(each: Remembering, search: Search) -> list[Call]:
    """Some of its calls, in turn of every table."""
    by_state: dict[int, list[Call]] = {}
    for call in each.calls.values():
        # A table that was only thought of is nothing that anybody looks at.
        if all(arg is call.state for arg in call.args if isinstance(arg, type(call.state))):
            by_state.setdefault(id(call.state), []).append(call)
    for some in by_state.values():
        search.rng.shuffle(some)
    turns = zip_longest(*reversed(by_state.values()))
    return [call for turn in turns for call in turn if call is not None][: search.calls]


def _is_taken_for(each: Remembering, args: tuple[Any, ...], key: Any) -> bool:
    """Whether what was made for this key is what these arguments are answered with."""
    try:
        return _same(each.key(*args), key)
    except Exception:  # they do not go together
        return False


def _same(key: Any, other: Any) -> bool:
    """Whether they are one to what is remembered: things with fields only if the very same."""
    if isinstance(key, tuple) and isinstance(other, tuple):
        return len(key) == len(other) and all(map(_same, key, other))
    return key is other or (not is_dataclass(key) and bool(key == other))


def _other_fields(
    each: Remembering, call: Call, search: Search, read: set[tuple[int, str]], key: Any
) -> Iterator[tuple[Suspect, tuple[Any, ...]]]:
    """The same call at tables that differ in one field that it has read, unless that very field is
    part of the key.
    """
    for way, part in parts(call.state):
        for name in names(part):
            if (id(part), name) not in read or _is_in(key, getattr(part, name)):
                continue
            for value in search.known.others(
                call.state, way, part, name, search.rng, search.others
            ):
                new = changed(call.state, (*way, name), value)
                places = zip(along(call.state, way), along(new, way), strict=True)
                instead = {id(old): other for old, other in places}
                args = tuple([instead.get(id(arg), arg) for arg in call.args])
                yield Suspect(each.name, f"{type(part).__name__}.{name}", call, new), args


def _is_in(key: Any, value: Any) -> bool:
    # The empty tuple is the same wherever it is.
    if not isinstance(key, tuple) or not isinstance(value, tuple) or not value:
        return False
    return any(held is value for held in key)


def _other_arguments(
    each: Remembering, call: Call, search: Search
) -> Iterator[tuple[Suspect, tuple[Any, ...]]]:
    """The same call with one argument of another one."""
    asked = list(each.calls.values())
    for place, arg in enumerate(call.args):
        if arg is call.state:
            continue
        for other in search.rng.sample(asked, min(search.others, len(asked))):
            if place < len(other.args) and other.args[place] != arg:
                args = (*call.args[:place], other.args[place], *call.args[place + 1 :])
                yield Suspect(each.name, f"argument {place}", call), args


def is_shown_wrongly(game: Game, suspect: Suspect) -> bool:
    """Whether somebody who looks at both tables would be shown something of the first one."""
    if suspect.state is None:
        return True
    memo.forget_all()
    game.show(suspect.call.state, suspect.call.viewer)
    try:
        shown = game.show(suspect.state, suspect.call.viewer)
        with nothing_remembered():
            return game.show(suspect.state, suspect.call.viewer) != shown
    except Exception:  # there is no such table
        return False
