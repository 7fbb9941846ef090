"""Empires' sixteen cards, whole in sight while one builds, each always in its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser.empires_screens import EMPIRES, at_the_last_confirm, whole_game
from tests.kit.browser.reading import FAMILIES, USUAL, drawn_in, unreadable
from tests.kit.browser.ruler import SIDEWAYS, in_language, too_small
from tests.kit.browser.screens import Visitor
from tests.kit.browser.waiting import becomes
from tests.kit.languages import speaking

pytestmark = pytest.mark.browser

SHIFTS, BUILDS = "empires-pay", "empires-cards"
CARDS = 16
#: So many are whole on a small phone before anything is scrolled, in the longest words.
ON_A_SMALL_ONE = 8
#: Of each card: where it lies, whether all of it is in sight, and what of its print is not on it.
LAID = """() => {
  const foot = document.querySelector(".dock").getBoundingClientRect().top;
  const printed = ["b", ".kost", ".kinds .icon", ".glyph", ".dice", ".adds"];
  return [...document.querySelectorAll(".deck .drawn")].map((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const within = (part) => {
      const at = card.querySelector(part)?.getBoundingClientRect();
      return at?.width && at.left >= left && at.top >= top && at.right <= right
        && at.bottom <= bottom;
    };
    return {
      at: [left, top, right, bottom].map(Math.round),
      whole: top >= 0 && left >= 0 && right <= innerWidth && bottom <= foot,
      missing: printed.filter((part) => !within(part)),
    };
  });
}"""


def laid(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(LAID)
    assert len(found) == CARDS
    assert [each["missing"] for each in found if each["missing"]] == []
    return found


def whole(cards: Iterable[dict[str, Any]]) -> int:
    return sum(each["whole"] for each in cards)


@pytest.mark.parametrize("screen", [SHIFTS, BUILDS])
def test_all_sixteen_are_whole_in_sight(visitor: Visitor, screen: str) -> None:
    page = EMPIRES[screen](visitor).page
    for language in speaking("empires"):
        with in_language(page, language):
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate("scrollTo(0, 0)")
            for family in FAMILIES:
                with drawn_in(page, family):
                    assert whole(laid(page)) == CARDS, f"{language} {family}"
            page.set_viewport_size({"width": 320, "height": 640})
            with drawn_in(page, USUAL):
                assert whole(laid(page)) >= ON_A_SMALL_ONE, language
                becomes(page, SIDEWAYS, [])
                assert [*unreadable(page), *too_small(page)] == []


def test_no_card_moves_in_a_turn(visitor: Visitor) -> None:
    """Once the total is confirmed, the step begins anew; then cards are built and can no longer be
    paid: each keeps its place, until none can be tapped and what is free has come above them.
    """
    mira = at_the_last_confirm(visitor, "no-card-moves")
    page = mira.page
    page.set_viewport_size({"width": 390, "height": 844})
    at: list[list[int]] = []
    refused = [page.locator(".deck .off").count()]
    played = whole_game()
    mine = [(nth, told.split()[0]) for nth, (seat, told) in enumerate(played) if seat == 1]
    begun = max(nth for nth, verb in mine if verb == "confirm")
    for seat, action in played[begun:]:
        if seat != 1 or action.split()[0] == "end":
            break
        mira.send(1, action)
        mira.go()
        expect(page.locator(".deck .drawn")).to_have_count(CARDS)
        if action.split()[0] == "confirm":
            at = [each["at"] for each in laid(page)]
        refused.append(page.locator(".deck .off").count())
        if "no actions" in (page.locator("#slot-top").text_content() or "").lower():
            expect(page.locator("#panel-build details:not([open]) .drawn")).to_have_count(CARDS)
            break
        assert [each["at"] for each in laid(page)] == at, action
    else:
        raise AssertionError("its actions were never used up")
    assert len(refused) > 1 and len(set(refused)) > 1


@pytest.mark.spine
def test_on_a_low_phone_all_that_an_action_does_is_in_sight(visitor: Visitor) -> None:
    """A phone of 360 x 740 under the browser's bars: the cards, and below them cycling."""
    page = EMPIRES[BUILDS](visitor).page
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("scrollTo(0, 0)")
    with drawn_in(page, USUAL):
        assert whole(laid(page)) == CARDS
        cycle = page.get_by_role("button", name="Cycle a card").filter(visible=True).bounding_box()
        foot = page.locator(".dock").bounding_box()
        assert cycle and foot and cycle["y"] + cycle["height"] <= foot["y"]
