"""The rulebook of Cosmos: Empires: its figures are worked out and not typed."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import BASE_CULTURES, CARDS, CULTURES_BY_EDITION
from companion.referee.rulebook import Question, Rule
from companion.referee.text import Text, english_translator

RULES = {rule.key: rule for rule in GAME.rulebook.rules}
DICE = [one + other for one, other in product((1, 2, 3, 4), repeat=2)]


def said(text: Text) -> str:
    return english_translator().say(text)


def test_a_page_is_a_sheet_by_name() -> None:
    """The sheets of the box have no numbers that anybody could look up."""
    entries: list[Rule | Question] = [*GAME.rulebook.rules, *GAME.rulebook.questions]
    assert all(bool(entry.sheet) == bool(entry.page) for entry in entries)
    assert len({entry.sheet for entry in entries if entry.sheet}) == 3


@pytest.mark.parametrize("slug", CARDS)
def test_a_card_is_told_with_its_worked_chance(slug: str) -> None:
    rule, card = RULES[f"card.{slug}"], CARDS[slug]
    assert rule.printed is not None
    text = said(rule.printed)
    assert rule.title.source == card.name
    assert f"{card.copies} copies" in text
    for roll in card.rolls:
        chance = 100 * DICE.count(roll) / len(DICE)
        assert f"on {roll} ({chance:g}% of rolls)" in text
    assert ("check your card" in text) == bool(card.unsure)
    assert "one source" not in said(rule.text), "the rulebook has no word on it"


def test_the_chances_of_the_totals_are_worked_out() -> None:
    text = said(RULES["roll.chances"].text)
    for total in range(2, 9):
        number = DICE.count(total)
        assert f"{total} in {number} of 16 ({100 * number / 16:g}%)" in text
    assert "6.25%" in text and "25%" in text


def test_every_culture_card_has_its_rule() -> None:
    assert all(
        RULES[f"culture.{slug}"].title.source == BASE_CULTURES[slug].name for slug in BASE_CULTURES
    )
    assert CULTURES_BY_EDITION["base"] == BASE_CULTURES and len(BASE_CULTURES) == 8
