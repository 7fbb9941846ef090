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
from tests.games.crafting.positions import SCENARIOS, asked, number, opened, played
from tests.kit.scenarios import Scenario, check_allowed, check_refused, cited, verbs_about

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}
VERDICTS = {"allowed", "refused", "doubt"}


about = partial(verbs_about, SCENARIOS)


def asked_by_the_code() -> set[str]:
    """The questions that some line of the game's code raises a doubt about."""
    return cited(Path(crafting.__file__).parent, "Doubt")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    state = opened(scenario.opening, scenario.options, scenario.goal)
    state = played(state, *scenario.given)
    ruling = asked(state, scenario.action)
    if scenario.verdict == "refused":
        check_refused(scenario, ruling)
        return
    check_allowed(scenario, ruling)
    after = GAME.apply(state, ruling.seat, GAME.read(ruling.action))
    assert {path: number(after, path) for path in scenario.after} == scenario.after
    if scenario.after:
        before = {path: number(state, path) for path in scenario.after}
        assert before != scenario.after, "nothing happened"


def test_the_scenarios_are_told_apart() -> None:
    told = [str(scenario) for scenario in SCENARIOS]
    assert len(told) == len(set(told))
    for scenario in SCENARIOS:
        assert scenario.verdict in VERDICTS
        assert GAME.rulebook.find(scenario.rule)


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    broken, kept = about(rule, "refused"), about(rule, "allowed")
    assert broken, "no scenario is refused by this rule"
    assert broken & kept, "no allowed scenario is the counterpart of a refused one"


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
