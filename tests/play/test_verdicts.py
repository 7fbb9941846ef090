"""A verdict on an action asked about in words: the action meant or none, and the judge's word.

`tests/rule_search/actions/GAME.LANGUAGE.toml`: questions, each with its verb and the values that it
names; "-" for a question that no verdict answers.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.play.meanings import written_words
from companion.play.verdicts import AskedAnswer, TableVerdict, answer_at_table
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.notation import ActionForm
from companion.rule_search.asking import AskedAction, AskedKind, QuestionReader
from companion.rule_search.search import RuleSearch
from companion.tables import Seat, Table
from companion.web.language.rulebooks import action_words, searchable_rulebooks
from tests.games.cosmogenesis.positions import opened
from tests.kit.asked_questions import table_of
from tests.kit.languages import SPOKEN, each_spoken
from tests.kit.positions import POSITIONS

pytestmark = pytest.mark.long

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


#: How players ask for leave: what stands before and behind the action's own words.
FRAMES = {
    "en": ("can I {}", "may I {} now", "am I allowed to {}", "why can't I {}"),
    "de": ("darf ich {}", "kann ich jetzt {}", "darf ich noch {}", "warum kann ich nicht {}"),
    "es": ("¿puedo {}?", "¿puedo ahora {}?", "¿me dejan {}?", "¿por qué no puedo {}?"),
    "fr": ("je peux {} ?", "puis-je {} maintenant ?", "ai-je le droit de {} ?"),
    "it": ("posso {}?", "posso {} adesso?", "perché non posso {}?"),
}
#: Questions of a game in a language: 390 in all.
ASKED_OF_EACH = 30


def languages_of(slug: str) -> list[str]:
    return [language for each, language in SPOKEN if each == slug]


def made_question(
    slug: str, language: str, chance: random.Random, at: Table
) -> tuple[str, str, set[str]]:
    """A question made of the words for an action of the game, and of the names of values that an
    action of its kind has at this table: the words, the verb, the values named.
    """
    game, phrases = at.game, action_words(at.game, language, {}).phrases
    form = chance.choice([each for each in game.notation.forms if each.verb in phrases])
    known = [each for each in game.candidates(at.state, 1) if isinstance(each, form.make)]
    example = chance.choice(known) if known else game.read(form.example)
    values = [
        (text, reader(slug, language).names.name_of(word.name, text))
        for word, text in written_words(form, example)
        if chance.random() < 0.6
    ]
    told = {text: name for text, name in values if name}
    words = " ".join((chance.choice(phrases[form.verb]), *told.values()))
    return chance.choice(FRAMES[language]).format(words), form.verb, {*told}


def none_is_allowed(at: Table, seat: int, form: ActionForm, values: set[str]) -> bool:
    """Whether the judge allows none of the listed actions of this kind with these values."""
    listed = [each for each in at.game.candidates(at.state, seat) if isinstance(each, form.make)]
    meant = [each for each in listed if values <= {*at.game.write(each).split()}]
    meant = [each for each in meant if at.game.draw_for_action(at.state, each) is None]
    return not any(judge(at.game, at.state, seat, each).allowed for each in meant)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_question_made_of_an_actions_words_is_of_it_and_judged_as_ever(
    slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Found right, or not at all, in 98 of 100; judged as by `objections()` in all of them."""
    chance, wrong, found, asked = random.Random(slug), [], 0, 0
    for language, number in product(languages_of(slug), range(ASKED_OF_EACH)):
        asked += 1
        at = table(slug, number % POSITIONS_ASKED)
        words, verb, values = made_question(slug, language, chance, at)
        action = read_question(slug, language, words, at)
        answer = answered(slug, language, at, action) if action else None
        if action is None or answer is None or answer.verdict is None:
            continue
        found += 1
        named = {value.value for value in action.values}
        if action.verb != verb or not named.issuperset(values):
            wrong.append((words, verb, action))
        verdict = answer.verdict
        assert is_as_judged(at.game, at.state, verdict), words
        if not verdict.allowed and verdict.tried is None:
            form = next(each for each in at.game.notation.forms if each.verb == verdict.verb)
            assert none_is_allowed(at, verdict.seat, form, named), words
    with capsys.disabled():
        print(f"\n{slug}: of {asked} asked {found} found, {len(wrong)} wrong", end="")
    assert len(wrong) <= 0.02 * asked, wrong
    assert found >= 0.7 * asked


def at_a_comets_turn(*lines: str) -> Table:
    """Cosmogenesis: seat 1 may hit a body with the comet in its belt."""
    given = ("1 begin 1", *lines, "1 mend comets 1", "1 discard i")
    return table_of("cosmogenesis", opened(2, None, *given))


def comet_verdict(at: Table, words: str) -> TableVerdict:
    action = read_question("cosmogenesis", "en", words, at)
    answer = answered("cosmogenesis", "en", at, action) if action else None
    assert answer and answer.verdict
    return answer.verdict


def test_any_moon_is_judged_as_a_moon_and_any_planet_as_a_planet() -> None:
    at = at_a_comets_turn("1 set 1 rock-3", "1 set 1.1 rock-1")
    refused = comet_verdict(at, "can I hit my moon with a comet").refusal
    assert refused is not None and refused.rule == "comet.target"
    assert comet_verdict(at, "can I hit my planet with a comet").allowed
    assert not comet_verdict(
        at_a_comets_turn("1 set 1 rock-2"), "can I hit my moon with a comet"
    ).allowed


def test_what_a_question_leaves_open_is_no_other_action_and_can_be_added_to_it() -> None:
    at = at_a_comets_turn("1 set 1 rock-3", "1 set 2 rock-2", "1 set 3 rock-4")
    words = "can I hit my planet with a comet"
    missing = comet_verdict(at, words).missing
    for each in missing:
        assert comet_verdict(at, f"{words} {each.words}").allowed == each.allowed
    assert [(each.words, each.allowed) for each in missing] == [
        ("planet on orbit 1", True),
        ("planet on orbit 2", False),
        ("planet on orbit 3", True),
    ]
