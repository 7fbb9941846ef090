"""A seat that goes to another phone while both look on: what each then has on its page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone, mark, never_reloaded
from tests.kit.browser.openings import is_live, two_at_a_table

pytestmark = pytest.mark.browser

New = Callable[..., Phone]


@pytest.mark.spine
def test_the_new_phone_has_the_galaxy_and_the_old_one_has_none(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    new = phone()
    new.code = mira.code
    mira.go("/hand-over/2")
    offered = mira.page.locator("#offer [data-share]").get_attribute("data-share")
    assert offered
    new.visit(offered)
    new.press("Ask to play as Ben")
    is_live(new)
    galaxy = new.page.locator("nav.tabs").get_by_role("link", name="Galaxy")
    expect(galaxy).to_have_count(0)
    is_live(ben)
    mark(new)
    mark(ben)
    ben.press("Agree", ben.part("#handing"))
    expect(galaxy).to_have_count(1)
    galaxy.click()
    expect(new.page.locator("#tab-own .panel, #tab-own section").first).to_be_visible()
    expect(ben.page.locator("nav.tabs").get_by_role("link", name="Galaxy")).to_have_count(0)
    never_reloaded(new)
