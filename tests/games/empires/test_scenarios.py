"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import companion.games.empires as empires
from companion.games.empires import GAME
from tests.games.empires.positions import BEGUN, SCENARIOS, asked, number, opened
from tests.kit.scenarios import Scenario, check_allowed, check_refused, cited, verbs_about

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}
about = partial(verbs_about, SCENARIOS)
cited_here = partial(cited, Path(empires.__file__).parent)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    lines = (*(BEGUN if scenario.begun else ()), *scenario.given)
    state = opened(scenario.players, scenario.options, *lines)
    ruling = asked(state, scenario.action)
    if scenario.verdict == "refused":
        check_refused(scenario, ruling)
        assert all(no.remedy for no in ruling.objections if no.rule == scenario.rule)
        return
    check_allowed(scenario, ruling)
    after = GAME.apply(state, ruling.seat, GAME.read(ruling.action))
    assert {path: number(after, path) for path in scenario.after} == scenario.after
    before = {path: number(state, path) for path in scenario.after}
    assert scenario.after and before != scenario.after, "nothing happened"


def test_the_scenarios_are_told_apart() -> None:
    told = [str(scenario) for scenario in SCENARIOS]
    assert len(told) == len(set(told))
    assert {scenario.verdict for scenario in SCENARIOS} == {"allowed", "refused", "doubt"}


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    broken, kept = about(rule, "refused"), about(rule, "allowed")
    assert broken, "no scenario is refused by this rule"
    assert broken & kept, "no allowed scenario is the counterpart of a refused one"


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
