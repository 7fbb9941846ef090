"""The lists of words: made of their source as it is locked, sorted as they are read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rule_search.lexicon import STEMMER_NAME_BY_LANGUAGE
from companion.rule_search.word_list import FOLDER, WordList
from companion.web.language.languages import LANGUAGES
from tests.kit.word_lists import make_list


@pytest.mark.some(4)
@pytest.mark.parametrize("language", STEMMER_NAME_BY_LANGUAGE)
def test_a_list_is_made_of_its_source(language: str) -> None:
    assert (FOLDER / f"{language}.txt").read_text(encoding="utf-8") == make_list(language)


def test_every_language_has_one() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(LANGUAGES)


@given(
    words=st.sets(st.text("abcé", min_size=1, max_size=6)),
    asked=st.text("abcé", min_size=1, max_size=6),
)
def test_a_word_is_found_as_in_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory, words: set[str], asked: str
) -> None:
    folder: Path = tmp_path_factory.mktemp("words")
    told = {word: (number % 100) / 100 for number, word in enumerate(words, start=1)}
    lines = (f"{word} {round(100 * told[word])}\n" for word in sorted(words))
    (folder / "xx.txt").write_text("".join(lines) or "\n", encoding="utf-8")
    read = WordList("xx", folder)
    for word in words:
        assert read.information(word, word) == told[word]
    if asked not in words and len(asked) < 4:
        assert read.information(asked, asked) is None


def test_near_forms_count_and_a_language_without_a_list_has_no_word(tmp_path: Path) -> None:
    (tmp_path / "xx.txt").write_text("moving 40\nstars\n", encoding="utf-8")
    read = WordList("xx", tmp_path)
    assert read.information("moved", "mov") == 0.4
    assert read.information("star", "star") == 1.0
    assert read.information("moon", "moon") is None
    assert WordList("yy", tmp_path).information("moon", "moon") is None
