"""What a phone says when something is not done: refused, greyed, or the companion is gone.

And that it comes back by itself, with everything that was acknowledged.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.kit.browser.handsets import HIDE, Phone, mark, never_reloaded
from tests.kit.browser.house import House
from tests.kit.browser.openings import CRAFTING, is_live, two_at_a_table

pytestmark = pytest.mark.browser


@pytest.mark.spine
def test_a_rivals_marble_earns_the_reason_and_a_way_out(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    mira.press_refused(mira.marble("Ben"))
    expect(mira.toast).to_contain_text("That's Ben's marble: move yours or a dark one")
    whole = mira.whole_word()
    rule = whole.locator("details")
    expect(rule).to_contain_text(re.compile(r"p\. 8"))
    mira.tap(rule.locator("summary"))
    expect(rule.get_by_role("link", name="The rules")).to_be_visible()
    mira.press("Close", whole)
    ben.is_up_to_date()
    expect(ben.log.filter(has_text="Ben's marble")).to_have_count(0)  # a refusal is no event
    mira.press("Move your marble", mira.toast)
    expect(ben.log).to_contain_text("Mira moved their marble from Gravity to Chemistry")
    expect(mira.toast).not_to_contain_text("Ben's marble")
    expect(mira.toast).to_contain_text("Mira moved their marble from Gravity to Chemistry")


#: Milliseconds: longer than a no keeps the place of what is next.
READ = 9_000


@pytest.mark.spine
def test_after_a_no_the_next_thing_comes_back_by_itself(phone: Callable[..., Phone]) -> None:
    """Its words stay until the next tap, and its way on stands behind them."""
    mira, _ = two_at_a_table(phone, "shift 1")
    mira.page.clock.install()
    mira.go()
    collect, way = mira.button("Collect"), mira.button("Move your marble", mira.toast)
    expect(collect).to_be_visible()
    mira.press_refused(mira.marble("Ben"))
    expect(way).to_be_visible()
    expect(collect).not_to_be_visible()
    mira.leap(READ)
    expect(collect).to_be_visible()
    expect(way).not_to_be_visible()
    expect(mira.toast).to_contain_text("That's Ben's marble")
    whole = mira.whole_word()
    expect(mira.button("Move your marble", whole)).to_be_visible()
    mira.press("Close", whole)
    mira.press("Collect")
    expect(mira.toast).not_to_contain_text("That's Ben's marble")


def test_what_is_not_possible_yet_is_told_where_one_asks(phone: Callable[..., Phone]) -> None:
    """The turn itself has only what can be done."""
    mira, _ = two_at_a_table(phone, *CRAFTING, "mend hand 1")
    expect(mira.page.locator("#panel-powers")).to_be_attached()
    expect(mira.button("Gain a power")).to_have_count(0)
    mira.press("Ask")
    mira.tap(mira.page.get_by_role("link", name="What can I do now?").first)
    why = mira.page.locator("#may-gain")
    # What speaks against several stands once, above them.
    reasons = mira.page.locator("main").get_by_text("1 card")
    expect(reasons.first).to_be_visible()
    mira.tap(why.locator("summary"))
    expect(why).to_contain_text("The rulebook says so (p. 14)")
    expect(why).to_contain_text("To make it legal")


def test_what_has_to_be_done_first_stands_where_its_button_will(
    phone: Callable[..., Phone],
) -> None:
    """Nothing greyed is tapped: the sill says what is missing, and how it is done."""
    mira, _ = two_at_a_table(phone)
    expect(mira.button("Collect")).to_have_count(0)
    mira.press("Move your marble", mira.whole_word("Your own marble hasn't moved yet"))
    expect(mira.button("Collect")).to_be_visible()


@pytest.mark.spine
def test_a_sheet_that_is_being_read_stays(phone: Callable[..., Phone]) -> None:
    """Its word makes way for what comes next after a while; not while somebody reads it."""
    mira, _ = two_at_a_table(phone)
    mira.page.clock.install()
    mira.go()
    mira.tap(mira.marble("Dark"))
    moved = re.compile("Mira moved a dark marble")
    whole = mira.whole_word("Mira moved a dark marble")
    mira.leap(READ)
    expect(whole).to_contain_text(moved)
    mira.press("Close", whole)
    expect(mira.toast).not_to_contain_text(moved)


@pytest.mark.spine
def test_phones_come_back_after_the_companion_was_killed(
    phone: Callable[..., Phone], house: House
) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    for each in (mira, ben):
        mark(each)
    house.kill()
    for each in (mira, ben):
        expect(each.page.locator("p.asleep")).to_be_visible()
    a_tap_that_is_not_taken(mira)
    house.start()
    for each in (mira, ben):
        is_live(each)
        expect(each.page.locator("p.asleep")).to_be_hidden()
        expect(each.log).to_contain_text("Mira moved their marble from Gravity to Chemistry")
    goes_on(mira, ben)
    for each in (mira, ben):
        never_reloaded(each)  # it came back without a reload
        each.complaints.clear()  # of the lost connection, rightly


def test_a_minute_without_the_companion_says_what_it_may_be(
    phone: Callable[..., Phone], house: House
) -> None:
    """Where somebody looked all the time; who looks up again is given a minute first."""
    mira, _ = two_at_a_table(phone)
    mira.page.clock.install()
    mira.go()
    is_live(mira)
    house.kill()
    words = mira.page.locator("p.lost")
    expect(mira.page.locator("p.asleep")).to_be_visible()
    mira.leap(50_000)
    expect(words).to_be_hidden()
    mira.page.evaluate(HIDE, True)
    mira.page.evaluate(HIDE, False)
    mira.leap(50_000)
    expect(words).to_be_hidden()
    mira.leap(30_000)
    expect(words).to_be_visible()
    for cause in ("asleep", "another Wi-Fi", "mobile data"):
        expect(words).to_contain_text(cause)
    expect(words).to_have_css("pointer-events", "none")
    house.start()
    mira.leap(10_000)
    is_live(mira)
    expect(words).to_be_hidden()
    mira.complaints.clear()  # of the lost connection, rightly


def a_tap_that_is_not_taken(mira: Phone) -> None:
    """Nobody may think that it counted: the phone says that it waits, and shows what was."""
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits).to_contain_text("Collect")
    expect(waits).to_contain_text("is waiting for a connection")
    mira.sees("Your turn")
    expect(mira.log.filter(has_text="collected")).to_have_count(0)


def goes_on(mira: Phone, ben: Phone) -> None:
    """The tap that waited is sent by itself and counts once; the next one counts as ever."""
    ben.sees("Mira is crafting")
    mira.sees("Craft your galaxy")
    expect(mira.page.locator("#waits")).to_be_empty()
    mira.press("Size 1")
    expect(ben.log).to_contain_text("Mira placed a size 1 nebula")
    expect(ben.log.get_by_text("Mira collected and placed")).to_have_count(1)


@pytest.mark.spine
def test_a_refusal_takes_no_room_and_goes_with_the_next_tap(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, "shift 1")
    mira.page.set_viewport_size({"width": 320, "height": 640})
    foot = mira.page.locator(".dock")
    tall = box(foot)["height"]
    mira.press_refused(mira.marble("Ben"))
    mira.toast.locator(".ws").evaluate("each => { each.textContent = 'No. '.repeat(500); }")
    assert box(foot)["height"] == tall
    mira.press("Ask")
    mira.press("Close", mira.sheet())
    expect(mira.toast).to_be_empty()
    expect(mira.button("Collect")).to_be_visible()


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found
