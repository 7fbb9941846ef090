"""The questions that are suggested: whole sentences that nothing cuts, at the least width, in every
language and in large text; and the words in the field where one asks.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.games import CATALOGUE
from companion.rule_search import RuleSearch
from companion.web.language.rulebooks import searchable_rulebooks
from companion.web.routes.rules import QUESTION_MARKS_BY_LANGUAGE
from tests.kit.browser.reading import TEXT_SIZES, USUAL, drawn_in
from tests.kit.browser.ruler import in_language
from tests.kit.browser.screens import Visitor, resize
from tests.kit.browser.waiting import becomes
from tests.kit.languages import each_whole

pytestmark = pytest.mark.browser

#: The suggestions whose words are cut, or reach beyond their button or the window.
CUT = """(asked) => {
  const button = document.querySelector(".questions .btn");
  return asked.filter((words) => {
    button.textContent = words;
    const { left, right } = button.getBoundingClientRect();
    const words_in = document.createRange();
    words_in.selectNodeContents(button);
    const inside = words_in.getBoundingClientRect();
    return left < 0 || right > innerWidth || inside.left < left || inside.right > right
      || inside.height > button.getBoundingClientRect().height;
  });
}"""
#: Whether the field is too narrow for its placeholder.
FIELD = """() => {
  const field = document.querySelector("main input[type=search]");
  const style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(field.placeholder).width - room;
}"""


def suggested(language: str, page: Page) -> list[str]:
    """The first way to ask for every entry of every game, as it is suggested."""
    search = RuleSearch(lambda: searchable_rulebooks(CATALOGUE, language), language)
    asked = {
        search.example_wording(slug, entry.key)
        for slug, game in CATALOGUE.items()
        for entry in game.rulebook.entries
    }
    before, after = QUESTION_MARKS_BY_LANGUAGE.get(language, ("", "?"))
    return [f"{before}{words[:1].upper()}{words[1:]}{after}" for words in sorted(asked) if words]


@pytest.mark.some(4)
@each_whole
def test_a_suggested_question_is_not_cut(visitor: Visitor, language: str) -> None:
    page = visitor.visit("/rules/crafting?q=supernova").page
    with in_language(page, language):
        expect(page.locator(".questions .btn").first).to_be_visible()
        resize(page, 320)
        for size in TEXT_SIZES:
            with drawn_in(page, USUAL, size):
                asked = suggested(language, page)
                assert len(asked) > 300
                becomes(page, CUT, [], asked)
                becomes(page, FIELD, lambda wider: wider <= 0)
