"""What is called the rulebook's text names its page, and the line there that was found by reading.

`tests/games/<game>/places.toml`: <rule> = { page, at (or where) = "in our words", quote = "at
most six words of that line" }. The rulebooks' texts are no part of this project: where they lie
beside it, in `../shared/rulebooks`, each quote has to stand there once, and those of a page before
those of the next.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.text import english_translator
from tests.kit.places import ROOT

PLACES = {path.parent.name: path for path in sorted(Path(__file__).parent.glob("*/places.toml"))}
BOOKS = ROOT.parent / "shared" / "rulebooks"
BOOK = {
    "cosmogenesis": "cosmogenesis.txt",
    "crafting": "crafting-the-cosmos.txt",
    "empires": "cosmos-empires.txt",
}
LONGEST_QUOTE = 6
#: What the app does, or leaves to the table, is no word of a rulebook.
OURS = re.compile(
    r"\b(the app|your phone|tap|enter|entered|we read|our guess|your table decides|left to your)\b",
    re.IGNORECASE,
)

each_game = pytest.mark.parametrize("slug", PLACES)


def places(slug: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(PLACES[slug].read_text(encoding="utf-8"))


def words(text: str) -> str:
    """The words of a text, without marks and signs, each between spaces."""
    return f" {' '.join(re.findall('[a-z0-9]+', text.lower()))} "


@each_game
def test_the_rulebooks_text_has_its_place(slug: str) -> None:
    told = places(slug)
    pages = {
        rule.key: rule.page for rule in CATALOGUE[slug].rulebook.rules if rule.strength == "text"
    }
    assert {key: place["page"] for key, place in told.items()} == pages
    assert all(pages.values())
    for place in told.values():
        assert len(place.get("at") or place["where"]) > 3
        assert 3 <= len(words(place["quote"]).split()) <= LONGEST_QUOTE


@each_game
def test_a_place_is_one_line_of_the_rulebook(slug: str) -> None:
    book = BOOKS / BOOK[slug]
    if not book.is_file():
        pytest.skip("the rulebooks' texts aren't beside this checkout, in ../shared/rulebooks")
    text, told = words(book.read_text(encoding="utf-8")), places(slug)
    found = {key: text.count(words(place["quote"])) for key, place in told.items()}
    assert {key: number for key, number in found.items() if number != 1} == {}
    lines = [(text.index(words(place["quote"])), place["page"]) for place in told.values()]
    assert [page for _, page in sorted(lines)] == sorted(page for _, page in lines)


@each_game
def test_the_rulebooks_text_is_none_of_our_words(slug: str) -> None:
    ours = [
        rule.key
        for rule in CATALOGUE[slug].rulebook.rules
        if rule.strength == "text" and OURS.search(english_translator().say(rule.text))
    ]
    assert ours == []
