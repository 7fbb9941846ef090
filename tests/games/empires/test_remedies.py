"""A remedy that comes with an action can be taken and leads somewhere; tried all along the kept
games. It says no rule by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.empires import GAME
from companion.games.empires.state import State
from companion.referee.judge import judge
from companion.referee.ruling import Objection
from tests.games.empires.kept_games import NAMES, states
from tests.games.empires.positions import SCENARIOS, opened, played
from tests.kit.scenarios import Scenario, said

#: what people tap at the wrong time
TRIED = (
    "roll",
    "roll 5 2",
    "total 9",
    "shift up",
    "shift down",
    "confirm",
    "build world-ship",
    "build t-wing",
    "build nebula-whale",
    "build darkspace-hub 4",
    "copy",
    "cycle",
    "scout",
    "end",
    "begin 8",
    "mend actions 9",
)


def whole(state: State, text: str) -> Any:
    """The action of this text, with what has to be rolled or drawn for it."""
    action = GAME.read(text)
    draw = GAME.chance(state, action)
    if draw is None:
        return action
    drawn = random.Random(text).choices(draw.pool, k=draw.count)
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
    state = played(opened(scenario.players, scenario.options), *begun, *scenario.given)
    seat, _, text = scenario.action.partition(" ")
    assert check_remedies(state, int(seat), text)


@pytest.mark.parametrize("name", NAMES)
def test_every_remedy_of_a_whole_game_leads_somewhere(name: str) -> None:
    number = 0
    for state in list(states(name))[::2]:
        for seat in GAME.to_act(state):
            number += sum(check_remedies(state, seat, text) for text in TRIED)
    assert number > 40
