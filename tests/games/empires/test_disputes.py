"""Every dispute of a table has its answer: the search finds it first, in any language."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.rule_search import RuleSearch
from companion.web.language.languages import LANGUAGES
from companion.web.language.rulebooks import searchable

DISPUTES: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "disputes.toml").read_text(encoding="utf-8")
)
SEARCHES = {
    language: RuleSearch(lambda language=language: searchable(CATALOGUE, language), language)  # type: ignore[misc]
    for language in LANGUAGES
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", DISPUTES)
def test_a_dispute_is_answered(key: str, language: str) -> None:
    answer = SEARCHES[language].find(DISPUTES[key][language], "empires")
    assert answer.finds[0].key == key and answer.sure
