"""What a hand has opened, chosen or typed on one phone stays while another seat acts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import SHIFTED, is_live, two_at_a_table

pytestmark = pytest.mark.browser

NewPhone = Callable[..., Phone]


def two_in_play(phone: NewPhone) -> list[Phone]:
    """Ana is building in her first turn; Ben holds a hidden culture card."""
    ana, ben = phone(), phone()
    ana.open_at_once("empires", "Ana", 2)
    ben.code = ana.code
    ben.sit(2, "Ben")
    ana.choose("culture", "single")
    ana.start()
    ana.send(1, "begin 1")
    ana.has_done(1)
    for each in (ana, ben):
        each.go()
        is_live(each)
    return [ana, ben]


def choice(sheet: Locator, value: str) -> Locator:
    return sheet.locator(f"input[type=radio][value='{value}']")


def becomes_another(sheet: Locator, old: str | None) -> None:
    expect(sheet).not_to_have_attribute("data-mark", old or "")


def test_an_open_cover_stays_open_with_its_choice(phone: NewPhone) -> None:
    ana, ben = two_in_play(phone)
    ben.press("Enter your culture cards")
    sheet = ben.page.locator("#panel-keep")
    ben.tap(sheet.locator("summary").first)
    ben.pick("Hidden card 1", "Scientific")
    old = sheet.get_attribute("data-mark")
    ana.send(1, "reveal awakened")
    becomes_another(sheet, old)
    expect(choice(sheet, "awakened")).to_have_count(0)
    expect(sheet.locator("details.cover").first).to_have_attribute("open", "")
    expect(choice(sheet, "scientific").first).to_be_checked()
    ben.press("Save (only you see it)", sheet)
    expect(ben.page.locator("button[value='reveal scientific']")).to_have_count(1)


@pytest.mark.spine
def test_a_choice_and_a_number_stay_in_a_sheet_that_changes(phone: NewPhone) -> None:
    ana, ben = two_in_play(phone)
    ben.tab("Cards")
    ben.press("Other cost")
    sheet = ben.page.locator("#panel-print-cost")
    number = sheet.locator("input[type=number]")
    ben.pick("Card", "World Ship")
    number.fill("7")
    old = sheet.get_attribute("data-mark")
    ana.send(1, "card t-wing cost 2")
    becomes_another(sheet, old)
    expect(choice(sheet, "world-ship")).to_be_checked()
    expect(number).to_have_value("7")
    ben.press("Use our value", sheet)
    # Ana's has changed a card already; his sheet closes with the table's answer.
    expect(sheet).to_be_hidden()
    expect(ben.page.locator("#panel-cards")).to_contain_text("Changed at this table")
    ben.press("Other cost")
    expect(sheet.locator("label", has_text="World Ship")).to_contain_text("7")


def test_points_wait_for_their_star_while_another_is_answered(phone: NewPhone) -> None:
    """Half told is not left out: a yes to Ben's number, given in between, lets nothing go."""
    mira, ben = two_at_a_table(phone, *SHIFTED, "collect placed")
    held = mira.page.locator(".quick > .first > .pick").filter(has_text="+3").first
    mira.tap(held)
    expect(held.locator("input")).to_be_checked()
    ben.send(2, "mend points 5")
    mira.press("Yes, 5", mira.page.locator("#proposals"))
    expect(mira.page.locator("#proposals")).to_have_count(0)
    expect(held.locator("input")).to_be_checked()
    stars = mira.page.locator(".quick:has(:checked) .then button")
    mira.tap(stars.filter(has_text="hydrogen"))
    expect(mira.banner).to_contain_text("3")
    # What is told is over: the next tile of this size is not half told by it.
    expect(mira.page.locator(".quick :checked")).to_have_count(0)


def test_a_chosen_marble_and_a_typed_name_stay_while_another_sits_down(phone: NewPhone) -> None:
    ana, ben, late = phone(), phone(), phone()
    ana.open_at_once("crafting", "Ana", 4)
    ben.code = late.code = ana.code
    late.go("/lobby")
    is_live(late)
    marble = late.page.locator("label.seat-disc").get_by_role("radio")
    expect(marble.first).to_be_checked()
    late.tap(marble.last)
    late.page.get_by_label("Your name (optional)").fill("Lea")
    ben.sit(2, "Ben")
    expect(marble).to_have_count(2)
    expect(marble.last).to_be_checked()
    expect(late.page.get_by_label("Your name (optional)")).to_have_value("Lea")
    late.press("Sit here")
    expect(late.page.locator("#seat-4")).to_contain_text(re.compile(r"Lea\s+.*you"))


def test_another_marble_is_chosen_where_the_chosen_one_was_taken(phone: NewPhone) -> None:
    ana, ben, late = phone(), phone(), phone()
    ana.open_at_once("crafting", "Ana", 4)
    ben.code = late.code = ana.code
    late.go("/lobby")
    is_live(late)
    ben.sit(2, "Ben")
    marble = late.page.locator("label.seat-disc").get_by_role("radio")
    expect(marble).to_have_count(2)
    expect(marble.first).to_be_checked()
