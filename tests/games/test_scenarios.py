"""Every rule that the referee judges, broken once and kept once; every question, each way.

The scenarios stand in <game>/scenarios/*.toml; here they are tried and counted. No game rule is
said here.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.games import CATALOGUE
from companion.paths import PACKAGE_FOLDER
from companion.referee.rulebook import Question
from tests.kit.positions import POSITIONS
from tests.kit.scenarios import (
    Scenario,
    check_broken_and_kept,
    check_scenario,
    check_told_apart,
    cited,
    verbs_about,
)

#: Rules that nothing helps against: the game is over.
FINAL = {("crafting", "turn.over")}

each_game = pytest.mark.parametrize("slug", CATALOGUE)


def judged_rules(slug: str) -> set[str]:
    return {rule.key for rule in CATALOGUE[slug].rulebook.rules if rule.judged}


def questions(slug: str) -> dict[str, Question]:
    """What the book leaves open and the app can notice."""
    return {each.key: each for each in CATALOGUE[slug].rulebook.questions if each.judged}


@cache
def objected(slug: str) -> set[str]:
    """The rules and questions that some line of the game's code objects by."""
    return cited(PACKAGE_FOLDER / "games" / slug, "Objection")


@cache
def doubted(slug: str) -> set[str]:
    """The questions that some line of the game's code raises a doubt about."""
    folder = PACKAGE_FOLDER / "games" / slug
    return cited(folder, "Doubt") | cited(folder, "open_question_objections")


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [
        pytest.param(slug, scenario, id=f"{slug} {scenario}")
        for slug, each in POSITIONS.items()
        for scenario in each.scenarios
    ],
)
def test_the_referee_says_what_the_scenario_expects(slug: str, scenario: Scenario) -> None:
    known = POSITIONS[slug]
    state = known.at(scenario)
    ruling = check_scenario(known.game, scenario, state, known.number)
    objections = [no for no in ruling.objections if no.rule == scenario.rule]
    assert all(no.remedy for no in objections) or (slug, scenario.rule) in FINAL
    drawn = known.game.draw_for_action(state, known.game.read(ruling.action)) is not None
    assert scenario.after or scenario.verdict == "refused" or drawn


@each_game
def test_the_scenarios_are_told_apart(slug: str) -> None:
    check_told_apart(CATALOGUE[slug], POSITIONS[slug].scenarios)


@pytest.mark.parametrize(
    ("slug", "rule"), [(slug, rule) for slug in CATALOGUE for rule in sorted(judged_rules(slug))]
)
def test_every_judged_rule_is_broken_once_and_kept_once(slug: str, rule: str) -> None:
    check_broken_and_kept(POSITIONS[slug].scenarios, rule)


@pytest.mark.parametrize(
    ("slug", "key"), [(slug, key) for slug in CATALOGUE for key in sorted(questions(slug))]
)
def test_every_question_is_tried_each_way(slug: str, key: str) -> None:
    """Left open as well, where the app asks; elsewhere the first choice holds."""
    scenarios = POSITIONS[slug].scenarios
    settled = {each.options.get(key) for each in scenarios if each.rule == key}
    wanted: set[str | None] = {value for value, _ in questions(slug)[key].choices}
    if key in doubted(slug):
        wanted.add(None)
        assert verbs_about(scenarios, key, "doubt"), "left open, the question is not asked"
    assert settled == wanted


@each_game
def test_every_doubt_is_about_a_question_of_the_book(slug: str) -> None:
    assert doubted(slug) and doubted(slug) <= set(questions(slug))


@each_game
def test_only_judged_rules_and_questions_refuse(slug: str) -> None:
    # What an older game has settled holds in it.
    settled = {question.key for question in CATALOGUE[slug].rulebook.retired}
    known = judged_rules(slug) | set(questions(slug)) | settled
    assert {each.rule for each in POSITIONS[slug].scenarios if each.verdict == "refused"} <= known
    assert objected(slug) <= known
