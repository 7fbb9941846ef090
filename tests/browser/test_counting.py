"""Numbers that save themselves: nothing that a hand has set is lost, whoever taps first, whoever
leaves the page, and whether or not the table can be reached.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.goal_due import at_the_goal
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live, two_at_a_table

pytestmark = pytest.mark.browser

New = Callable[..., Phone]


def step_up(each: Phone, name: str, times: int) -> int:
    """So many steps on a count of the goal; what it is then."""
    row = each.page.locator("#panel-goal li").filter(has_text=name)
    before = int(row.get_by_role("spinbutton").input_value() or -1)
    for _ in range(times):
        each.tap(row.get_by_role("button", name=f"More: {name}"))
    # A tap that is done is no step yet.
    expect(row.get_by_role("spinbutton")).to_have_value(str(before + times))
    return before + times


def scored(each: Phone) -> Locator:
    """The points of the goal that was scored, seat by seat."""
    each.tab("Goals")
    return each.page.locator("#panel-scored tbody tr").first.locator("td")


def is_one_line(each: Phone, words: str) -> None:
    """One line of the log says this."""
    each.tab("Table")
    each.is_up_to_date()
    expect(each.log.get_by_text(words)).to_have_count(1)


def sign(each: Phone, name: str) -> Locator:
    return each.page.locator("#panel-goal li").filter(has_text=name).locator(".sign")


def counted(mira: Phone) -> None:
    """Mira has 3, and it is saved."""
    step_up(mira, "Mira", 4)
    expect(sign(mira, "Mira")).to_contain_text("Saved")


@pytest.mark.spine
def test_what_ben_has_set_counts_though_mira_scores_at_once(phone: New) -> None:
    mira, ben = at_the_goal(phone)
    counted(mira)
    number = step_up(ben, "Ben", 6)
    mira.press("Score, draw the next goal")
    expect(scored(mira)).to_have_text(["3 had 3", f"6 had {number}"])
    is_one_line(ben, f"Ben counted {number}")  # of six steps


def test_a_number_that_comes_after_the_score_is_put_to_the_table(phone: New) -> None:
    mira, ben = at_the_goal(phone)
    counted(mira)
    step_up(ben, "Ben", 2)
    expect(mira.page.get_by_role("spinbutton", name="Ben")).to_have_value("1")
    ben.page.context.set_offline(True)
    number = step_up(ben, "Ben", 5)
    expect(sign(ben, "Ben")).to_have_text("Waiting for a connection")
    mira.press("Score, draw the next goal")
    expect(scored(mira)).to_have_text(["6 had 3", "3 had 1"])
    ben.page.context.set_offline(False)
    asks = mira.page.locator("#proposals")
    expect(asks).to_contain_text(f"Ben counted {number}")
    mira.press("Approve", asks)
    expect(scored(mira)).to_have_text(["3 had 3", f"6 had {number}"])
    ben.complaints.clear()  # of the lost connection, rightly


@pytest.mark.spine
def test_a_number_is_saved_when_its_page_is_left(phone: New) -> None:
    mira, ben = at_the_goal(phone)
    number = step_up(ben, "Ben", 2)
    ben.visit(ben.address)
    field = mira.page.locator("#panel-goal").get_by_role("spinbutton", name="Ben")
    expect(field).to_have_value(str(number))
    is_one_line(mira, f"Ben counted {number}")


#: A hand that does not rest after a step before it is told to.
MOVING = """() => {
  const later = window.setTimeout;
  window.setTimeout = (done, rest, ...more) => {
    if (rest !== 600) return later(done, rest, ...more);
    window.rest = () => done(...more);
    return 0;
  };
}"""


def test_two_hands_on_one_number_both_see_what_it_is(phone: New) -> None:
    mira, ben = at_the_goal(phone)
    fields = [each.page.get_by_role("spinbutton", name="Ben") for each in (mira, ben)]
    ben.page.evaluate(MOVING)
    high, low = step_up(ben, "Ben", 3), step_up(mira, "Ben", 1)
    expect(fields[1]).to_have_js_property("defaultValue", str(low))
    ben.page.evaluate("window.rest()")
    expect(fields[0]).to_have_value(str(high))
    expect(fields[1]).to_have_value(str(high))
    expect(sign(mira, "Ben")).to_have_text(f"Now {high}, was {low}")
    expect(sign(ben, "Ben")).to_contain_text(f"Saved, was {low}")


def test_several_numbers_wait_for_the_table(phone: New) -> None:
    mira, ben = at_the_goal(phone)
    ben.page.context.set_offline(True)
    numbers = {name: step_up(ben, name, 4) for name in ("Mira", "Ben")}
    waits = ben.page.locator("#waits form")
    expect(waits).to_have_count(2)
    step_up(ben, "Ben", 1)
    expect(waits.last).to_contain_text(f"Ben: {numbers['Ben'] + 1}")
    expect(waits).to_have_count(2)
    ben.page.context.set_offline(False)
    field = mira.page.locator("#panel-goal")
    expect(field.get_by_role("spinbutton", name="Mira")).to_have_value(str(numbers["Mira"]))
    expect(field.get_by_role("spinbutton", name="Ben")).to_have_value(str(numbers["Ben"] + 1))
    expect(waits).to_have_count(0)
    ben.complaints.clear()  # of the lost connection, rightly


def test_cards_that_were_entered_are_saved_however_their_sheet_is_closed(phone: New) -> None:
    mira, _ = two_at_a_table(phone, "shift 1", "collect placed")
    mira.go("/own")
    is_live(mira)
    mira.press("Enter your cards")
    note = mira.sheet().get_by_text("in hand").inner_text()
    held = note.split()[0]
    mira.sheet().get_by_label("Light", exact=True).fill(held)
    with mira.page.expect_response(lambda answer: answer.url.endswith("/act")) as saved:
        mira.press("Close", mira.sheet())
    assert saved.value.status == 200
    mira.reload()
    is_live(mira)
    mira.press("Enter your cards")
    expect(mira.sheet().get_by_label("Light", exact=True)).to_have_value(held)


def test_a_tap_on_a_thing_of_the_picture_opens_its_steps_and_saves_them(phone: New) -> None:
    mira, _ = two_at_a_table(phone, "shift 1", "collect placed")
    mira.go("/own")
    is_live(mira)
    cards = mira.page.locator(".thing", has_text="Energy cards in hand")
    before = int(cards.locator("b").inner_text())
    mira.tap(mira.page.locator("main").get_by_role("button", name="Largest group of stars"))
    mira.tap(cards)  # the one that was open gives way
    mira.press("More: Energy cards in hand", mira.sheet())
    expect(mira.sheet().locator(".sign")).to_contain_text("Saved")
    expect(cards).to_contain_text(f"{before + 1}")
    mira.page.keyboard.press("Escape")
    expect(cards).to_be_focused()
