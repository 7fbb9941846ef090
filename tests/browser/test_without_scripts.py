"""A phone without scripts plays by forms and redirects; a refusal is told on the next page."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.past_the_page import fetched

pytestmark = pytest.mark.browser


@pytest.mark.spine
def test_a_turn_by_forms_alone(phone: Callable[..., Phone]) -> None:
    ben = phone()
    ben.open_table("Ben", 2)
    mira = phone(java_script_enabled=False)
    mira.join(ben.join_address(), "Mira", 2)
    ben.start()
    ben.send(1, "deal dark 1 2 dark dark dark", "goal stable-life", "begin")
    mira.go()
    mira.sees("Your turn")
    is_refused(mira)
    mira.press("Move your marble to Chemistry")
    counts(mira, "Your turn", "Mira moved their marble from Gravity to Chemistry")
    for button, came_of_it in (
        ("Collect", "Crystal from 0 to 2"),
        ("Size 2", "Mira placed a size 2 nebula"),
    ):
        mira.press(button)
        counts(mira, "Craft your galaxy", came_of_it)
    expect(mira.page.locator("#panel-drawn button")).to_have_count(0)
    ends_the_turn(mira)
    ben.go()
    ben.sees("Your turn")
    ben.tab("Table")
    expect(ben.log).to_contain_text("Mira ended the turn and stabilised 1 proto life")


def counts(phone: Phone, banner: str, came_of_it: str) -> None:
    """The tap was accepted: the next page says where the turn is and what the tap did, no more."""
    phone.sees(banner)
    expect(phone.toast).to_contain_text(came_of_it)
    expect(phone.toast).not_to_contain_text("Ben's marble")
    expect(phone.toast.locator(".note")).to_have_class(re.compile(r"\binfo\b"))


def is_refused(phone: Phone) -> None:
    phone.press_refused(phone.marble("Ben"))
    expect(phone.toast).to_contain_text("That's Ben's marble: move yours or a dark one")
    expect(phone.toast).to_contain_text("p. 8")
    expect(phone.toast.get_by_role("button", name="Move your marble")).to_be_visible()


def ends_the_turn(phone: Phone) -> None:
    """A sheet opens without scripts too: it is the browser's own."""
    phone.press("End otherwise")
    phone.pick("Then choose one", "Stabilise 1 proto")
    phone.press("End turn", phone.sheet())
    phone.sees("Ben is shifting energy")


def test_the_sections_are_pages_of_their_own(phone: Callable[..., Phone]) -> None:
    mira = phone(java_script_enabled=False)
    mira.open_table("Mira", 2)
    mira.press("Waiting: 1 of 2")
    mira.press("Start anyway")
    for name, path in (("Table", "/table"), ("Goals", "/shared"), ("Galaxy", "/own")):
        mira.tab(name)
        expect(mira.page).to_have_url(re.compile(f"/t/{mira.code}{path}$"))
        expect(mira.page.locator(f"#tab-{path[1:]}")).to_be_visible()
        expect(mira.page.locator("#tab-turn")).to_be_hidden()


def test_a_number_is_mended_by_its_form(phone: Callable[..., Phone]) -> None:
    mira = phone(java_script_enabled=False)
    mira.open_table("Mira", 2)
    mira.press("Waiting: 1 of 2")
    mira.press("Start anyway")
    mira.tab("Galaxy")
    proto = mira.page.locator("main").get_by_role("button", name="Proto life")
    mira.tap(proto)
    mira.sheet().get_by_role("spinbutton").fill("7")
    mira.press("Save", mira.sheet())
    expect(proto).to_contain_text("7")
    expect(mira.page).to_have_url(re.compile("/own$"))
    mira.tab("Table")
    expect(mira.log).to_contain_text("Mira corrected proto life: 7")


#: How the styles ask whether a browser opens sheets by itself, and what such a one would hear.
KNOWS_NONE = ("@supports not selector(:popover-open)", "@media all")


def of_2021(route: Route) -> None:
    """The styles as they are read by a browser that knows no popovers."""
    with suppress(Error):  # a page that is left meanwhile
        answer = fetched(route)
        route.fulfill(response=answer, body=answer.text().replace(*KNOWS_NONE))


@pytest.mark.spine
def test_a_browser_without_popovers_has_every_sheet_below_its_page(
    phone: Callable[..., Phone],
) -> None:
    """The page comes first, and its foot leaves it room; the game can be saved."""
    mira = phone(java_script_enabled=False)
    mira.page.set_viewport_size({"width": 360, "height": 640})
    mira.open_table("Mira", 2)
    mira.press("Waiting: 1 of 2")
    mira.press("Start anyway")
    mira.page.route(re.compile(r"\.css"), of_2021)
    mira.tab("Turn")
    foot, first = mira.page.locator(".dock"), mira.page.locator("#slot-turn form.ticks").first
    for place in (foot, first):
        expect(place).to_be_in_viewport()
    box = foot.bounding_box()
    assert box and box["height"] <= 0.4 * 640 + 1, box
    mira.tab("Table")
    expect(mira.page.locator("#slot-table .tally")).to_be_in_viewport()
    mira.under_table("Settings")
    with mira.page.expect_download() as saved:
        mira.page.get_by_role("link", name="Save the game as text").click()
    assert saved.value.suggested_filename.endswith(".txt")
