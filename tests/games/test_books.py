"""The rulebook of each game: whole, plain, in the order of play, its questions among options."""

from __future__ import annotations

import re

import pytest

from companion.games import CATALOGUE
from companion.referee.rulebook import Question, Rule
from companion.referee.text import Text, english_translator

LONGEST = 420
KEY = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")
TITLE = re.compile(r"[A-Z0-9].*([^.]|\.[A-Z]\.)")
WORD = re.compile(r"[a-z0-9][a-z0-9+%'. -]*", re.IGNORECASE)
#: A percent sign stands behind a number.
UNWANTED = re.compile(r"[{}!]|(?<!\d)%|\bofficial|\bshall\b", re.IGNORECASE)
#: The pages (of Empires: the sheets) with rules on them; 0 is none.
PAGES = {
    "cosmogenesis": {0, *range(3, 13)},
    "crafting": {0, *range(2, 23)},
    "empires": {0, 1, 2, 3},
}

each_game = pytest.mark.parametrize("slug", CATALOGUE)
each_entry = pytest.mark.parametrize(
    ("slug", "entry"),
    [
        pytest.param(slug, entry, id=f"{slug} {entry.key}")
        for slug, game in CATALOGUE.items()
        for entry in (*game.rulebook.rules, *game.rulebook.questions, *game.rulebook.retired)
    ],
)


def said(text: Text) -> str:
    return english_translator().say(text)


def sentences(entry: Rule | Question) -> list[Text]:
    """Everything of an entry that a person reads."""
    if isinstance(entry, Rule):
        return [entry.title, entry.text]
    return [entry.asks, *(label for _, label in entry.choices)]


def chapters(slug: str) -> list[str]:
    return [chapter for chapter, _ in CATALOGUE[slug].rulebook.chapters]


@each_game
def test_the_rules_follow_the_chapters_of_a_game(slug: str) -> None:
    assert all(title.source for _, title in CATALOGUE[slug].rulebook.chapters)
    places = [chapters(slug).index(rule.chapter) for rule in CATALOGUE[slug].rulebook.rules]
    assert places == sorted(places)


@each_entry
def test_an_entry_is_plain(slug: str, entry: Rule | Question) -> None:
    for words in map(said, sentences(entry)):
        assert words == " ".join(words.split())
        assert not UNWANTED.search(words)
        assert 0 < len(words) <= LONGEST
    if isinstance(entry, Rule):
        assert TITLE.fullmatch(said(entry.title)) and said(entry.text).endswith(".")


@each_entry
def test_an_entry_can_be_found(slug: str, entry: Rule | Question) -> None:
    assert KEY.fullmatch(entry.key) and entry.chapter in chapters(slug)
    assert entry.page in PAGES[slug]
    assert len(set(entry.words)) >= 3
    assert [word for word in entry.words if not WORD.fullmatch(word)] == []


@each_game
def test_a_question_suggests_its_first_choice(slug: str) -> None:
    for question in CATALOGUE[slug].rulebook.questions:
        assert question.default == question.choices[0][0]
        assert question.asks.source.endswith("?")


@each_game
def test_no_two_rules_have_one_title(slug: str) -> None:
    titles = [said(rule.title) for rule in CATALOGUE[slug].rulebook.rules]
    assert len(set(titles)) == len(titles)


@each_game
def test_the_last_house_rules_are_the_questions(slug: str) -> None:
    """Left open ("") first, then each choice."""
    questions = CATALOGUE[slug].rulebook.questions
    options = CATALOGUE[slug].options[-len(questions) :]
    assert [option.key for option in options] == [question.key for question in questions]
    for option, question in zip(options, questions, strict=True):
        values = [choosable.value for choosable in option.values]
        assert values == ["", *(value for value, _ in question.choices)]
