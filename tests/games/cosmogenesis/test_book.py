"""The rulebook of Cosmogenesis: whole, plain, its numbers those of the pieces."""

from __future__ import annotations

import re

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.pieces import (
    LIFE_POINTS,
    PLANETARY_DECK,
    ROUNDS,
    STELLAR_DECK,
    TOKENS_OUT,
    spaces_in_sector,
)
from companion.games.cosmogenesis.rules.round import Refill, refill
from companion.referee.rulebook import Question, Rule
from companion.referee.text import Text, english
from tests.games.cosmogenesis.positions import opened

BOOK = GAME.rulebook
RULES = {rule.key: rule for rule in BOOK.rules}
ENTRIES: list[Rule | Question] = [*BOOK.rules, *BOOK.questions, *BOOK.retired]
CHAPTERS = [chapter for chapter, _ in BOOK.chapters]
LONGEST = 420
#: the rulebook has twelve pages; its components are on the third, its rules begin on the fourth
PAGES = {0, *range(3, 13)}
KEY = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")
UNWANTED = re.compile(r"[{}!]|\bofficial|\bshall\b", re.IGNORECASE)


def said(text: Text) -> str:
    return english().say(text)


def sentences(entry: Rule | Question) -> list[Text]:
    """Everything of an entry that a person reads."""
    if isinstance(entry, Rule):
        return [entry.title, entry.text]
    return [entry.asks, *(label for _, label in entry.choices)]


def test_the_rules_follow_the_chapters_of_a_game() -> None:
    places = [CHAPTERS.index(rule.chapter) for rule in BOOK.rules]
    assert places == sorted(places)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_an_entry_is_plain_and_can_be_found(entry: Rule | Question) -> None:
    assert KEY.fullmatch(entry.key) and entry.chapter in CHAPTERS
    assert len(set(entry.words)) >= 3 and entry.page in PAGES
    for words in map(said, sentences(entry)):
        assert words == " ".join(words.split())
        assert not UNWANTED.search(words)
        assert 0 < len(words) <= LONGEST


@pytest.mark.parametrize("question", BOOK.questions, ids=lambda question: question.key)
def test_a_question_suggests_its_first_choice(question: Question) -> None:
    assert question.default == question.choices[0][0]
    assert question.asks.source.endswith("?")


def test_the_house_rules_are_the_questions() -> None:
    assert [option.key for option in GAME.options] == [q.key for q in BOOK.questions]
    for option, question in zip(GAME.options, BOOK.questions, strict=True):
        values = [choosable.value for choosable in option.values]
        assert values == ["", *(value for value, _ in question.choices)]


def test_no_two_rules_have_one_title() -> None:
    titles = [said(rule.title) for rule in BOOK.rules]
    assert len(titles) == len(set(titles))


def test_the_numbers_are_those_of_the_pieces() -> None:
    decks, tokens = said(RULES["setup.decks"].text), said(RULES["setup.tokens"].text)
    assert "9, 12 or 15" in decks and list(STELLAR_DECK.values()) == [9, 12, 15]
    assert "11, 15 or 19" in decks and list(PLANETARY_DECK.values()) == [11, 15, 19]
    assert "10 tokens" in tokens and "20 tokens" in tokens
    assert TOKENS_OUT == {2: 20, 3: 10, 4: 0}
    assert LIFE_POINTS == (0, 1, 2, 3, 5)
    # Three odd rounds empty the stellar deck; three even ones the planetary deck, but for the
    # objectives that the players kept.
    for seats in GAME.seats:
        assert STELLAR_DECK[seats] == ROUNDS // 2 * spaces_in_sector(seats)
        assert PLANETARY_DECK[seats] - seats == ROUNDS // 2 * spaces_in_sector(seats)


def test_a_round_is_set_up_with_the_other_kind_of_objective() -> None:
    state = opened(3, {}, "1 begin 2")
    assert refill(state) == Refill("planetary", 4, 2)
    assert refill(opened(3, {}, "1 begin 1", "rounds 1", "1 mend monolith 3")) == Refill(
        "stellar", 4, 3
    )
    assert refill(opened(2, {}, "1 begin 1", "rounds 5")) is None
