"""A remedy that comes with an action can be taken: it is readable, and it leads somewhere.

Tried on every scenario's refusal and in random reachable states. It says no rule by itself.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games.crafting as crafting
from companion.games.crafting import GAME
from companion.referee.judge import judge
from companion.referee.ruling import Objection
from tests.games.crafting.positions import SCENARIOS, opened, played
from tests.kit.scenarios import Scenario
from tests.kit.strategies import Moment, actions, moments, with_chance

#: more steps than this from a refused action to an allowed one, and nobody follows them
MOST_STEPS = 3
WITH_REMEDY = tuple(scenario for scenario in SCENARIOS if scenario.remedy)


def remedied(state: Any, seat: int, action: Any) -> Iterator[Objection]:
    """The objections that name an action as their remedy."""
    yield from (no for no in judge(GAME, state, seat, action).objections if no.remedy_action)


def whole(state: Any, text: str) -> Any:
    """The action of this text, with what has to be drawn for it."""
    return with_chance(GAME, state, GAME.read(text), random.Random(text))


def check_remedy(state: Any, seat: int, refused: Any, no: Objection) -> None:
    """Taken at once, the remedy is what was wanted in a lawful form, or clears the objection."""
    remedy = whole(state, no.remedy_action)
    ruling = judge(GAME, state, seat, remedy)
    assert no not in ruling.objections, f"{no.remedy_action} runs into the same wall"
    if not ruling.allowed or type(remedy) is type(refused):
        return
    after = GAME.apply(state, seat, remedy)
    left = judge(GAME, after, seat, refused).objections
    assert no not in left, f"{no.remedy_action} changes nothing"


def check_way(state: Any, seat: int, refused: Any) -> None:
    """Remedies of remedies do not go in circles, nor on and on."""
    action, taken = refused, [GAME.write(refused)]
    while no := next(remedied(state, seat, action), None):
        action = whole(state, no.remedy_action)
        assert no.remedy_action not in taken, taken
        taken.append(no.remedy_action)
        assert len(taken) <= 1 + MOST_STEPS, taken


def check_refusal(state: Any, seat: int, refused: Any) -> None:
    for no in remedied(state, seat, refused):
        check_remedy(state, seat, refused, no)
    check_way(state, seat, refused)


@pytest.mark.parametrize("scenario", WITH_REMEDY, ids=str)
def test_the_remedy_of_a_scenario_leads_somewhere(scenario: Scenario) -> None:
    state = opened(scenario.opening, scenario.options, scenario.goal)
    state = played(state, *scenario.given)
    seat, _, text = scenario.action.partition(" ")
    assert list(remedied(state, int(seat), GAME.read(text)))
    check_refusal(state, int(seat), GAME.read(text))


@given(moment=moments(GAME), data=st.data())
def test_every_remedy_leads_somewhere(moment: Moment, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from(moment.seats))
    made_up = data.draw(st.lists(actions(GAME), min_size=5, max_size=20))
    for action in (*GAME.candidates(moment.state, seat), *made_up):
        check_refusal(moment.state, seat, action)


def rules_with_remedy() -> set[str]:
    """The rules whose objection names a remedy action in some line of the game's code."""
    found: set[str] = set()
    for path in Path(crafting.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Objection":
                rule = node.args[0]
                if len(node.args) == 4 and isinstance(rule, ast.Constant):
                    found.add(rule.value)
    return found


def test_every_rule_with_a_remedy_has_a_scenario_with_it() -> None:
    assert rules_with_remedy()
    assert rules_with_remedy() - {scenario.rule for scenario in WITH_REMEDY} == set()
