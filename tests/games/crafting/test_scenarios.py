"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from crafting_scenarios import TONGUE, Scenario, asked, number, opened, played, said, scenarios

import companion.games.crafting as crafting
from companion.games.crafting import GAME
from companion.referee.ruling import Ruling

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}
VERDICTS = {"allowed", "refused", "doubt"}


def about(rule: str, verdict: str) -> set[str]:
    """The verbs with which this rule is tried."""
    return {s.verb for s in scenarios() if s.rule == rule and s.verdict == verdict}


def asked_by_the_code() -> set[str]:
    """The questions that some line of the game's code raises a doubt about."""
    found: set[str] = set()
    for path in Path(crafting.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_doubt = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Doubt"
            if is_doubt and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def check_refused(scenario: Scenario, ruling: Ruling) -> None:
    assert {no.rule for no in ruling.objections} == {scenario.rule, *scenario.also}, said(ruling)
    first = next(no for no in ruling.objections if no.rule == scenario.rule)
    assert scenario.says and scenario.says in TONGUE.say(first.reason), said(ruling)
    assert first.remedy_action == scenario.remedy


def check_allowed(scenario: Scenario, ruling: Ruling) -> None:
    assert ruling.allowed, said(ruling)
    doubts = [scenario.rule] if scenario.verdict == "doubt" else []
    assert [doubt.question for doubt in ruling.doubts] == doubts, said(ruling)
    if doubts:
        assert scenario.says and scenario.says in TONGUE.say(ruling.doubts[0].reason), said(ruling)


@pytest.mark.parametrize("scenario", scenarios(), ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    state = opened(scenario.opening, scenario.options, scenario.goal)
    state = played(state, *scenario.given)
    ruling = asked(state, scenario.action)
    if scenario.verdict == "refused":
        check_refused(scenario, ruling)
        assert not scenario.after
        return
    check_allowed(scenario, ruling)
    after = GAME.apply(state, ruling.seat, GAME.read(ruling.action))
    assert {path: number(after, path) for path in scenario.after} == scenario.after
    if scenario.after:
        before = {path: number(state, path) for path in scenario.after}
        assert before != scenario.after, "nothing happened"


def test_the_scenarios_are_told_apart() -> None:
    told = [str(scenario) for scenario in scenarios()]
    assert len(told) == len(set(told))
    for scenario in scenarios():
        assert scenario.verdict in VERDICTS
        assert scenario.chapter.partition("-")[0] == scenario.rule.partition(".")[0], scenario
        assert GAME.rulebook.find(scenario.rule)


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    broken, kept = about(rule, "refused"), about(rule, "allowed")
    assert broken, "no scenario is refused by this rule"
    assert broken & kept, "no allowed scenario is the counterpart of a refused one"


@pytest.mark.parametrize("key", sorted(QUESTIONS))
def test_every_question_is_tried_each_way(key: str) -> None:
    settled = {s.options.get(key) for s in scenarios() if s.rule == key}
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
    for scenario in scenarios():
        if scenario.verdict == "refused" and scenario.rule not in JUDGED | set(QUESTIONS):
            yield scenario.rule


def test_only_judged_rules_refuse() -> None:
    assert not set(judged_without_need())
