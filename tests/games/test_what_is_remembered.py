"""What a game remembers is what it would show anew, whatever else it has shown before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.memo import drop_oldest_results
from tests.kit.kept_games import each_kept_game, kept_games, states
from tests.kit.memos import Held, Memoized, Stale, instead, memoized, without_part
from tests.kit.strategies import PLAYS, make_up, play

#: Places of a play that a walk begins at.
PLACES = 2

#: States of a kept game that others are made from, and other moments that they borrow from.
NEAR, OTHERS = 3, 2
#: Actions made up at every state, corrections of every kind among them.
MADE_UP = 2
#: How often a memoized function is asked in a kept game, at the least.
LEAST = 2_000


def walk(slug: str, seed: int) -> Iterator[tuple[Any, set[int]]]:
    """States of a play and who looks, each followed by states that differ from it in one thing:
    what changes so little is what can be taken for the same.
    """
    played, rng = play(slug, seed), random.Random(seed)
    everybody = set(range(played.seats + 1))
    for state in rng.sample(played.states, PLACES):
        yield state, everybody
        yield settled(played.game, state, rng), everybody
        seat = rng.choice([*played.game.seats_to_act(state), rng.randint(1, played.seats)])
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


@pytest.mark.long
@pytest.mark.parametrize("seeds", [PLAYS[1:4]], ids=str)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_tables_that_are_played_at_once_see_only_what_is_true(slug: str, seeds: range) -> None:
    game = CATALOGUE[slug]
    turns = zip_longest(*(walk(slug, seed) for seed in seeds))
    looks = [look for turn in turns for look in turn if look is not None]
    asked = [(state, viewer) for state, viewers in looks for viewer in viewers]
    drop_oldest_results(1.0)
    remembered = [game.show(state, viewer) for state, viewer in asked]
    for (state, viewer), panels in zip(asked, remembered, strict=True):
        drop_oldest_results(1.0)
        assert game.show(state, viewer) == panels, viewer


def near(slug: str, file: Path) -> Iterator[tuple[Any, set[int]]]:
    """Every state of a kept game and who looks; each followed by what made-up actions that nobody
    judged make of it. Some also with every question settled each way, and with each thing of the
    table and of every seat as it was at another moment of the game.
    """
    game, known, rng = CATALOGUE[slug], list(states(slug, file)), random.Random(file.stem)
    chosen = {*rng.sample(range(len(known)), NEAR)}
    for number, state in enumerate(known):
        yield state, {*range(state.seats + 1)}
        for _ in range(MADE_UP):
            seat = rng.randint(1, state.seats)
            yield game.apply(state, seat, make_up(game, rng.choice)), {0, seat}
        if number in chosen:
            others = rng.sample(known, OTHERS)
            yield from _changed(game, state, others)


def _changed(game: Game, state: Any, others: list[Any]) -> Iterator[tuple[Any, set[int]]]:
    for question in game.rulebook.questions:
        for choice, _ in question.choices:
            acting = sorted(game.seats_to_act(state))[:2]
            yield game.settle(state, question.key, choice), {0, *acting}
    for other in others:
        for place in range(state.seats):
            for changed in grafted(state, other, place):
                yield changed, {0, place + 1}


def check_remembered(slug: str, file: Path, other: Callable[[Memoized], Memoized]) -> int:
    """Looks at every state of the game in order, and at those near it. Of what is
    remembered, some is made anew as well. Returns how often anything was asked; raises `Stale`.
    """
    held = Held()
    drop_oldest_results(1.0)
    with instead(slug, lambda function: held(other(function))):
        for state, viewers in near(slug, file):
            # Two things that belong together may not fit: there is no such table.
            with suppress(LookupError, ValueError):
                for viewer in viewers if 0 not in CATALOGUE[slug].seats_to_act(state) else ():
                    CATALOGUE[slug].show(state, viewer)
    return held.calls


@pytest.mark.long
@pytest.mark.some(6)
@each_kept_game
def test_what_is_remembered_is_what_would_be_made_anew(slug: str, file: Path) -> None:
    assert check_remembered(slug, file, lambda function: function) > LEAST


@pytest.mark.parametrize(
    ("slug", "name", "part"),
    [
        *(("crafting", "galaxy_panels", 3), ("crafting", "wheel_scene", 3)),
        *(("empires", "total_production", 0), ("empires", "production_gain", 5)),
        *(("cosmogenesis", "_system", 0), ("cosmogenesis", "_crashed", 4)),
    ],
)
def test_a_forgotten_input_is_noticed(slug: str, name: str, part: int) -> None:
    """The check has teeth: a part of a key left out, and what is remembered is stale."""
    (function,) = (each for each in memoized(slug) if each.__name__ == name)

    def forgetful(each: Memoized) -> Memoized:
        return without_part(each, part) if each is function else each

    with pytest.raises(Stale, match=name):
        for file in kept_games(slug):
            check_remembered(slug, file, forgetful)
