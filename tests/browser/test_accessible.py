"""Every screen of a table for everybody: axe in both themes, large targets, nothing sideways, keys.

For people to look at, `tests/browser/take_pictures.py` leaves pictures of the same screens.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import two_at_a_table
from tests.kit.browser.ruler import SIDEWAYS, harm, look_over, too_small
from tests.kit.browser.screens import SCREENS, Visitor, resize
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser


@pytest.mark.spine("craft", "refused")
@pytest.mark.some(4)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen(visitor: Visitor, screen: str) -> None:
    visitor.mira.complaints.clear()
    phone = SCREENS[screen](visitor)
    assert [*phone.complaints, *look_over(phone.page, screen)] == []


def test_the_tools_find_what_is_wrong(visitor: Visitor) -> None:
    """The checks above are no use if they cannot fail."""
    page = visitor.visit("/").page
    resize(page, 320)
    becomes(page, SIDEWAYS, [])
    assert (too_small(page), harm(page)) == ([], [])
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    bad = page.locator("main > button")
    bad.evaluate("each => { each.style.height = '20px'; each.style.width = '200px'; }")
    assert len(too_small(page)) == 1
    assert [words.partition(":")[0] for words in harm(page)] == ["button-name"]
    bad.evaluate("each => { each.style.width = '500px'; }")
    becomes(page, SIDEWAYS, lambda found: len(found) == 1)


def test_what_is_still_coming_in_is_judged_where_it_comes_to_rest(visitor: Visitor) -> None:
    page = visitor.visit("/").page
    main = page.locator("main")
    main.evaluate("each => { each.animate({opacity: [0.2, 1]}, 600_000); }")
    assert harm(page) == []
    main.evaluate("each => { each.style.opacity = 0.2; }")
    assert {words.partition(":")[0] for words in harm(page)} == {"color-contrast"}


#: Whether the keyboard is on something of the page.
SOMEWHERE = "document.activeElement !== document.body"


def tab_to(phone: Phone, what: Locator) -> None:
    """Tab until the focus is on this, and seen to be."""
    expect(what).to_be_visible()
    for _ in range(80):
        phone.page.keyboard.press("Tab")
        if what.evaluate("each => each === document.activeElement"):
            shown = what.evaluate("each => getComputedStyle(each).outlineStyle")
            assert shown != "none", "the focus cannot be seen"
            return
    raise AssertionError("Tab does not lead there")


@pytest.mark.spine
def test_a_turn_with_the_keyboard_alone(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    taps = mira.taps
    for what, line in (
        (mira.button("Move your marble to Chemistry"), "Mira moved their marble"),
        (mira.button("Collect"), "Mira collected and placed"),
        (mira.button("Size 1"), "Mira placed a size 1 nebula"),
    ):
        tab_to(mira, what)
        mira.page.keyboard.press("Enter")
        # Hers too: until her own phone has the answer, the next button may be there and greyed.
        for each in (ben, mira):
            expect(each.log).to_contain_text(line)
        becomes(mira.page, SOMEWHERE)
    tab_to(mira, mira.button("End otherwise"))
    mira.page.keyboard.press("Enter")
    tab_to(mira, mira.sheet().get_by_role("radio").first)
    mira.page.keyboard.press("Space")
    tab_to(mira, mira.button("End turn", mira.sheet()))
    mira.page.keyboard.press("Enter")
    ben.sees("Your turn")
    expect(mira.page.locator("[popover]:popover-open")).to_have_count(0)
    assert mira.taps == taps, "by keys alone"
