"""An action that was forgotten two turns back goes to its place with few taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import LAID_OUT, two_at_a_table

pytestmark = pytest.mark.browser

#: A round, and Mira's second turn; Ben is on.
ROUNDS = (
    *((1, action) for action in ("shift 1", "collect", "took 1", "end")),
    *((2, action) for action in ("shift 2", "collect", "took", "end")),
    (1, "goal carbon"),
    *((1, action) for action in ("shift 1", "collect", "took", "end")),
)


@pytest.mark.spine
def test_a_forgotten_action_takes_four_taps_and_one(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    for seat, action in ROUNDS:
        {1: mira, 2: ben}[seat].send(seat, action)
    mira.has_done(len(LAID_OUT) + len(ROUNDS))
    mira.go()
    mira.sees("Ben")
    mira.taps = ben.taps = 0
    mira.press_link("I forgot something")
    mira.press_link("Mira: round 1")
    expect(mira.page.locator("main")).to_contain_text("Mira collected")
    mira.press("Trade for 6 points")
    mira.press("Light", mira.sheet())
    asks = ben.page.locator("#proposals")
    expect(asks).to_contain_text("6 points")
    ben.press("Approve", asks)
    # The question of this table about its omega spots, which nobody has answered, is still there.
    expect(asks).to_have_count(0)
    ben.page.keyboard.press("Escape")
    ben.tab("Table")
    expect(ben.page.locator("#panel-tally li").filter(has_text="Mira")).to_contain_text("6")
    assert (mira.taps, ben.taps) == (4, 2), "Ben's second one only looks at the points"
