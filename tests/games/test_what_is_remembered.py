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
from tests.kit.neighbours import past
from tests.kit.remembered import Search, is_shown_wrongly, look, remembering, suspects
from tests.kit.strategies import PLAYS, make_up, play

#: Places of a play that a walk begins at.
PLACES = 2


def walk(slug: str, seed: int) -> Iterator[tuple[Any, set[int]]]:
    """States of a play and who looks, each followed by states that differ from it in one thing:
    what changes so little is what can be taken for the same.
    """
    played, rng = play(slug, seed), random.Random(seed)
    everybody = set(range(played.seats + 1))
    for state in rng.sample(played.states, PLACES):
        yield state, everybody
        yield settled(played.game, state, rng), everybody
        seat = rng.choice([*played.game.to_act(state), rng.randint(1, played.seats)])
        yield played.game.apply(state, seat, make_up(played.game, rng.choice)), everybody
        for other in rng.sample(played.states, 2):
            for changed in grafted(state, other, seat - 1):
                yield changed, {0, seat, rng.randint(1, played.seats)}
        yield state, everybody


def settled(game: Game, state: Any, rng: random.Random) -> Any:
    """The table answers a question of the rulebook."""
    question = rng.choice(game.rulebook.questions)
    return game.settle(state, question.key, rng.choice(question.choices)[0])


def seated(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(is_dataclass, value))


def grafted(value: Any, other: Any, place: int, *, within: bool = True) -> Iterator[Any]:
    """The value with one thing as it is in the other one, for each thing that is not the same; of
    the turn, and of what every seat has (here the seat at this place), one thing `within` as well.
    """
    for name in [each.name for each in fields(value)]:
        mine, theirs = getattr(value, name), getattr(other, name)
        if mine == theirs:
            continue
        if within and is_dataclass(mine) and type(mine) is type(theirs) is not type(value):
            for part in grafted(mine, theirs, 0, within=False):
                yield replace(value, **{name: part})
        elif within and seated(mine) and len(mine) == len(theirs) > place:
            for part in grafted(mine[place], theirs[place], place, within=False):
                yield replace(value, **{name: (*mine[:place], part, *mine[place + 1 :])})
        else:
            yield replace(value, **{name: theirs})


@pytest.mark.parametrize("seeds", [PLAYS[1:4]], ids=str)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_tables_that_are_played_at_once_see_only_what_is_true(slug: str, seeds: range) -> None:
    game = CATALOGUE[slug]
    turns = zip_longest(*(walk(slug, seed) for seed in seeds))
    states = [state for turn in turns for state in turn if state is not None]
    asked = [(state, viewer) for state, viewers in states for viewer in viewers]
    forget_all()
    remembered = [game.show(state, viewer) for state, viewer in asked]
    for (state, viewer), panels in zip(asked, remembered, strict=True):
        forget_all()
        assert game.show(state, viewer) == panels, viewer


#: Crafting's own tables, made for what it remembers, are in `crafting/test_remembered.py`.
@pytest.mark.parametrize("slug", [slug for slug in CATALOGUE if slug != "crafting"])
def test_whatever_a_piece_hangs_on_is_part_of_its_key(slug: str) -> None:
    game, functions = CATALOGUE[slug], remembering(CATALOGUE[slug])
    known = past(slug, PLAYS[1:4], every=5, bases=8, corrections=40, full=2)
    look(game, known.states, functions)
    assert [each.name for each in functions if not each.calls] == []
    search = Search(known, random.Random(0), calls=14, others=3)
    found = [suspect for each in functions for suspect in suspects(each, search)]
    wrong = {(each.name, each.changed) for each in found if is_shown_wrongly(game, each)}
    assert not wrong
