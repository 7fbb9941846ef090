"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from empires_scenarios import BEGUN, TONGUE, Scenario, asked, number, opened, said, scenarios

import companion.games.empires as empires
from companion.games.empires import GAME
from companion.referee.ruling import Ruling

JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}
SOURCES = sorted(Path(empires.__file__).parent.rglob("*.py"))


def about(rule: str, verdict: str) -> set[str]:
    """The verbs with which this rule is tried."""
    return {s.verb for s in scenarios() if s.rule == rule and s.verdict == verdict}


def cited(call: str) -> set[str]:
    """The keys that the game's code hands to `Objection(...)` or `Doubt(...)`."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == call:
                found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    return found


def check_refused(scenario: Scenario, ruling: Ruling) -> None:
    assert {no.rule for no in ruling.objections} == {scenario.rule, *scenario.also}, said(ruling)
    first = next(no for no in ruling.objections if no.rule == scenario.rule)
    assert scenario.says and scenario.says in TONGUE.say(first.reason), said(ruling)
    assert first.remedy is not None and TONGUE.say(first.remedy)
    assert first.remedy_action == scenario.remedy


def check_allowed(scenario: Scenario, ruling: Ruling) -> None:
    assert ruling.allowed, said(ruling)
    doubts = [scenario.rule] if scenario.verdict == "doubt" else []
    assert [doubt.question for doubt in ruling.doubts] == doubts, said(ruling)
    if doubts:
        assert scenario.says and scenario.says in TONGUE.say(ruling.doubts[0].reason), said(ruling)


@pytest.mark.parametrize("scenario", scenarios(), ids=str)
def test_the_referee_says_what_the_scenario_expects(scenario: Scenario) -> None:
    lines = (*(BEGUN if scenario.begun else ()), *scenario.given)
    state = opened(scenario.players, scenario.options, *lines)
    ruling = asked(state, scenario.action)
    if scenario.verdict == "refused":
        check_refused(scenario, ruling)
        assert not scenario.after
        return
    check_allowed(scenario, ruling)
    after = GAME.apply(state, ruling.seat, GAME.read(ruling.action))
    assert {path: number(after, path) for path in scenario.after} == scenario.after
    before = {path: number(state, path) for path in scenario.after}
    assert scenario.after and before != scenario.after, "nothing happened"


def test_the_scenarios_are_told_apart() -> None:
    told = [str(scenario) for scenario in scenarios()]
    assert len(told) == len(set(told))
    assert {scenario.verdict for scenario in scenarios()} == {"allowed", "refused", "doubt"}


@pytest.mark.parametrize("rule", sorted(JUDGED))
def test_every_judged_rule_is_broken_once_and_kept_once(rule: str) -> None:
    broken, kept = about(rule, "refused"), about(rule, "allowed")
    assert broken, "no scenario is refused by this rule"
    assert broken & kept, "no allowed scenario is the counterpart of a refused one"


@pytest.mark.parametrize("key", sorted(QUESTIONS))
def test_every_question_is_tried_each_way(key: str) -> None:
    settled = {s.options.get(key) for s in scenarios() if s.rule == key}
    wanted: set[str | None] = {value for value, _ in QUESTIONS[key].choices}
    assert key in cited("Doubt")
    assert about(key, "doubt"), "left open, the question is not asked"
    assert settled == {*wanted, None}


def test_only_judged_rules_refuse() -> None:
    refusing = {s.rule for s in scenarios() if s.verdict == "refused"}
    assert refusing <= JUDGED | set(QUESTIONS)
    assert cited("Objection") <= JUDGED | set(QUESTIONS)
    assert cited("Doubt") == set(QUESTIONS)
