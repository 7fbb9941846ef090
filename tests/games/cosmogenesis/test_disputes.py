"""What tables quarrel about is answered: in each language the search finds its rule first."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.games.cosmogenesis import GAME
from companion.rule_search import RuleSearch
from companion.web.language.languages import LANGUAGES
from companion.web.language.rulebooks import searchable

ASKED = tomllib.loads((Path(__file__).parent / "disputes.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_dispute_is_answered_first(language: str) -> None:
    search = RuleSearch(lambda: searchable(CATALOGUE, language), language)
    wrong = {}
    for key, asked in ASKED.items():
        assert GAME.rulebook.find(key) and len(asked) == len(LANGUAGES)
        answer = search.find(asked[language], GAME.slug)
        if not answer.sure or answer.finds[0].key != key:
            wrong[asked[language]] = (key, [found.key for found in answer.finds[:3]])
    assert wrong == {}
