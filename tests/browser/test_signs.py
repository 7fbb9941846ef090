"""A finger held on a drawn sign shows its name, and taps nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import CRAFTING, two_at_a_table

pytestmark = pytest.mark.browser


def hold(phone: Phone, what: Locator) -> None:
    """Presses and stays until the name is there."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    mouse = phone.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    expect(phone.page.locator(".sign-name")).to_be_visible()
    mouse.up()


def test_a_held_sign_says_its_name_and_is_not_tapped(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    before = mira.page.locator("#top").inner_html()
    signs = mira.page.locator("main button svg.i-proto").filter(visible=True)
    hold(mira, signs.first)
    name = mira.page.locator(".sign-name").inner_text()
    assert name == "Proto life"
    expect(mira.page.locator(".sheet:popover-open")).to_have_count(0)
    assert mira.page.locator("#top").inner_html() == before
    # A short press goes on being a tap.
    mira.press("Ask")
    expect(mira.sheet()).to_be_visible()
    mira.press_link("What the signs mean")
    expect(mira.page.get_by_role("heading", name="Psi sector")).to_be_visible()
