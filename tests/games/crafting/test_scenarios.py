"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import companion.games.crafting as crafting
from companion.games.crafting import GAME
from tests.games.crafting.positions import SCENARIOS, number, opened, played
from tests.kit.scenarios import (
    Scenario,
    check_broken_and_kept,
    check_scenario,
    check_told_apart,
    cited,
    verbs_about,
)

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}


about = partial(verbs_about, SCENARIOS)


def asked_by_the_code() -> set[str]:
    """The questions that some line of the game's code raises a doubt about."""
    return cited(Path(crafting.__file__).parent, "Doubt")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    state = opened(scenario.opening, scenario.options, scenario.goal)
    check_scenario(GAME, scenario, played(state, *scenario.given), number)


def test_the_scenarios_are_told_apart() -> None:
    check_told_apart(GAME, SCENARIOS)


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    check_broken_and_kept(SCENARIOS, rule)


@pytest.mark.parametrize("key", sorted(QUESTIONS))
def test_every_question_is_tried_each_way(key: str) -> None:
    settled = {s.options.get(key) for s in SCENARIOS if s.rule == key}
    wanted: set[str | None] = {value for value, _ in QUESTIONS[key].choices}
    if key in asked_by_the_code():
        wanted.add(None)
        assert about(key, "doubt"), "left open, the question is not asked"
    assert settled == wanted


def test_every_doubt_is_about_a_question_of_the_book() -> None:
    assert asked_by_the_code()
    assert asked_by_the_code() <= set(QUESTIONS)


def judged_without_need() -> Iterator[str]:
    """Rules in scenarios' refusals that the book does not call judged, nor asks about."""
    for scenario in SCENARIOS:
        if scenario.verdict == "refused" and scenario.rule not in JUDGED | set(QUESTIONS):
            yield scenario.rule


def test_only_judged_rules_refuse() -> None:
    assert not set(judged_without_need())
