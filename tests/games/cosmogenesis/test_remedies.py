"""A remedy that comes with an action can be taken and leads somewhere; tried all along whole games.
It says no rule by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State
from companion.referee.judge import judge
from companion.referee.ruling import Objection
from tests.games.cosmogenesis.positions import SCENARIOS, opened
from tests.games.cosmogenesis.random_games import play
from tests.kit.scenarios import Scenario, said

#: what people tap at the wrong time
TRIED = (
    "planet ii rock-2",
    "moon iii rock-1 1",
    "collide ii rock-2 1",
    "comet 1",
    "belt monolith",
    "discard i",
    "exotic iii exotic-3 9",
    "stellar stellar-3",
    "extra-moon 1",
    "extra-comet",
    "smash 1",
    "smash 2.1",
    "life 1",
    "expand",
    "reveal planetary-3 1",
    "use exotic-3",
    "end",
    "next",
    "begin 4",
)


@cache
def states(seed: int) -> tuple[State, ...]:
    """Every state of a random game."""
    played = play(seed)
    state: State = GAME.setup(played.seats, played.options)
    found = [state]
    for seat, line in played.lines:
        state = GAME.apply(state, seat, GAME.read(line))
        found.append(state)
    return tuple(found)


def whole(state: State, text: str) -> Any:
    """The action of this text, with what has to be drawn for it."""
    draw = GAME.chance(state, GAME.read(text))
    drawn = random.Random(text).choices(draw.pool, k=draw.count) if draw else []
    return GAME.read(" ".join((text, *drawn)))


def remedied(state: State, seat: int, text: str) -> Iterator[Objection]:
    ruling = judge(GAME, state, seat, GAME.read(text))
    yield from (no for no in ruling.objections if no.remedy_action)


def check_remedies(state: State, seat: int, text: str) -> int:
    """Each remedy is allowed at once; it is what was wanted in a lawful form, or the objection is
    gone after it. How many there were.
    """
    number = 0
    for no in remedied(state, seat, text):
        remedy = whole(state, no.remedy_action)
        ruling = judge(GAME, state, seat, remedy)
        assert ruling.allowed, f"{text}: {no.remedy_action}: {said(ruling)}"
        if type(remedy) is not type(GAME.read(text)):
            after = GAME.apply(state, seat, remedy)
            assert no not in judge(GAME, after, seat, GAME.read(text)).objections
        number += 1
    return number


@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s.remedy], ids=str)
def test_the_remedy_of_a_scenario_leads_somewhere(scenario: Scenario) -> None:
    begun = ("1 begin 1",) if scenario.begun else ()
    state = opened(scenario.players, scenario.options, *begun, *scenario.given)
    seat, _, text = scenario.action.partition(" ")
    assert check_remedies(state, int(seat), text)


@pytest.mark.parametrize("seed", range(4))
def test_every_remedy_of_a_whole_game_leads_somewhere(seed: int) -> None:
    number = 0
    for state in states(seed)[::2]:
        for seat in GAME.to_act(state):
            number += sum(check_remedies(state, seat, text) for text in TRIED)
    assert number > 40
