"""A phone without scripts plays by forms and redirects; a refusal is told on the next page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone

pytestmark = pytest.mark.browser


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
    mira.press("Move my marble to Chemistry")
    counts(mira, "Your turn")
    for button, banner in (
        ("Collect", "Craft your galaxy"),
        ("2 in Ψ", "Craft your galaxy"),
    ):
        mira.press(button)
        counts(mira, banner)
    expect(mira.button("2 in Ψ")).to_have_count(0)
    ends_the_turn(mira)
    ben.go()
    ben.sees("Your turn")
    ben.tab("Table")
    expect(ben.log).to_contain_text("Mira ended the turn and stabilised 1 proto life")


def counts(phone: Phone, banner: str) -> None:
    """The tap was accepted: the next page says where the turn is, and nothing else."""
    phone.sees(banner)
    expect(phone.toast).to_be_empty()


def is_refused(phone: Phone) -> None:
    phone.press_refused(phone.marble("Ben"))
    expect(phone.toast).to_contain_text("You can't move Ben's marble, only your own")
    expect(phone.toast).to_contain_text("p. 8")
    expect(phone.toast.get_by_role("button", name="Move my marble")).to_be_visible()


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
