"""A finger held on a drawn sign shows its name, and taps nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.cosmogenesis_screens import at, turn_of
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import CRAFTING, two_at_a_table
from tests.kit.browser.screens import Visitor
from tests.kit.browser.waiting import at_rest, holds, passes

pytestmark = pytest.mark.browser


def hold(phone: Phone, what: Locator) -> None:
    """Presses and stays until the name is there."""
    # In the middle: notes lie over the edge.
    what.evaluate("each => each.scrollIntoView({ block: 'center' })")
    box = what.bounding_box()
    assert box
    mouse = phone.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    expect(phone.page.locator(".sign-name")).to_be_visible()
    mouse.up()


@pytest.mark.spine
def test_a_held_sign_says_its_name_and_is_not_tapped(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    before = mira.page.locator("#top").inner_html()
    mira.tap(mira.page.locator("summary", has_text="Only some"))
    signs = mira.page.locator("main button svg.i-proto").filter(visible=True)
    hold(mira, signs.first)
    name = mira.page.locator(".sign-name").inner_text()
    assert name == "Proto life"
    expect(mira.page.locator(".sheet:popover-open")).to_have_count(0)
    at_rest(mira.page)
    holds(mira.page.locator("#top"), "each => each.innerHTML", before)
    # A short press goes on being a tap.
    mira.press("Ask")
    expect(mira.sheet()).to_be_visible()
    mira.press_link("What the icons mean")
    expect(mira.page.get_by_role("heading", name="Psi sector")).to_be_visible()


def test_a_held_body_says_what_it_is(visitor: Visitor) -> None:
    phone = at(visitor, "late", turn_of(1, -6))
    bodies = phone.page.locator("svg.sys g[role=img]").filter(visible=True)
    told = [body.get_attribute("aria-label") for body in bodies.all()]
    assert any("rock" in str(name) for name in told) and "belt" in str(told[0])
    for body, name in zip(bodies.all(), told, strict=True):
        hold(phone, body)
        expect(phone.page.locator(".sign-name")).to_have_text(str(name))


def test_a_held_icon_of_the_app_is_no_sign(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    mira.press("Ask")
    teach = mira.page.get_by_role("link", name="Teach me this game").locator("svg.i-flag")
    box = teach.bounding_box()
    assert box
    mira.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mira.page.mouse.down()
    passes(mira.page, 700)
    expect(mira.page.locator(".sign-name")).to_be_hidden()
    mira.page.mouse.up()
    expect(mira.page).to_have_url(re.compile("/lessons$"))
