"""A turn planned by the thumb while another seat plays, and counted with one tap when it comes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import CRAFTING, is_live, two_at_a_table
from tests.kit.browser.waiting import at_rest, becomes, holds, press_over

pytestmark = pytest.mark.browser

SIZES = {320: 640, 390: 844}
#: Pixels that a thumb needs.
THUMB = 44
#: Pixels: the head's height.
HEAD = 48
#: The end of Mira's turn: Ben is next.
ENDS = "end nebula 1 psi"
#: Where the plan's own button is on the glass.
BOX = """() => {
  const { x, y, width, height } = document
    .querySelector("#plan-bar .btn:not(.sq)").getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}"""
#: How many plans the phone keeps.
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('plan ')).length"
#: Whether these words are anywhere on the page.
IS_SAID = "words => document.documentElement.outerHTML.includes(words)"
#: Taps what stands at the place of the plan as soon as that is what counts.
AT_ONCE = """() => new MutationObserver(() => {
  const form = document.querySelector("#plan-bar form");
  const { x, y } = form?.getBoundingClientRect() ?? {};
  if (!form) return;
  setTimeout(() => {
    document.elementFromPoint(x + 20, y + 20)?.click();
    window.struck = true;
  }, 100);
}).observe(document.querySelector("#plan-bar"), { childList: true })"""

#: Sends the form that its sheet brings when it is opened.
SIGNS_OUT = """() => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${location.pathname}/sign-off`;
  document.body.append(form);
  form.requestSubmit();
}"""


def bar(phone: Phone) -> Locator:
    return phone.page.locator("#plan-bar")


def next_ones(phone: Phone) -> Locator:
    return phone.page.locator(".says-next")


def chips(phone: Phone) -> Locator:
    return phone.page.locator(".chips-said > li")


def planned(phone: Phone) -> None:
    """Gravity, a nebula that it can complete, and a new one at the end: by the thumb alone."""
    phone.press("Plan your turn")
    phone.press("gravity", next_ones(phone))
    expect(chips(phone)).to_have_count(1)
    phone.press("nebula 1 2", next_ones(phone))
    expect(chips(phone)).to_have_count(2)
    phone.press("new nebula 2", next_ones(phone))
    expect(chips(phone)).to_have_count(3)


def keep_plan(phone: Phone) -> None:
    """The same, kept."""
    planned(phone)
    phone.press("Keep this plan")


@pytest.mark.spine("390")
@pytest.mark.parametrize("width", SIZES)
def test_a_turn_is_planned_by_thumb_and_counted_with_one_tap(
    phone: Callable[..., Phone], width: int
) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.page.set_viewport_size({"width": width, "height": SIZES[width]})
    done = ben.actions_done()
    planned(ben)
    for control in ben.page.locator("#say-sheet button:visible").all():
        box = control.bounding_box()
        assert box and min(box["width"], box["height"]) >= THUMB, control.inner_text()
    becomes(ben.page, "document.documentElement.scrollWidth", lambda wide: wide <= width)
    ben.press("Keep this plan")
    expect(bar(ben)).to_contain_text("Planned, +2")
    expect(bar(ben)).to_contain_text("gravity, nebula 1 2, new nebula 2")
    ben.has_done(done)  # nothing counts before
    taps = ben.taps
    mira.send(1, ENDS)
    ben.sees("Your turn")
    expect(bar(ben)).to_contain_text("All as planned, +2")
    at_rest(ben.page)
    # A turn begins at the top of the page: what counts the plan is the first thing below the head.
    holds(ben.page, BOX, lambda box: HEAD <= box[1] <= 100 and box[3] >= THUMB)
    ben.press("All as planned")
    mira.sees("End of round 1")
    assert ben.taps - taps == 1
    ben.has_done(done + 4)
    expect(bar(ben)).to_have_count(0)
    becomes(ben.page, KEPT, 0)
    # Each part by itself: what ended the turn is taken back, the rest stays counted.
    ben.press("Undo: Ben ended the turn")
    ben.sees("Craft your galaxy")
    expect(ben.button("Undo: Ben completed")).to_be_visible()
    expect(bar(ben)).to_be_empty()


def keep_draws(ben: Phone, *powers: str) -> None:
    """Gravity, the powers of these types, whose cards nobody knows yet, and a new nebula."""
    ben.press("Plan your turn")
    for number, words in enumerate(("gravity", *powers, "new nebula 2"), 1):
        ben.press(words, next_ones(ben))
        expect(chips(ben)).to_have_count(number)
    ben.press("Keep this plan")


def test_a_plan_goes_on_after_each_power_that_was_drawn(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.send(2, "mend hand 7")
    keep_draws(ben, "gain chemistry", "gain light")
    expect(bar(ben)).to_contain_text("Planned")
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("As planned: 1 of 4")
    expect(bar(ben).locator("form:not([inert])")).to_have_count(1)
    done, taps = ben.actions_done(), ben.taps
    sheet = ben.page.locator("#say-sheet")
    ben.press("As planned")
    for number, card in enumerate(("Speciation", "Amino Acids"), 1):
        # It asks by itself for what only the table knows.
        expect(sheet).to_be_visible()
        at_rest(ben.page)
        ben.press(card, sheet)
        becomes(ben.page, "document.querySelector('#say-line').value.split(',').length", 3 - number)
    expect(sheet).to_be_hidden()
    expect(bar(ben)).to_contain_text("All as planned")
    press_over(ben.page)
    ben.press("All as planned")
    mira.sees("End of round 1")
    assert ben.taps - taps == 4
    ben.has_done(done + 4)


def test_a_power_gained_by_its_own_tap_leaves_the_plan(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.send(2, "mend hand 7")
    keep_draws(ben, "gain chemistry")
    mira.send(1, ENDS)
    expect(bar(ben).locator("form:not([inert])")).to_have_count(1)
    ben.press("As planned")
    expect(ben.page.locator("#say-sheet")).to_be_visible()
    ben.page.keyboard.press("Escape")
    expect(bar(ben)).to_contain_text("Tap the card you kept")
    ben.page.locator("[popovertarget='panel-gain-chemistry'] >> visible=true").click()
    sheet = ben.page.locator("#panel-gain-chemistry")
    sheet.locator("button[value='speciation']").click()
    expect(bar(ben)).to_contain_text("All as planned")
    expect(bar(ben)).not_to_contain_text("gain")


def test_a_double_tap_on_all_as_planned_counts_it_once(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    keep_plan(ben)
    done = ben.actions_done()
    mira.send(1, ENDS)
    counts = bar(ben).locator("form:not([inert]) .btn.main")
    expect(counts).to_contain_text("All as planned, +2")
    at_rest(ben.page)
    counts.dblclick()
    mira.sees("End of round 1")
    at_rest(ben.page)
    ben.has_done(done + 4)


def test_a_part_that_is_done_by_its_own_tap_leaves_the_plan(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    keep_plan(ben)
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("All as planned, +2")
    ben.page.locator("button[value='shift 2 to gravity then collect']").first.click()
    expect(bar(ben)).not_to_contain_text("gravity")
    expect(bar(ben)).to_contain_text("All as planned, +2")
    expect(bar(ben)).to_contain_text("nebula 1 2, new nebula 2")


def test_a_plan_outlives_reload_and_outage_and_nobody_else_has_a_byte_of_it(
    phone: Callable[..., Phone],
) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    keep_plan(ben)
    ben.reload()
    expect(bar(ben)).to_contain_text("new nebula 2")
    is_live(ben)
    ben.page.context.set_offline(True)
    ben.press("Planned")
    ben.page.locator("#say-line").fill("light, new nebula 2")
    ben.page.keyboard.press("Escape")
    ben.page.context.set_offline(False)
    is_live(ben)
    expect(bar(ben)).to_contain_text("light, new nebula 2")
    ben.complaints.clear()  # of the line that could not be read
    mira.is_up_to_date()
    holds(mira.page, IS_SAID, False, "new nebula 2")
    holds(mira.page, KEPT, 0)
    mira.go("/screen")
    mira.is_up_to_date()
    holds(mira.page, IS_SAID, False, "new nebula 2")


def test_a_plan_is_read_anew_and_dropped_with_one_tap(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.press("Plan your turn")
    ben.page.locator("#say-line").fill("gravity, stabel, end")
    expect(chips(ben).nth(1)).to_contain_text("not understood")
    ben.page.keyboard.press("Escape")
    expect(bar(ben)).to_contain_text("Doesn't work now")
    mira.send(1, ENDS)
    ben.sees("Your turn")
    done = ben.actions_done()
    expect(bar(ben)).to_contain_text("As planned: 1 of 3")
    ben.press("Why not all?")
    expect(chips(ben).nth(1)).to_contain_text("not understood")
    ben.page.keyboard.press("Escape")
    ben.press("Drop the plan")
    expect(bar(ben)).to_be_empty()
    ben.reload()
    is_live(ben)
    expect(bar(ben)).to_be_empty()
    ben.has_done(done)
    becomes(ben.page, KEPT, 0)


def test_a_turn_begun_otherwise_keeps_what_still_fits(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.press("Plan your turn")
    for number, words in enumerate(("gravity", "nebula 1 2"), 1):
        ben.press(words, next_ones(ben))
        expect(chips(ben)).to_have_count(number)
    ben.press("hydrogen", chips(ben))
    expect(ben.page.locator("#say-line")).to_have_value("gravity, nebula 1 2 hydrogen")
    ben.press("new nebula 2", next_ones(ben))
    expect(chips(ben)).to_have_count(3)
    ben.press("Keep this plan")
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("All as planned, +2")
    ben.send(2, "shift 2 to light then collect")
    expect(bar(ben)).to_contain_text("As planned, +2")
    expect(bar(ben)).to_contain_text("No longer fits: gravity")
    ben.reload()
    is_live(ben)
    expect(bar(ben)).to_contain_text("As planned, +2")
    done = ben.actions_done()
    press_over(ben.page)
    ben.press("As planned")
    mira.sees("End of round 1")
    ben.has_done(done + 2)


def test_a_star_that_was_planned_is_no_other_one_by_now(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    keep_plan(ben)  # the nebula discards helium, which comes from gravity
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("All as planned")
    ben.send(2, "shift 2 to chemistry then collect")
    expect(bar(ben)).to_contain_text("No longer fits: gravity, nebula 1 2")
    expect(bar(ben)).to_contain_text("then as planned: new nebula 2")
    expect(bar(ben).locator("form")).to_have_count(0)


@pytest.mark.spine
def test_a_sign_of_life_takes_no_chip_back(phone: Callable[..., Phone]) -> None:
    _, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.press("Plan your turn")
    ben.press("gravity", next_ones(ben))
    expect(chips(ben)).to_have_count(1)
    # It comes when the line is there, and before all of the answer is.
    ben.page.evaluate("""new MutationObserver(() => document.dispatchEvent(new Event("table:here")))
      .observe(document.querySelector("#say-form"), { childList: true })""")
    ben.press("nebula 1 2", next_ones(ben))
    expect(chips(ben)).to_have_count(2)
    ben.press("new nebula 2", next_ones(ben))
    expect(chips(ben)).to_have_count(3)


def test_a_tap_that_meant_the_plan_counts_nothing_when_the_turn_comes(
    phone: Callable[..., Phone],
) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    keep_plan(ben)
    expect(bar(ben)).to_contain_text("Planned")
    done = ben.actions_done()
    ben.page.evaluate(AT_ONCE)
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("All as planned")
    becomes(ben.page, "window.struck")
    # As soon as the plan may be tapped, the tap that came before is done with.
    expect(bar(ben).locator("form:not([inert])")).to_have_count(1)
    ben.has_done(done + 1)


def test_it_is_planned_by_the_keyboard_alone(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.button("Plan your turn").focus()
    keys = ben.page.keyboard
    keys.press("Enter")
    expect(next_ones(ben)).to_contain_text("gravity")
    ben.page.locator("#say-line").focus()
    keys.type("gravity, end")
    # What is read between two keys has two chips as well.
    expect(chips(ben).nth(1)).to_contain_text("ended the turn")
    keys.press("Escape")
    mira.send(1, ENDS)
    expect(bar(ben)).to_contain_text("All as planned")
    expect(bar(ben).locator("form:not([inert])")).to_have_count(1)
    ben.button("All as planned").focus()
    keys.press("Enter")
    ben.sees("End of round 1")


def passed(phone: Phone, seat: int, name: str) -> None:
    """The phone goes to another of its players, who takes the cover off."""
    phone.switch_to(seat)
    phone.go()
    phone.press(f"I'm {name}")


def test_two_seats_of_one_phone_plan_each_for_itself(phone: Callable[..., Phone]) -> None:
    mira, others = phone(), phone()
    mira.open_table("Mira", 3)
    others.join(mira.join_address(), "Ben", 2)
    others.sit(3, "Ana")
    mira.start()
    mira.send(1, "deal dark 2 1 3 dark dark", "goal stable-life", "begin")
    passed(others, 2, "Ben")
    others.press("Plan your turn")
    others.page.locator("#say-line").fill("collect, new nebula 2")
    others.page.keyboard.press("Escape")
    expect(bar(others)).to_contain_text("new nebula 2")
    passed(others, 3, "Ana")
    others.sees("Your turn")
    is_live(others)
    others.is_up_to_date()
    holds(others.page, "document.querySelector('#plan-bar').childElementCount", 0)
    holds(others.page, IS_SAID, False, "new nebula 2")
    passed(others, 2, "Ben")
    expect(bar(others)).to_contain_text("new nebula 2")


def test_who_signs_out_leaves_no_plan_on_the_phone(phone: Callable[..., Phone]) -> None:
    """Over plain http, where a browser isn't told to forget."""
    _, ben = two_at_a_table(phone, *CRAFTING, "place all")
    ben.page.evaluate("localStorage.setItem('plan other', '{}')")
    ben.page.evaluate(SIGNS_OUT)
    expect(ben.page).not_to_have_url(re.compile("/t/"))
    becomes(ben.page, KEPT, 0)
