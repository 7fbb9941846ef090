"""What an own tap has changed glows once, and not for who wants no motion; what others changed
stands at the foot until it is tapped or the own next action.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import at_rest, becomes, holds

pytestmark = pytest.mark.browser

New = Callable[..., Phone]

#: Writes down which numbers have glowed: they do so for a moment.
WATCH = """() => {
  window.glowed = [];
  new MutationObserver((all) => {
    for (const { target } of all)
      if (target.classList.contains("glows")) window.glowed.push(target.textContent.trim());
  }).observe(document.body, { subtree: true, attributeFilter: ["class"] });
}"""
#: Before and after the roll, for each of both.
HAD, HAS = "7", "9"


def paying(phone: New, **more: str) -> tuple[Phone, Phone]:
    """Ana's roll is about to pay both."""
    ana, ben = phone(**more), phone()
    ana.open_at_once("empires", "Ana", 2)
    ben.code = ana.code
    ben.sit(2, "Ben")
    ana.start()
    ana.send(1, "begin 1", "build nautilus", "end")
    ben.send(2, "build nautilus", "end")
    ana.send(1, "total 2")
    for each in (ana, ben):
        # The first page still has the answer to what was sent past it.
        each.go()
        each.go()
        is_live(each)
        each.page.evaluate(WATCH)
        expect(each.page.locator("#panel-banner .purse b")).to_have_text(HAD)
    return ana, ben


def confirm(ana: Phone) -> None:
    ana.tap(ana.page.locator("button[value='confirm']").first)
    expect(ana.page.locator("#panel-banner .purse b")).to_have_text(HAS)


def test_a_number_that_the_own_tap_has_changed_glows(phone: New) -> None:
    ana, ben = paying(phone)
    confirm(ana)
    becomes(ana.page, f"window.glowed.includes('{HAS}')")
    expect(ben.page.locator("#panel-banner .purse b")).to_have_text(HAS)
    at_rest(ben.page)
    holds(ben.page, "window.glowed.length === 0")


def test_without_motion_nothing_glows(phone: New) -> None:
    ana, _ = paying(phone, reduced_motion="reduce")
    confirm(ana)
    at_rest(ana.page)
    holds(ana.page, "window.glowed.length === 0")


def test_what_another_has_paid_stands_at_the_foot_until_it_is_tapped(phone: New) -> None:
    ana, ben = paying(phone)
    confirm(ana)
    told = ben.page.locator("#slot-told")
    expect(told).to_contain_text(f"Credits from {HAD} to {HAS}")
    ben.tap(told.get_by_role("button"))
    expect(told).to_be_empty()
    ben.go()
    is_live(ben)
    expect(told).to_be_empty()


def test_what_another_has_paid_goes_with_the_own_next_action(phone: New) -> None:
    ana, ben = paying(phone)
    confirm(ana)
    told = ben.page.locator("#slot-told")
    expect(told).to_contain_text(f"Credits from {HAD} to {HAS}")
    ana.send(1, "end")
    expect(ben.page.locator("#panel-banner h1")).to_contain_text("Your turn")
    expect(told).to_contain_text(f"Credits from {HAD} to {HAS}")
    ben.send(2, "total 3")
    expect(told).to_be_empty()
