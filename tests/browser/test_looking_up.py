"""Looking things up during a game: the rules in two taps, what may I do, what if, was that legal.

And back again, with the place in the game where it was.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone, mark, never_reloaded
from tests.kit.browser.openings import COLLECTING, CRAFTING, two_at_a_table
from tests.kit.browser.screens import resize
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

WIDTHS = (390, 320)
SIDEWAYS = "document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth"


def fits(phone: Phone) -> None:
    """Nothing may stick out sideways, at any width."""
    for width in WIDTHS:
        resize(phone.page, width)
        becomes(phone.page, SIDEWAYS, False)
    resize(phone.page, WIDTHS[0])


def ask(phone: Phone, words: str) -> Locator:
    """Types into the search of the sheet; what it finds."""
    sheet = phone.sheet()
    sheet.get_by_label("Ask a rules question").press_sequentially(words, delay=30)
    return sheet.locator("#ask-found details")


@pytest.mark.spine
def test_a_rule_is_found_in_two_taps_and_the_game_stays(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING)
    mira.tab("Goals")
    mark(mira)
    before = mira.taps
    mira.press("Ask")
    mira.tap(mira.sheet().get_by_label("Ask a rules question"))
    assert mira.taps - before == 2
    found = ask(mira, "wild")
    expect(found.first).to_contain_text("Supernovae are wild here")
    expect(found.first).to_contain_text("The rulebook says so (p. 12)")
    fits(mira)
    mira.press("Close", mira.sheet())
    never_reloaded(mira)  # the page was never left
    expect(mira.page.locator("#tab-shared")).to_be_visible()
    ben.reload()


def test_the_finds_follow_the_typing(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    mira.press("Ask")
    found = ask(mira, "photosyn")
    expect(found.filter(has_text="Photosynthesis").first).to_be_visible()
    mira.sheet().get_by_label("Ask a rules question").fill("")
    expect(found).to_have_count(0)
    ask(mira, "zzzz")
    expect(mira.sheet()).to_contain_text("No rule answers that")
    mira.sheet().get_by_label("Ask a rules question").fill('"(* OR')
    expect(mira.sheet()).to_be_visible()


def test_from_a_find_to_its_place_in_the_book_and_back(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    mira.press("Ask")
    found = ask(mira, "must my own marble move")
    expect(found.first).to_contain_text("Your own marble moves at least 1 space")
    mira.tap(found.first.get_by_role("link", name="In the rules"))
    entry = mira.page.locator("[id='energy.own-marble']")
    expect(entry).to_be_in_viewport()
    mira.tap(mira.page.get_by_role("link", name="Back to the table"))
    mira.sees("Your turn")


def test_the_rules_without_any_table(phone: Callable[..., Phone]) -> None:
    zoe = phone()
    zoe.visit(zoe.address)
    zoe.tap(zoe.page.get_by_role("link", name="Rules"))
    zoe.page.get_by_label("Ask a rules question").press_sequentially("hop full control", delay=30)
    expect(zoe.page.locator("#found details").first).to_contain_text("Skip a full control")
    fits(zoe)
    zoe.tap(zoe.page.get_by_role("navigation").get_by_role("link", name="Crafting the Cosmos"))
    zoe.tap(zoe.page.get_by_role("link", name="Energy cards", exact=True))
    expect(zoe.page.get_by_role("heading", name="Energy cards", exact=True)).to_be_in_viewport()


def test_what_may_i_do_now_lists_and_does(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING)
    mira.press("Ask")
    mira.tap(mira.sheet().get_by_role("link", name="What can I do now?"))
    place = mira.page.locator("#may-place")
    expect(place).to_contain_text("Place 1 carbon star")
    expect(mira.page.locator("#may-end")).to_contain_text("carbon stars from 1 to 0")
    why = mira.page.locator("#may-discharge")
    expect(why).to_contain_text("No crystal is on 6")
    mira.tap(why.locator("summary"))
    expect(why).to_contain_text("Discharge a crystal on 6")
    fits(mira)
    mira.press("Do it: Place 1 carbon star")
    expect(ben.log).to_contain_text("Mira placed 1 carbon star")
    mira.sees("Craft your galaxy")


def test_what_if_tells_and_does_nothing(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all", "lay 1 psi")
    done = mira.actions_done()
    mira.press("Other tile")
    sheet = mira.sheet()
    mira.press("What if?", sheet)
    expect(sheet).to_contain_text("Something's missing")
    mira.pick("Sector", "Ψ")
    mira.pick("Points printed on the tile", "3")
    mira.press("What if?", sheet)
    expect(sheet).to_contain_text("Allowed. Nothing has happened yet.")
    expect(sheet.locator(".gains")).to_contain_text("marker from 0 to 3")
    fits(mira)
    mira.has_done(done)
    expect(mira.sheet()).to_be_visible()
    mira.press("Complete the nebula", sheet)
    expect(ben.log).to_contain_text("Mira completed a size 1 nebula")


def test_a_past_line_is_judged_and_stepped_through(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *COLLECTING)
    ben.press("Ask")
    ben.tap(ben.sheet().get_by_role("link", name="What happened, and was it legal?"))
    expect(ben.page.get_by_role("heading", name="Round 1")).to_be_visible()
    fits(ben)
    lines = ben.page.locator(".turn a.grow")
    ben.tap(lines.filter(has_text="Mira moved their marble"))
    expect(ben.page.locator("#then")).to_contain_text("that was legal")
    fits(ben)
    ben.tap(ben.page.get_by_role("link", name="See the table just before this"))
    expect(ben.page.locator("#panel-wheel")).to_be_visible()
    gravity = ben.page.get_by_text("2 of 3")
    expect(gravity.first).to_be_visible()
    fits(ben)
    ben.tap(ben.page.get_by_role("link", name="Next"))
    expect(ben.page.locator("#past")).to_contain_text("Mira moved their marble from Gravity")
    ben.tap(ben.page.get_by_role("link", name="Back to what happened"))
    whose = ben.page.get_by_role("navigation", name="Show actions of")
    ben.tap(whose.get_by_role("link").filter(has_text="Mira"))
    expect(ben.page.locator("#main")).not_to_contain_text("Ben moved")
    mira.has_done(ben.actions_done())


def test_looking_up_without_scripts(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    plain = phone(java_script_enabled=False)
    plain.visit(f"{mira.address}/rules/crafting")
    plain.page.get_by_label("Ask a rules question").fill("hand limit")
    plain.press("Find")
    expect(plain.page.locator("#found details").first).to_contain_text("10 energy cards")
    plain.visit(f"{mira.address}/t/{mira.code}/may")
    expect(plain.page.locator("#main")).to_contain_text("Take a seat to see what you can do")
