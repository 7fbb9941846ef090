"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in scenarios/*.toml; here they are tried and counted. No game rule is said here.
"""

from __future__ import annotations

import ast
from functools import partial
from pathlib import Path

import pytest

import companion.games.cosmogenesis as cosmogenesis
from companion.games.cosmogenesis import GAME
from tests.games.cosmogenesis.positions import BEGUN, SCENARIOS, asked, number, opened
from tests.kit.scenarios import Scenario, check_allowed, check_refused, verbs_about

FOLDER = Path(cosmogenesis.__file__).parent
JUDGED = {rule.key for rule in GAME.rulebook.rules if rule.judged}
QUESTIONS = {question.key: question for question in GAME.rulebook.questions}
about = partial(verbs_about, SCENARIOS)


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
    assert about(key, "doubt"), "left open, the question is not asked"
    assert settled == {*wanted, None}


def cited(*calls: str) -> set[str]:
    """The keys that the code hands to one of these calls."""
    return {
        arg.value
        for path in FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls
        for arg in node.args[:2]
        if isinstance(arg, ast.Constant) and "." in str(arg.value)
    }


def test_only_judged_rules_refuse_and_only_questions_doubt() -> None:
    refusing = {s.rule for s in SCENARIOS if s.verdict == "refused"}
    assert refusing <= JUDGED | set(QUESTIONS)
    assert cited("Objection") <= JUDGED
    assert cited("open_question") == set(QUESTIONS)


def test_a_chapter_is_judged_in_its_own_module() -> None:
    """What stands in `rules/<chapter>.py` cites that chapter before all others."""
    chapters = {chapter for chapter, _ in GAME.rulebook.chapters}
    modules = {path.stem for path in (FOLDER / "rules").glob("*.py")}
    assert chapters <= modules
