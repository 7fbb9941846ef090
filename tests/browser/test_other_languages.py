"""The layout in other languages, whose words are longer.

Every screen is measured in English elsewhere. Here some of each game are drawn in the other
languages, at the least width and in the largest text; EVERY_SCREEN=1 takes all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.kit.browser.beside import BESIDE
from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.ruler import in_language, measured
from tests.kit.browser.screens import SCREENS, Visitor

pytestmark = pytest.mark.browser

ALL = {**SCREENS, **BESIDE, **EMPIRES, **COSMOGENESIS}
#: Those whose words are longest.
LANGUAGES = ("de", "fr", "es")
#: Of so many screens one is measured in every run.
RARELY = 24


def wanted() -> list[str]:
    return list(ALL)[:: 1 if os.environ.get("EVERY_SCREEN") else RARELY]


def found(visitor: Visitor, screen: str) -> Iterator[str]:
    page = ALL[screen](visitor).page
    for language in LANGUAGES:
        with in_language(page, language):
            yield from (f"{screen} {language}: {words}" for words in measured(page, screen))


@pytest.mark.parametrize("screen", wanted())
def test_long_words_have_room(visitor: Visitor, screen: str) -> None:
    assert list(found(visitor, screen)) == []


def test_a_long_word_without_room_is_found(visitor: Visitor) -> None:
    page = visitor.visit("/").page
    with in_language(page, "de"):
        assert measured(page, "home") == []
        bad = page.locator("main h2").first
        bad.evaluate("each => { each.style.width = '60px'; each.textContent = 'Energiekarten'; }")
        assert measured(page, "home") != []
