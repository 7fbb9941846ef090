"""The layout in other languages, whose words are longer.

Every screen is measured in English elsewhere. Here some of each game are drawn in the other
languages, at the least width and in the largest text; COMPANION_TESTS=all takes every one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.web.language.languages import LANGUAGES
from tests.kit.browser.beside import BESIDE
from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.reading import WIDE, drawn_in
from tests.kit.browser.ruler import in_language, measured
from tests.kit.browser.screens import LAID_OUT, SCREENS, Visitor, resize
from tests.kit.browser.waiting import becomes
from tests.kit.languages import OTHERS

pytestmark = pytest.mark.browser

ALL = {**SCREENS, **BESIDE, **EMPIRES, **COSMOGENESIS}
#: Of so many screens one is measured in every run.
RARELY = 24


def wanted() -> list[str]:
    return list(ALL)[:: 1 if os.environ.get("COMPANION_TESTS") == "all" else RARELY]


def found(visitor: Visitor, screen: str) -> Iterator[str]:
    page = ALL[screen](visitor).page
    for language in OTHERS:
        with in_language(page, language):
            yield from (f"{screen} {language}: {words}" for words in measured(page, screen))


@pytest.mark.some(2)
@pytest.mark.parametrize("screen", wanted())
def test_long_words_have_room(visitor: Visitor, screen: str) -> None:
    assert list(found(visitor, screen)) == []


#: A control's name and how many moves it is away, where that is longer than the plate it is on.
BESIDE_ITS_PLATE = """() => [...document.querySelectorAll(
  ".corner:has(.steps-to) :is(.steps-to, b)")].filter((each) => {
  const control = [...each.closest(".corner").classList].find((name) => name.startsWith("c-"));
  const plate = document.querySelector(`.goal-of.${control} button`).getBoundingClientRect();
  const words = new Range();
  words.selectNodeContents(each);
  const { left, right, width } = words.getBoundingClientRect();
  return !width || left < plate.left - 0.5 || right > plate.right + 0.5;
}).map((each) => each.textContent)"""


def test_what_stands_on_a_plate_of_the_wheel_stays_on_it(visitor: Visitor) -> None:
    page = visitor.at("laid-out", LAID_OUT).page
    for language in OTHERS:
        with in_language(page, language):
            expect(page.locator(".steps-to")).to_have_count(3)
            for width in (320, 360):
                resize(page, width)
                becomes(page, BESIDE_ITS_PLATE, [])


def test_a_long_word_without_room_is_found(visitor: Visitor) -> None:
    page = visitor.visit("/").page
    with in_language(page, "de"):
        assert measured(page, "home") == []
        bad = page.locator("main h2").first
        bad.evaluate("each => { each.style.width = '60px'; each.textContent = 'Energiekarten'; }")
        assert measured(page, "home") != []


#: How many rows the tabs stand in, and those whose name is cut or reaches out of the window.
TABS = """() => {
  const tabs = [...document.querySelectorAll(".tabs > *")].filter((each) => each.checkVisibility());
  const tops = tabs.map((each) => Math.round(each.getBoundingClientRect().top));
  const cut = tabs.filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < -0.5 || right > innerWidth + 0.5 || each.scrollWidth > each.clientWidth;
  });
  return [new Set(tops).size, ...cut.map((each) => each.textContent.trim())];
}"""


@pytest.mark.parametrize("screen", ["craft", "empires-build", "cosmo-own"])
def test_tabs_stand_in_one_row(visitor: Visitor, screen: str) -> None:
    """In every language, at every width of a phone and every size of its text."""
    page, wrong = ALL[screen](visitor).page, []
    for language in LANGUAGES:
        with in_language(page, language):
            for width in (320, 344, 360, 390):
                resize(page, width)
                for size in (100, 125, 150, 200):
                    with drawn_in(page, WIDE, size):
                        rows = page.evaluate(TABS)
                        if rows != [1]:
                            wrong.append((language, width, size, rows))
    assert wrong == []
