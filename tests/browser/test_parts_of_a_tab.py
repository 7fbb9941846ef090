"""The tab "Table" is three short pages, of which a phone held upright shows one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

#: The slots of the tab that are seen.
SEEN = """() => [...document.querySelectorAll("#tab-table > div")]
  .filter((each) => each.checkVisibility()).map((each) => each.id)"""
PARTS = {
    "Standings": ["slot-table"],
    "People": ["slot-presence", "slot-around"],
    "Settings": ["slot-switches"],
}


def test_one_part_is_seen_and_stays_while_others_act(phone: Callable[..., Phone]) -> None:
    mira, ben = phone(), phone()
    mira.open_at_once("crafting", "Mira", 2)
    ben.code = mira.code
    ben.visit(ben.join_address())
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, "deal dark 2 1 dark dark dark", "goal stable-life", "begin")
    ben.go("/table")
    is_live(ben)
    for name, slots in PARTS.items():
        ben.under_table(name)
        becomes(ben.page, SEEN, slots)
        current = ben.page.locator(".parts [aria-current]")
        expect(current).to_have_text(name)
    mira.send(1, "shift 1")
    ben.under_table("Standings")
    expect(ben.log).to_contain_text("Mira moved their marble")
    ben.under_table("People")
    mira.send(1, "collect")
    expect(ben.page.locator("#presence")).to_contain_text("Mira")
    becomes(ben.page, SEEN, PARTS["People"])
    # Where a phone was, it is again.
    ben.tab("Turn")
    ben.tab("Table")
    becomes(ben.page, SEEN, PARTS["People"])
    ben.under_table("Settings")
    ben.reload()
    becomes(ben.page, SEEN, PARTS["Settings"])


@pytest.mark.spine
def test_without_scripts_each_part_is_a_page(phone: Callable[..., Phone]) -> None:
    mira = phone(java_script_enabled=False)
    mira.open_table("Mira", 2)
    mira.press("Waiting: 1 of 2")
    mira.press("Start anyway")
    mira.tab("Table")
    expect(mira.page.locator("#invite")).to_be_hidden()
    mira.under_table("People")
    expect(mira.page.locator("#invite")).to_be_visible()
    expect(mira.page.locator("#log")).to_be_hidden()
    mira.under_table("Settings")
    expect(mira.page.locator("#manners")).to_be_visible()


def test_lying_down_all_parts_are_there(phone: Callable[..., Phone]) -> None:
    mira = phone()
    mira.open_at_once("crafting", "Mira", 2)
    mira.start()
    mira.page.set_viewport_size({"width": 740, "height": 360})
    mira.go("/table?part=people")
    expect(mira.page.locator(".parts")).to_be_hidden()
    becomes(mira.page, SEEN, [slot for slots in PARTS.values() for slot in slots])
