"""What the guide says in the sill fits there in every language: its first sentence, at most two
lines, or three small ones beside a button.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.web.language.shortened import first_sentence
from tests.kit.places import CODE

#: Letters of a word that has the row to itself, and of one beside a button: of 360 pixels.
ALONE, BESIDE = 78, 56
#: A name as long as most: what is longer is cut in its own place.
NAME = "Katharina"
LANGUAGES = ("", ".de", ".es", ".fr", ".it")


def lengths(folder: Path, language: str) -> Iterator[tuple[str, int, int]]:
    """Every sentence that is said first, its length, and how long it may be."""
    cards = tomllib.loads((folder / "lessons.toml").read_text("utf-8"))["led"]
    # A language comes game by game: a game that hasn't it yet speaks English.
    its = folder / f"lessons{language}.toml"
    said = tomllib.loads(its.read_text("utf-8"))["led"] if its.exists() else cards
    for key, words in said.items():
        button = cards[key].get("tap") or cards[key].get("shared")
        for kind in words.keys() & {"words", "watch", "brief"}:
            first = first_sentence(words[kind].replace("{who}", NAME))
            most = BESIDE if button and kind != "watch" else ALONE
            yield f"{key}.{kind}: {first}", len(first), most


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_guided_step_fits_the_sill(slug: str, language: str) -> None:
    found = list(lengths(CODE / "games" / slug, language))
    assert len(found) > 10
    assert [words for words, long, most in found if long > most] == []


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("Take it. Then go on.", "Take it."),
        ("Is it there? Then go on.", "Is it there?"),
        ("Seulement ? Oui.", "Seulement ?"),
        ("It scores 1.5 times", "It scores 1.5 times"),
        ("Take all!", "Take all!"),
    ],
)
def test_the_first_sentence(words: str, first: str) -> None:
    assert first_sentence(words) == first
