"""What plays of a game brought about: its richest states, and what each field of a state has held.

Generic over the CATALOGUE: a state is a dataclass, and one of its fields holds a dataclass for each
seat. Nothing here says what is right: the tests do.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.games import CATALOGUE
from companion.referee.game import Game
from tests.kit.strategies import kept, make_up, pasts, play

#: more things than this are not held at once
MOST_THINGS = 100

#: how one gets to a part of a state, by names of fields and numbers of seats
Way = tuple[str | int, ...]
#: whose field it is (a number of seats for the table's own, 0 for a seat's), its class, its name
Where = tuple[int, type, str]


@dataclass(frozen=True)
class Past:
    """States of some plays. `held`: all that a field has held in them."""

    game: Game
    states: tuple[Any, ...]
    held: dict[Where, tuple[Any, ...]]

    def others(
        self, state: Any, way: Way, part: Any, name: str, rng: random.Random, most: int
    ) -> list[Any]:
        """Some of what else this field of this part of a state may hold: all at once, and so many
        that it has held; of the options, each that there is.
        """
        now = getattr(part, name)
        if name == "options":
            return [options for options in self._options(now) if options != now]
        held = self.held[_where(state, way, part, name)]
        if isinstance(now, bool):
            return [not now]
        fullest = [filled] if (filled := together(held)) is not None else []
        other = [value for value in held if value != now]
        return [*fullest, *rng.sample(other, min(most, len(other)))]

    def _options(self, now: tuple[tuple[str, str], ...]) -> Iterator[tuple[tuple[str, str], ...]]:
        """The same with one question answered, or with what another table hands on."""
        for question in self.game.rulebook.questions:
            for choice, *_ in question.choices:
                yield tuple(sorted({**dict(now), question.key: choice}.items()))
        for state in self.states:
            yield tuple(sorted({**dict(now), **dict(self.game.carried(state))}.items()))


def together(held: tuple[Any, ...]) -> Any:
    """All at once that a field has held a part of; None where that is no such field."""
    if not all(isinstance(each, tuple) for each in held) or len({len(each) for each in held}) < 2:
        return None
    every = tuple(dict.fromkeys(thing for each in held for thing in each))
    return every if len(every) <= MOST_THINGS else max(held, key=len)


@cache
def past(slug: str, seeds: range, every: int, bases: int, corrections: int, full: int) -> Past:
    """Every so manieth state of the random plays with these seeds, and of all that are kept; and
    what so many actions that nobody judged make of the richest of them.
    """
    game, rng = CATALOGUE[slug], random.Random(len(seeds))
    plays = [kept(slug, each) for each in pasts(slug) if isinstance(each, Path)]
    plays += [play(slug, seed) for seed in seeds]
    played = [state for each in plays for state in each.states[::every]]
    rich = richest(played, bases)
    fixed = [list(_corrected(game, state, rng, corrections)) for state in rich]
    held: dict[Where, dict[Hashable, Any]] = {}
    for state in (*played, *[state for states in fixed for state in states]):
        for way, part in parts(state):
            for name in names(part):
                value = getattr(part, name)
                held.setdefault(_where(state, way, part, name), {}).setdefault(value, value)
    states = (*rich, *[states[-1] for states in fixed])
    known = Past(game, states, {each: tuple(values) for each, values in held.items()})
    return replace(
        known, states=(*states, *[_filled(known, state, n) for n, state in enumerate(rich[:full])])
    )


def _filled(known: Past, state: Any, answer: int) -> Any:
    """The table where every field holds all that it can hold at once, and every question of the
    rulebook has such an answer, as far as it can be shown.
    """
    for question in known.game.rulebook.questions:
        state = known.game.settle(
            state, question.key, question.choices[answer % len(question.choices)][0]
        )
    for way, part in list(parts(state)):
        for name in names(part):
            more = together(known.held.get(_where(state, way, part, name), ()))
            if more is not None and name != "options":
                tried = changed(state, (*way, name), more)
                with suppress(Exception):
                    known.game.show(tried, min(known.game.to_act(tried), default=1))
                    state = tried
    return state


def _corrected(game: Game, state: Any, rng: random.Random, number: int) -> Iterator[Any]:
    for _ in range(number):
        state = game.apply(state, rng.randint(1, state.seats), make_up(game, rng.choice))
        yield state


def _where(state: Any, way: Way, part: Any, name: str) -> Where:
    # A table's own fields name seats, so that only a table of as many can hold the same.
    mine = any(isinstance(step, int) for step in way) or not hasattr(state, "seats")
    return 0 if mine else state.seats, type(part), name


def names(part: Any) -> list[str]:
    return [field.name for field in fields(part)]


def parts(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """A state, or what a seat has, and all in it that has fields, each with the way to it."""
    yield way, value
    for name in names(value):
        held = getattr(value, name)
        if is_dataclass(held) and type(held) is not type(value):
            yield from parts(held, (*way, name))
        elif isinstance(held, tuple) and len(held) == getattr(value, "seats", None):
            for place, mine in enumerate(held):
                if is_dataclass(mine):
                    yield from parts(mine, (*way, name, place))


def along(value: Any, way: Way) -> Iterator[Any]:
    """The value and all that one comes by on the way to a part of it."""
    yield value
    for step in way:
        value = value[step] if isinstance(step, int) else getattr(value, step)
        yield value


def changed(value: Any, way: Way, held: Any) -> Any:
    """The value with something else at the end of this way."""
    if not way:
        return held
    first, *rest = way
    if isinstance(first, int):
        return (*value[:first], changed(value[first], tuple(rest), held), *value[first + 1 :])
    return replace(value, **{first: changed(getattr(value, first), tuple(rest), held)})


def richest(states: list[Any], number: int) -> list[Any]:
    """States that hold the most different things between them, each the most that is new."""
    left = {id(state): (state, frozenset(_things(state))) for state in states}
    seen: set[Hashable] = set()
    chosen = []
    while len(chosen) < number:
        state, held = max(left.values(), key=lambda each: len(each[1] - seen))
        chosen.append(state)
        seen |= held
        del left[id(state)]
    return chosen


def _things(state: Any) -> Iterator[Hashable]:
    """What a state holds, thing by thing, numbers only roughly."""
    for _, part in parts(state):
        for name in names(part):
            value = getattr(part, name)
            for each in value if isinstance(value, tuple) else (value,):
                yield type(part), name, min(each, 4) if isinstance(each, int) else each
