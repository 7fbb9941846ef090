"""A verdict on an action asked about in words: the action meant or none, and the judge's word.

`tests/rule_search/actions/GAME.LANGUAGE.toml`: questions, each with its verb and the values that it
names; "-" for a question that no verdict answers.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.play.verdicts import AskedAnswer, TableVerdict, answer_at_table
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.rule_search.asking import AskedAction, AskedKind, QuestionReader
from companion.rule_search.search import RuleSearch
from companion.tables import Seat, Table
from companion.web.language.rulebooks import action_words, searchable_rulebooks
from tests.kit.languages import each_spoken
from tests.kit.positions import POSITIONS

FILES = sorted((Path(__file__).parents[1] / "rule_search" / "actions").glob("*.toml"))
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
#: Positions of a game in which its questions are asked, drawn by their number.
POSITIONS_ASKED = 12


@cache
def reader(slug: str, language: str) -> QuestionReader:
    game = CATALOGUE[slug]
    search = RuleSearch(lambda: searchable_rulebooks(CATALOGUE, language), language)
    words = action_words(game, language, {})
    return search.question_reader(slug, game.notation.forms, words)


@cache
def table(slug: str, number: int) -> Table:
    scenarios = POSITIONS[slug].scenarios
    state = POSITIONS[slug].at(random.Random(number).choice(scenarios))
    seats = tuple(Seat(n, name=f"Seat {n}", phone="phone") for n in state.all_seats)
    game = CATALOGUE[slug]
    return Table("CODE", game, 1, 0.0, "phone", seats, started=True, state=state)


def read_question(slug: str, language: str, words: str, at: Table) -> AskedAction | None:
    seats = {seat.name: seat.number for seat in at.seats}
    return reader(slug, language).read(words, seats, 1)


def answered(slug: str, language: str, at: Table, action: AskedAction) -> AskedAnswer | None:
    return answer_at_table(at, at, 1, "phone", action, reader(slug, language))


def is_as_judged(game: Game, state: Any, verdict: TableVerdict) -> bool:
    """Whether the judge says the same of the action, and gives the reason that is told."""
    if verdict.tried is None:
        return True
    action = game.read(verdict.tried.action)
    draw = game.draw_for_action(state, action)
    if draw is not None:
        drawn = (draw.pool * draw.count)[: draw.count]
        action = game.read(" ".join((verdict.tried.action, *drawn)))
    ruling = judge(game, state, verdict.seat, action)
    told = verdict.refusal is None or verdict.refusal == ruling.objections[0]
    return ruling.allowed == verdict.allowed and told


@each_file
def test_the_action_is_found_right_or_not_at_all_and_judged_as_ever(file: Path) -> None:
    slug, language = file.stem.split(".")
    wrong, missed, number = [], 0, 0
    for words, right in tomllib.loads(file.read_text(encoding="utf-8")).items():
        verb, *values = right.split()
        number += 1
        at = table(slug, number % POSITIONS_ASKED)
        action = read_question(slug, language, words, at)
        answer = answered(slug, language, at, action) if action else None
        if action is None or answer is None or answer.verdict is None:
            missed += verb != "-"
            continue
        named = {value.value for value in action.values}
        if action.verb != verb or not named.issuperset(values):
            wrong.append((words, action))
        assert is_as_judged(at.game, at.state, answer.verdict), words
    assert len(wrong) <= 0.02 * number, wrong
    assert missed <= 0.1 * number


@each_spoken
def test_each_action_of_the_game_is_named_and_each_name_is_of_an_action(
    slug: str, language: str
) -> None:
    game = CATALOGUE[slug]
    words = action_words(game, language, {})
    verbs = {form.verb for form in game.notation.forms}
    assert words.phrases.keys() <= verbs
    played = {
        form.verb for form in game.notation.forms if getattr(form.make, "when", "any") != "any"
    }
    assert played - words.phrases.keys() <= {"short", "leave", "worth", "deal", "count"}
    known = {word.name for form in game.notation.forms for word in form.words}
    assert words.names.keys() <= known


@pytest.mark.parametrize("slug", CATALOGUE)
def test_all_ways_are_refused_where_the_verdict_says_so(slug: str) -> None:
    """A verdict without a whole action is about every candidate of its kind."""
    for number in range(POSITIONS_ASKED // 2):
        at = table(slug, number)
        for form in at.game.notation.forms:
            answer = answered(slug, "en", at, AskedAction(AskedKind.NOW, form.verb, 0))
            verdict = answer.verdict if answer else None
            if verdict is None or verdict.allowed:
                continue
            tried = [a for a in at.game.candidates(at.state, 1) if isinstance(a, form.make)]
            if any(at.game.draw_for_action(at.state, a) for a in tried):
                continue
            assert not any(judge(at.game, at.state, 1, a).allowed for a in tried[:40])
