"""The clock's script: it counts on between two pieces, a pause stops it, a used-up budget is said.

The page's own time is moved; nothing here waits for a second to pass.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import LAID_OUT, is_live
from tests.kit.served import until

pytestmark = pytest.mark.browser

BUDGET = 120
MINUTE = 60_000


def shown(phone: Phone) -> int:
    """The seconds on Mira's own clock."""
    told = phone.page.locator("#clock time[data-own]").inner_text()
    minutes, seconds = told.removeprefix("−").split(":")
    return (60 * int(minutes) + int(seconds)) * (-1 if told.startswith("−") else 1)


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


def test_it_counts_on_stands_still_and_tells_when_time_is_up(phone: Callable[..., Phone]) -> None:
    mira = at_a_clock(phone)
    page = mira.page
    up, said = page.locator("#clock .timeup"), page.locator("#say")
    expect(up).to_be_hidden()
    sent = shown(mira)
    assert BUDGET - 60 < sent <= BUDGET
    # Its script comes after the page.
    until(lambda: page.clock.run_for(1000) or shown(mira) < sent, "it does not count")
    before = shown(mira)
    page.clock.fast_forward(MINUTE // 2)
    assert shown(mira) <= before - 30, "it counts on by itself"
    mira.press("Pause")
    expect(page.locator("#clock[data-still]")).to_be_visible()
    paused = shown(mira)
    page.clock.fast_forward(5 * MINUTE)
    assert shown(mira) == paused > 0, "a pause is nobody's time"
    expect(up).to_be_hidden()
    mira.press("Go on")
    expect(page.locator("#clock:not([data-still])")).to_be_visible()
    # What was sent is counted on from here.
    page.clock.run_for(1000)
    page.clock.fast_forward(3 * MINUTE)
    assert shown(mira) <= BUDGET - 180 < 0
    expect(page.locator("#clock li.over time[data-own]")).to_be_visible()
    expect(up).to_be_visible()
    expect(said).to_have_text(up.inner_text())
