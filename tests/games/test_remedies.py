"""A remedy that comes with an action can be taken: it is readable, and it leads somewhere.

Tried on every scenario's refusal, all along whole games, and in random reachable states. It says
no rule by itself.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import CATALOGUE
from companion.paths import PACKAGE_FOLDER
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Objection
from tests.kit.kept_games import each_kept_game, states
from tests.kit.positions import POSITIONS
from tests.kit.scenarios import Scenario, in_words
from tests.kit.strategies import Moment, actions, moments, with_chance

#: More steps than this from a refused action to an allowed one, and nobody follows them.
MOST_STEPS = 3
#: Where a remedy may be the first of several steps; elsewhere it is allowed at once.
STEP_BY_STEP = {"crafting"}
#: So many remedies at the least are met along a kept game.
LEAST = 40
WITH_REMEDY = [
    pytest.param(slug, scenario, id=f"{slug} {scenario}")
    for slug, each in POSITIONS.items()
    for scenario in each.scenarios
    if scenario.remedy
]

each_game = pytest.mark.parametrize("slug", CATALOGUE)


def remedied(game: Game, state: Any, seat: int, action: Any) -> list[Objection]:
    """The objections that name an action as their remedy."""
    return [no for no in judge(game, state, seat, action).objections if no.remedy_action]


def whole(game: Game, state: Any, text: str) -> Any:
    """The action of this text, with what has to be drawn for it."""
    return with_chance(game, state, game.read(text), random.Random(text))


def check_remedy(game: Game, state: Any, seat: int, refused: Any, no: Objection) -> None:
    """Taken at once, the remedy is what was wanted in a lawful form, or clears the objection."""
    remedy = whole(game, state, no.remedy_action)
    ruling = judge(game, state, seat, remedy)
    assert no not in ruling.objections, f"{no.remedy_action} runs into the same wall"
    assert ruling.allowed or game.slug in STEP_BY_STEP, f"{no.remedy_action}: {in_words(ruling)}"
    if not ruling.allowed or type(remedy) is type(refused):
        return
    after = game.apply(state, seat, remedy)
    left = judge(game, after, seat, refused).objections
    assert no not in left, f"{no.remedy_action} changes nothing"


def check_way(game: Game, state: Any, seat: int, refused: Any) -> None:
    """Remedies of remedies do not go in circles, nor on and on."""
    action, taken = refused, [game.write(refused)]
    while found := remedied(game, state, seat, action):
        text = found[0].remedy_action
        action = whole(game, state, text)
        assert text not in taken, taken
        taken.append(text)
        assert len(taken) <= 1 + MOST_STEPS, taken


def check_refusal(game: Game, state: Any, seat: int, refused: Any) -> int:
    """How many remedies there were."""
    found = remedied(game, state, seat, refused)
    for no in found:
        check_remedy(game, state, seat, refused, no)
    check_way(game, state, seat, refused)
    return len(found)


@pytest.mark.parametrize(("slug", "scenario"), WITH_REMEDY)
def test_the_remedy_of_a_scenario_leads_somewhere(slug: str, scenario: Scenario) -> None:
    game = CATALOGUE[slug]
    seat, _, text = scenario.action.partition(" ")
    assert check_refusal(game, POSITIONS[slug].at(scenario), int(seat), game.read(text))


@each_kept_game
def test_every_remedy_of_a_whole_game_leads_somewhere(slug: str, file: Path) -> None:
    game, tried = CATALOGUE[slug], [*map(CATALOGUE[slug].read, POSITIONS[slug].tried)]
    number = 0
    for state in list(states(slug, file))[::2]:
        for seat in game.seats_to_act(state):
            number += sum(check_refusal(game, state, seat, action) for action in tried)
    assert number > LEAST


@pytest.mark.some(3)
@each_game
@settings(max_examples=150)
@given(data=st.data())
def test_every_remedy_leads_somewhere(slug: str, data: st.DataObject) -> None:
    game = CATALOGUE[slug]
    moment: Moment = data.draw(moments(game))
    seat = data.draw(st.sampled_from(moment.seats))
    made_up = data.draw(st.lists(actions(game), min_size=5, max_size=20))
    for action in (*game.candidates(moment.state, seat), *made_up):
        check_refusal(game, moment.state, seat, action)


def rules_with_remedy(slug: str) -> Iterator[str]:
    """The rules whose objection names a remedy action in some line of the game's code."""
    for path in (PACKAGE_FOLDER / "games" / slug).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Objection":
                rule = node.args[0]
                if len(node.args) == 4 and isinstance(rule, ast.Constant):
                    yield rule.value


@each_game
def test_every_rule_with_a_remedy_has_a_scenario_with_it(slug: str) -> None:
    wanted = set(rules_with_remedy(slug))
    assert wanted
    assert wanted <= {each.rule for each in POSITIONS[slug].scenarios if each.remedy}
