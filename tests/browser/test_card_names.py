"""A group enters what its box prints on its cards, with scripts or without; other phones say it
at once.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [pytest.param(True, marks=pytest.mark.spine), False])
def test_names_are_typed_once_and_read_by_all(phone: Callable[..., Phone], scripts: bool) -> None:
    ben, mira = phone(), phone(java_script_enabled=scripts)
    mira.code = ben.open_at_once("empires", "Ben", 2)
    mira.sit(2, "Mira")
    ben.start()
    ben.go("/shared")
    cards = ben.page.locator("#slot-shared")
    expect(cards).to_contain_text("Nautilus")
    mira.go("/names")
    field = mira.page.get_by_label("Nautilus", exact=True)
    field.fill("Perlboot")
    # Enter is enough: the whole page is one form.
    field.press("Enter")
    expect(mira.page.get_by_text("1 name saved")).to_be_visible()
    expect(field).to_have_value("Perlboot")
    expect(cards.get_by_text("Nautilus").filter(visible=True)).to_have_count(0)
    # A sheet that is closed is fetched when it is opened.
    ben.press("Perlboot")
    expect(ben.sheet()).to_contain_text("Perlboot")
    expect(ben.sheet()).not_to_contain_text("Nautilus")
