"""Back closes what is open and leaves the table only where nothing is; and browsers that know no
popovers open, close and follow sheets like any other.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.waiting import becomes

New = Callable[..., Phone]
#: Takes the popovers away, as in browsers of before 2024.
WITHOUT = """for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"])
  delete HTMLElement.prototype[name];
for (const name of ["popoverTargetElement", "popoverTargetAction"])
  delete HTMLButtonElement.prototype[name];"""


def two_at_a_table(phone: New, *, popovers: bool) -> tuple[Phone, Phone]:
    ana, ben = phone(), phone()
    if not popovers:
        ana.page.add_init_script(WITHOUT)
    ana.open_at_once("empires", "Ana", 2)
    ben.code = ana.code
    ben.sit(2, "Ben")
    ana.start()
    ana.go()
    is_live(ana)
    return ana, ben


@pytest.mark.spine("True")
@pytest.mark.parametrize("popovers", [True, False])
def test_back_closes_the_sheet_and_stays_at_the_table(phone: New, popovers: bool) -> None:
    ana, _ = two_at_a_table(phone, popovers=popovers)
    ana.go("/table")
    here = ana.page.url
    for _ in range(2):
        ana.press("Ask", ana.page.locator("#foot"))
        sheet = ana.page.locator("#ask")
        expect(sheet).to_be_visible()
        becomes(ana.page, "history.state?.sheet", True)
        ana.page.go_back()
        expect(sheet).to_be_hidden()
        assert ana.page.url == here
    ana.press("Ask", ana.page.locator("#foot"))
    expect(sheet).to_be_visible()
    ana.press("Close", sheet)
    expect(sheet).to_be_hidden()
    # Nothing is left in the history of what was closed otherwise.
    expect(ana.page.locator("html")).to_have_js_property("isConnected", True)
    becomes(ana.page, "!history.state?.sheet", True)
    ana.page.go_back()
    expect(ana.page).not_to_have_url(here)


def test_without_popovers_the_open_tab_follows_the_table(phone: New) -> None:
    """The worst a phone can do is to show old numbers as new ones."""
    ana, ben = two_at_a_table(phone, popovers=False)
    becomes(ana.page, "scrollY", 0)
    becomes(ana.page, "document.activeElement === document.body", True)
    expect(ana.page.locator("[popover]").filter(visible=True)).to_have_count(0)
    ana.send(1, "begin 2")
    expect(ana.banner).to_contain_text("Ben")
    ben.send(2, "build nautilus")
    expect(ana.page.locator("#slot-log, #slot-turn, #foot").first).to_be_attached()
    becomes(ana.page, "document.body.dataset.live", "on")
    ana.tab("Table")
    expect(ana.page.locator("#tab-table")).to_contain_text("Nautilus")
