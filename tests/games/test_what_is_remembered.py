"""What a game remembers while several tables are played is never shown where it does not belong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import zip_longest
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.memo import forget_all
from tests.kit.strategies import PLAYS, Play, make_up, play

#: Places of a play that a walk begins at, and how often a little is changed there.
PLACES = 7
CHANGES = 5


def walk(game: Game, seed: int) -> Iterator[tuple[Any, range]]:
    """States of a play, each followed by others that differ from it in one thing: what changes so
    little is what can be taken for the same.
    """
    played, rng = play(game.slug, seed), random.Random(seed)
    seats = range(1, played.seats + 1)
    for state in rng.sample(played.states, min(PLACES, len(played.states))):
        yield state, seats
        for change in rng.choices((mixed, mixed, corrected, settled), k=CHANGES):
            yield change(played, state, rng), seats


def corrected(played: Play, state: Any, rng: random.Random) -> Any:
    """Somebody does what nobody has judged."""
    seat = rng.randint(1, played.seats)
    return played.game.apply(state, seat, make_up(played.game, rng.choice))


def settled(played: Play, state: Any, rng: random.Random) -> Any:
    """The table answers a question of the rulebook."""
    question = rng.choice(played.game.rulebook.questions)
    return played.game.settle(state, question.key, rng.choice(question.choices)[0])


def mixed(played: Play, state: Any, rng: random.Random) -> Any:
    """One thing, at whatever depth, is as it is at another moment of the play."""
    return grafted(state, rng.choice(played.states), rng)


def grafted(value: Any, other: Any, rng: random.Random) -> Any:
    if is_dataclass(value) and type(value) is type(other):
        name = rng.choice([each.name for each in fields(value)])
        part = grafted(getattr(value, name), getattr(other, name), rng)
        return replace(value, **{name: part})  # type: ignore[type-var]
    if isinstance(value, tuple) and len(value) == len(other or ()) and is_dataclass((*value, 0)[0]):
        place = rng.randrange(len(value))
        part = grafted(value[place], other[place], rng)
        return (*value[:place], part, *value[place + 1 :])
    return other


@pytest.mark.parametrize("seeds", [PLAYS[1:4]], ids=str)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_tables_that_are_played_at_once_see_only_what_is_true(slug: str, seeds: range) -> None:
    game = CATALOGUE[slug]
    turns = zip_longest(*(walk(game, seed) for seed in seeds))
    states = [state for turn in turns for state in turn if state is not None]
    asked = [(state, viewer) for state, seats in states for viewer in (0, *seats)]
    forget_all()
    remembered = [game.show(state, viewer) for state, viewer in asked]
    for (state, viewer), panels in zip(asked, remembered, strict=True):
        forget_all()
        assert game.show(state, viewer) == panels, viewer
