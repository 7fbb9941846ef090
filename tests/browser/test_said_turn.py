"""A turn said in one line, by the thumb and by the keyboard, on a narrow phone and a usual one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import two_at_a_table
from tests.kit.browser.waiting import at_rest, becomes, holds

pytestmark = pytest.mark.browser

SIZES = {320: 640, 390: 844}
#: Pixels that a thumb needs.
THUMB = 44
#: Where the control stands among what can be done.
PLACE = """() => document.querySelector("#spoken").getBoundingClientRect().y
  - document.querySelector("#slot-turn").getBoundingClientRect().y"""


def on_screen(phone: Phone, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": SIZES[width]})


def opener(phone: Phone) -> Locator:
    return phone.page.locator("#spoken > button")


def chips(phone: Phone) -> Locator:
    return phone.page.locator(".chips-said > li")


def is_for_thumbs(controls: Locator) -> None:
    for control in controls.all():
        box = control.bounding_box()
        assert box and min(box["width"], box["height"]) >= THUMB, control.inner_text()


@pytest.mark.spine("320")
@pytest.mark.parametrize("width", SIZES)
def test_a_turn_is_said_corrected_and_counted(phone: Callable[..., Phone], width: int) -> None:
    mira, ben = two_at_a_table(phone)
    on_screen(mira, width)
    done, before = mira.actions_done(), mira.taps
    is_for_thumbs(opener(mira))
    mira.tap(opener(mira))
    line = mira.page.locator("#say-line")
    expect(line).to_be_focused()
    mira.page.keyboard.type("chem, nebula 2 delta 2, gravity, stabel")
    expect(chips(mira)).to_have_count(4)
    expect(chips(mira).nth(2)).to_contain_text("Not now: you're crafting")
    mira.tap(chips(mira).nth(2).locator(".ibtn"))
    expect(chips(mira)).to_have_count(3)
    expect(line).to_have_value("chem, nebula 2 delta 2, stabel")
    expect(chips(mira).nth(2)).to_contain_text("not understood")
    mira.press("stable", chips(mira).nth(2))
    expect(chips(mira)).to_have_count(4)
    expect(mira.button("Count it all")).to_be_disabled()
    is_for_thumbs(mira.page.locator("#say-sheet button:visible"))
    mira.press("nebula 1", chips(mira))
    expect(mira.button("Count it all")).to_contain_text("4 actions, 2 points")
    becomes(mira.page, "document.documentElement.scrollWidth", lambda wide: wide <= width)
    mira.has_done(done)  # nothing counts before
    mira.press("Count it all")
    mira.sees("Ben is shifting energy")
    expect(mira.page.locator("[data-points]")).to_have_text("2")
    mira.has_done(done + 4)
    print(f"{width}: {mira.taps - before} taps and a line, two slips among them")
    ben.sees("Your turn")
    expect(opener(ben)).to_be_visible()
    expect(opener(mira)).to_have_count(0)
    mira.press("Undo: 4 actions")
    mira.sees("Your turn")
    expect(opener(mira)).to_be_visible()
    expect(opener(ben)).to_have_count(0)


def test_a_line_and_two_taps(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    before = mira.taps
    mira.tap(opener(mira))
    mira.page.keyboard.type("chem 1 psi nebula 2 delta 7 stable")
    expect(mira.button("Count it all")).to_contain_text("4 actions, 7 points")
    mira.press("Count it all")
    mira.sees("Ben is shifting energy")
    assert mira.taps - before == 2


def test_the_words_stay_while_the_table_changes_and_the_sheet_is_closed(
    phone: Callable[..., Phone],
) -> None:
    mira, ben = two_at_a_table(phone)
    mira.tap(opener(mira))
    top = mira.page.evaluate(PLACE)
    line = mira.page.locator("#say-line")
    line.fill("chem 1")
    expect(chips(mira)).to_have_count(2)
    ben.send(2, "hand 1 1 1 1")
    expect(mira.page.locator("#log")).to_contain_text("Ben")
    expect(line).to_have_value("chem 1")
    mira.page.keyboard.press("Escape")
    expect(line).not_to_be_visible()
    at_rest(mira.page)
    holds(mira.page, PLACE, top)  # nothing has moved
    mira.tap(opener(mira))
    expect(line).to_have_value("chem 1")
    expect(chips(mira)).to_have_count(2)


def test_it_is_said_by_the_keyboard_alone(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    opener(mira).focus()
    keys = mira.page.keyboard
    keys.press("Enter")
    expect(mira.page.locator("#say-line")).to_be_focused()
    keys.type("light, end")
    # What is read between two keys has two chips as well.
    expect(mira.button("Count it all")).to_contain_text("2 actions")
    for _ in range(6):
        if "Count it all" in mira.page.evaluate("document.activeElement.innerText"):
            break
        keys.press("Tab")
    keys.press("Enter")
    mira.sees("Ben is shifting energy")


def test_a_line_is_read_anew_when_the_table_has_changed(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    mira.tap(opener(mira))
    mira.page.locator("#say-line").fill("light, end")
    expect(chips(mira)).to_have_count(2)
    mira.send(1, "shift 1", "collect placed")
    done = mira.actions_done()
    expect(chips(mira).first).to_contain_text("Not now: you're crafting")
    expect(mira.button("Count it all")).to_be_disabled()
    mira.has_done(done)
