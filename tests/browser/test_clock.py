"""The clock's script: it counts on between two pieces, a pause stops it, a used-up budget is said.

The page's own time is moved; nothing here waits for a second to pass.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import LAID_OUT, is_live
from tests.kit.browser.waiting import becomes, comes
from tests.kit.served import until

pytestmark = pytest.mark.browser

BUDGET = 120
MINUTE = 60_000


#: Notes what Mira's own clock says, whether it is marked as over, and what is said of it. What the
#: house sends sets a clock back whose time was moved, at any moment: the news of a tap after its
#: answer, the same once more with a heartbeat, or all of it, when the page finds its stream silent.
NOTE = """() => {
  window.noted = [];
  const note = () => {
    const own = document.querySelector("#clock time[data-own]");
    if (!own) return;
    const up = document.querySelector("#timeup .ws");
    const said = document.querySelector("#say").textContent;
    const isOver = own.parentElement.matches("li.over") && up?.checkVisibility();
    window.noted.push([own.textContent, Boolean(isOver) && said === up.textContent]);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver(note).observe(document.body, all);
}"""


#: Counts how often the clock's script looks at it.
LOOKS = """() => {
  const find = document.getElementById;
  window.looks = 0;
  document.getElementById = function (id) {
    looks += id === "clock";
    return find.call(this, id);
  };
}"""


def seconds(told: str) -> int:
    minutes, rest = told.removeprefix("−").split(":")
    return (60 * int(minutes) + int(rest)) * (-1 if told.startswith("−") else 1)


def shown(phone: Phone) -> int:
    """The seconds on Mira's own clock."""
    return seconds(phone.page.locator("#clock time[data-own]").inner_text())


def noted(phone: Phone) -> list[tuple[int, bool]]:
    """The seconds that it has shown since `NOTE`, and whether it was told that time is up."""
    return [(seconds(told), is_up) for told, is_up in phone.page.evaluate("window.noted")]


def at_a_clock(phone: Callable[..., Phone]) -> Phone:
    """Mira, whose turn it is; Ben's phone sleeps. Her page's time is the test's."""
    mira, ben = phone(), phone()
    ben.code = mira.open_at_once("crafting", "Mira", 2)
    ben.sit(2, "Ben")
    mira.set_clock(f"turn {BUDGET}")
    mira.start()
    mira.send(1, *LAID_OUT)
    mira.page.clock.install()
    mira.go()
    is_live(mira)
    return mira


@pytest.mark.spine
def test_it_counts_on_stands_still_and_tells_when_time_is_up(phone: Callable[..., Phone]) -> None:
    mira = at_a_clock(phone)
    page = mira.page
    up, still = page.locator("#timeup .word"), page.locator("#paused .word")
    expect(up).to_have_count(0)
    sent = shown(mira)
    assert BUDGET - 60 < sent <= BUDGET
    # Its script comes after the page.
    until(lambda: page.clock.run_for(1000) or shown(mira) < sent, "it does not count")
    before = shown(mira)
    page.evaluate(NOTE)
    mira.leap(MINUTE // 2)
    # It counts on by itself.
    comes(page, lambda: noted(mira), lambda told: min(told)[0] <= before - 30)
    mira.press("Pause")
    expect(page.locator("#clock[data-still]")).to_be_visible()
    paused = shown(mira)
    page.evaluate(NOTE)
    mira.leap(5 * MINUTE)
    # A pause is nobody's time.
    comes(page, lambda: shown(mira), paused)
    comes(page, lambda: noted(mira), lambda told: {each for each, _ in told} <= {paused})
    assert paused > 0
    expect(up).to_have_count(0)
    expect(still).to_be_visible()
    mira.press("Go on")
    expect(page.locator("#clock:not([data-still])")).to_be_visible()
    expect(still).to_have_count(0)
    # What was sent is counted on from here.
    page.clock.run_for(1000)
    page.evaluate(NOTE)
    mira.leap(3 * MINUTE)
    late = BUDGET - 180
    comes(page, lambda: noted(mira), lambda told: any(up and each <= late < 0 for each, up in told))


def test_it_wakes_the_phone_once_a_second_and_never_in_a_pause(
    phone: Callable[..., Phone],
) -> None:
    mira = at_a_clock(phone)
    page = mira.page
    sent = shown(mira)
    until(lambda: page.clock.run_for(1000) or shown(mira) < sent, "it does not count")
    page.evaluate(LOOKS)
    page.clock.run_for(10_000)
    # News of the table may come meanwhile: it looks then, too.
    becomes(page, "looks", lambda now: 8 <= now <= 15)
    mira.press("Pause")
    expect(page.locator("#clock[data-still]")).to_be_visible()
    mira.is_up_to_date()
    page.evaluate("window.looks = 0")
    page.clock.run_for(10_000)
    becomes(page, "looks", lambda now: now <= 4)
