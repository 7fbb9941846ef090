"""A piece of which only parts are sent shows the same as a page that is loaded anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.test_held_still import CHOSEN, Watched
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

#: What each slot says, without what hangs on the time and on who is here.
WORDS = """() => [...document.querySelectorAll('[id^="slot-"]')]
  .filter((each) => !/presence|awaited|tour/.test(each.id))
  .map((each) => `${each.id}: ${each.textContent.replace(/\\s+/g, " ").trim()}`)"""


@pytest.mark.spine("crafting")
@pytest.mark.some(1)
@pytest.mark.parametrize("game", CHOSEN, ids=lambda game: game[0])
def test_a_screen_kept_up_to_date_is_a_screen_loaded_anew(
    phone: Callable[..., Phone], game: tuple[str, str, int]
) -> None:
    watched = Watched(phone, *game)
    page = watched.page
    page.goto(f"{watched.others.address}/t/{watched.mira.code}/screen")
    is_live(watched.mira)
    for _ in range(8):
        watched.follow()
    expect(page.locator("#log li").nth(2)).to_be_attached()
    expect(page.locator("[data-same]")).to_have_count(0)
    shown = page.evaluate(WORDS)
    page.reload()
    becomes(page, WORDS, shown)
