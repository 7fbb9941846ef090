"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import companion.games.empires as empires
from companion.games.empires import GAME
from tests.games.empires.positions import BEGUN, SCENARIOS, number, opened
from tests.kit.scenarios import (
    Scenario,
    check_broken_and_kept,
    check_scenario,
    check_told_apart,
    cited,
    verbs_about,
)

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions if question.judged}
about = partial(verbs_about, SCENARIOS)
cited_here = partial(cited, Path(empires.__file__).parent)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    lines = (*(BEGUN if scenario.begun else ()), *scenario.given)
    state = opened(scenario.players, scenario.options, *lines)
    ruling = check_scenario(GAME, scenario, state, number)
    assert all(no.remedy for no in ruling.objections if no.rule == scenario.rule)
    assert scenario.after or scenario.verdict == "refused"


def test_the_scenarios_are_told_apart() -> None:
    check_told_apart(GAME, SCENARIOS)


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    check_broken_and_kept(SCENARIOS, rule)


@pytest.mark.parametrize("key", sorted(QUESTIONS))
def test_every_question_is_tried_each_way(key: str) -> None:
    settled = {s.options.get(key) for s in SCENARIOS if s.rule == key}
    wanted: set[str | None] = {value for value, _ in QUESTIONS[key].choices}
    assert key in cited_here("Doubt")
    assert about(key, "doubt"), "left open, the question is not asked"
    assert settled == {*wanted, None}


def test_only_judged_rules_refuse() -> None:
    refusing = {s.rule for s in SCENARIOS if s.verdict == "refused"}
    assert refusing <= JUDGED | set(QUESTIONS)
    assert cited_here("Objection") <= JUDGED | set(QUESTIONS)
    assert cited_here("Doubt") == set(QUESTIONS)
