"""The rulebook of Cosmos: Empires: whole, plain, its figures worked out and not typed."""

from __future__ import annotations

import re
from itertools import product

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import CARDS, CULTURES, EDITIONS
from companion.referee.rulebook import Question, Rule
from companion.referee.text import Text, english

BOOK = GAME.rulebook
RULES = {rule.key: rule for rule in BOOK.rules}
ENTRIES: list[Rule | Question] = [*BOOK.rules, *BOOK.questions]
CHAPTERS = ["setup", "turn", "roll", "build", "cycle", "card", "culture", "end", "game"]
LONGEST = 420
KEY = re.compile(r"[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*")
UNWANTED = re.compile(r"[{}!]|\bofficial|\bshall\b", re.IGNORECASE)
DICE = [one + other for one, other in product((1, 2, 3, 4), repeat=2)]


def said(text: Text) -> str:
    return english().say(text)


def sentences(entry: Rule | Question) -> list[Text]:
    """Everything of an entry that a person reads."""
    if isinstance(entry, Rule):
        return [entry.title, entry.text]
    return [entry.asks, *(label for _, label in entry.choices)]


def test_the_rules_follow_the_chapters_of_a_game() -> None:
    assert [key for key, _ in BOOK.chapters] == CHAPTERS
    places = [CHAPTERS.index(rule.chapter) for rule in BOOK.rules]
    assert places == sorted(places)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_an_entry_is_plain_and_can_be_found(entry: Rule | Question) -> None:
    assert KEY.fullmatch(entry.key) and entry.chapter in CHAPTERS
    assert len(set(entry.words)) >= 3
    for words in map(said, sentences(entry)):
        assert words == " ".join(words.split())
        assert not UNWANTED.search(words)
        assert 0 < len(words) <= LONGEST


@pytest.mark.parametrize("question", BOOK.questions, ids=lambda question: question.key)
def test_a_question_suggests_its_first_choice(question: Question) -> None:
    assert question.default == question.choices[0][0]
    assert question.asks.source.endswith("?")


def test_a_page_is_a_sheet_by_name() -> None:
    """The sheets of the box have no numbers that anybody could look up."""
    assert all(bool(entry.sheet) == bool(entry.page) for entry in ENTRIES)
    assert len({entry.sheet for entry in ENTRIES if entry.sheet}) == 3


@pytest.mark.parametrize("slug", CARDS)
def test_a_card_is_told_with_its_worked_chance(slug: str) -> None:
    rule, card = RULES[f"card.{slug}"], CARDS[slug]
    assert rule.printed is not None
    text = said(rule.printed)
    assert rule.title.source == card.name
    assert f"{card.copies} copies" in text
    for roll in card.rolls:
        chance = 100 * DICE.count(roll) / len(DICE)
        assert f"on {roll}, {chance:g}% of the rolls" in text
    assert ("From one source only" in text) == bool(card.unsure)
    assert "one source" not in said(rule.text), "the rulebook has no word on it"


def test_the_chances_of_the_totals_are_worked_out() -> None:
    text = said(RULES["roll.chances"].text)
    for total in range(2, 9):
        number = DICE.count(total)
        assert f"{total} in {number} of 16 ({100 * number / 16:g}%)" in text
    assert "6.25%" in text and "25%" in text


def test_every_culture_card_has_its_rule() -> None:
    assert all(RULES[f"culture.{slug}"].title.source == CULTURES[slug].name for slug in CULTURES)
    assert EDITIONS["base"] == CULTURES and len(CULTURES) == 8


def test_the_house_rules_are_the_questions() -> None:
    keys = [option.key for option in GAME.options]
    assert keys == ["culture", *(question.key for question in BOOK.questions)]
    for option, question in zip(GAME.options[1:], BOOK.questions, strict=True):
        values = [choosable.value for choosable in option.values]
        assert values == ["", *(value for value, _ in question.choices)]
