"""A turn of Crafting on a fresh table, by the thumb alone: how few taps, and what one sees."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.screens import Visitor
from tests.kit.browser.waiting import becomes, comes, passes, press_over

pytestmark = pytest.mark.browser


def move_three(phone: Phone) -> None:
    """The own marble goes as far as it can, and all is collected."""
    phone.tap(phone.page.locator(".goal-of button[value$='then collect']").first)
    phone.sees("Craft your galaxy")


#: Where the first nebula's name lies, in whole pixels, and the second chip beside it.
PLACES = """() => [".words", ".first > .pick:nth-child(2)"].map((each) => {
  const { x, y } = document.querySelector(`#panel-open-tiles .piece ${each}`)
    .getBoundingClientRect();
  return [x, y].map(Math.round);
})"""


def end_with(phone: Phone, size: int) -> None:
    phone.tap(phone.page.locator(f"#panel-dock button[value^='end nebula {size}']"))
    phone.sees("Ben is shifting energy")


def complete_first(phone: Phone) -> None:
    """The likeliest points of the first nebula, and the star where there is more than one kind."""
    quick = phone.page.locator("#panel-open-tiles .quick").first
    star, asks = quick.locator(".then button").first, quick.locator(".then").count()
    press_over(phone.page)
    phone.tap(quick.locator("> .first > .pick").first)
    if asks:
        expect(star).to_be_visible()
        press_over(phone.page)
        phone.tap(star)


def test_a_turn_that_scores_nothing_is_two_taps(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    before = mira.taps
    move_three(mira)
    end_with(mira, 2)
    assert mira.taps - before == 2


def test_one_nebula_is_three_taps_its_star_a_fourth_and_its_points_fly(
    phone: Callable[..., Phone],
) -> None:
    mira, _ = two_at_a_table(phone)
    is_live(mira)
    mira.page.evaluate(
        "new MutationObserver((all) => all.forEach(({addedNodes}) => addedNodes.forEach((each) => {"
        " if (each.className === 'flight num') window.flown = each.textContent })))"
        ".observe(document.body, {childList: true})"
    )
    before = mira.taps
    move_three(mira)
    complete_first(mira)
    expect(mira.page.locator("[data-points]")).to_have_text("2")
    expect(mira.page.locator("[data-points]")).to_be_in_viewport()
    becomes(mira.page, "window.flown", "+2")
    end_with(mira, 1)
    assert mira.taps - before == 4, "three where there are stars of one kind alone"
    expect(mira.page.locator(".flight")).to_have_count(0)


#: Its points are tapped twice at once, and the star that comes below.
TWICE = """(row) => {
  const points = row.querySelector(".first > label");
  for (const each of [points, points, row.querySelector(".then button")]) each.click();
}"""


def test_a_double_tap_on_its_points_chooses_no_star(phone: Callable[..., Phone]) -> None:
    """It is one tap, and what comes below is inert for a moment."""
    mira, _ = two_at_a_table(phone)
    move_three(mira)
    press_over(mira.page)
    done, quick = mira.actions_done(), mira.page.locator("#panel-open-tiles .quick").first
    quick.evaluate(TWICE)
    expect(quick.locator(":checked")).to_have_count(1)
    passes(mira.page, 500)
    comes(mira.page, mira.actions_done, done)
    mira.tap(quick.locator(".then button").first)
    mira.has_done(done + 1)


def test_sector_points_and_star_are_asked_in_one_row_and_are_one_action(
    phone: Callable[..., Phone],
) -> None:
    mira, _ = two_at_a_table(phone, goal="nebulae-phi")
    is_live(mira)
    move_three(mira)
    row = mira.page.locator("#panel-open-tiles .piece").first
    chips = row.locator(".quick .pick").filter(visible=True)
    asks = row.locator(".asks").filter(visible=True)
    lie, done, before = mira.page.evaluate(PLACES), mira.actions_done(), mira.taps
    for words, said, question in (
        ("Φ", ["Φ", "+2", "+3", "+4"], "Points printed on the tile"),
        ("+3", ["Φ", "+3", "H\nhydrogen", "O\noxygen"], "Which star goes back to the supply?"),
    ):
        mira.tap(chips.filter(has_text=words))
        expect(chips).to_have_text(said, use_inner_text=True)
        expect(asks).to_have_text([question])
        becomes(mira.page, PLACES, lie)
        press_over(mira.page)
    mira.tap(chips.filter(has_text="oxygen"))
    expect(mira.page.locator("[data-points]")).to_have_text("3")
    assert mira.taps - before == 3
    mira.has_done(done + 1)
    mira.press("Undo")
    expect(mira.page.locator("[data-points]")).to_have_text("0")
    mira.tap(chips.filter(has_text="Ψ").first)
    press_over(mira.page)
    mira.tap(chips.filter(has_text="Ψ").first)
    expect(chips.first).to_have_text("Ψ")
    end_with(mira, 2)


@pytest.mark.spine
def test_a_power_gained_and_used_is_four_taps(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    before = mira.taps
    move_three(mira)
    mira.press("Gain a power, Time")
    mira.press("4th Dimension Gain and use", mira.sheet())
    expect(mira.log).to_contain_text("4th Dimension")
    end_with(mira, 2)
    assert mira.taps - before == 4


def rest_on(phone: Phone, control: Locator) -> None:
    """A finger rests on a control until all is collected, which counts as a tap."""
    # What has just changed under a finger takes none for a moment.
    press_over(phone.page)
    control.hover()
    phone.page.mouse.down()
    phone.sees("Craft your galaxy")
    phone.page.mouse.up()
    phone.taps += 1


@pytest.mark.spine
def test_a_busy_turn_is_eight_taps(phone: Callable[..., Phone]) -> None:
    """A dark marble, the own one, a discharge, a nebula, life, the nebula drawn, the end."""
    mira, _ = two_at_a_table(phone)
    mira.set_consent("0")
    mira.send(1, "mend waiting 1", "mend stable 6", "tiles done 1 psi 1")
    mira.go()
    is_live(mira)
    before = mira.taps
    mira.tap(mira.page.locator("button[value='shift dark light']").first)
    rest_on(mira, mira.page.locator(".goal-of button[data-hold]").first)
    for words in ("discharge h", "complete 1", "life 0", "lay 3"):
        if words == "complete 1":
            complete_first(mira)
            expect(mira.page.locator("[name='action'][value^='complete 1']")).to_have_count(0)
            continue
        there = mira.page.locator(f"button[value^='{words}']").filter(visible=True)
        mira.tap(there.first)
        expect(there).to_have_count(0)
    end_with(mira, 1)
    assert mira.taps - before <= 8


#: A phone so busy that what is due in 50 ms comes after ten minutes.
BUSY = """() => {
  const timeout = window.setTimeout;
  window.setTimeout = (call, ms, ...more) => timeout(call, ms === 50 ? 600_000 : ms, ...more);
}"""


@pytest.mark.spine
def test_the_tap_after_a_rest_counts_on_a_busy_phone(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    mira.set_consent("0")
    mira.send(1, "mend waiting 1")
    mira.go()
    is_live(mira)
    mira.page.evaluate(BUSY)
    rest_on(mira, mira.page.locator(".goal-of button[data-hold]").first)
    offered = mira.page.locator("button[value='discharge h']").filter(visible=True)
    mira.tap(offered.first)
    expect(offered).to_have_count(0)


def test_a_nebula_is_asked_about_in_eight_taps_and_remembers(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    mira.set_consent("0")
    has = ("he 4", "c 3", "novae 1", "proto 3", "stable 3")
    mira.send(1, *(f"mend {each}" for each in has), "tile 3 psi h1he2c3=10")
    mira.go()
    is_live(mira)
    move_three(mira)
    before = mira.taps
    row = mira.page.locator("#panel-open-tiles details").filter(has_text="Size 3 in Psi")
    mira.tap(row.locator("summary"))
    mira.press("Can I complete it?", row)
    for name, n in (("hydrogen", 1), ("helium", 2), ("carbon", 3), ("proto life", 3)):
        around = mira.sheet().get_by_role("radiogroup", name=name)
        mira.tap(around.locator("label").filter(has_text=str(n)))
    mira.press("Show me", mira.sheet())
    assert mira.taps - before == 7, "eight with stable life or a supernova"
    expect(row).to_contain_text("Yes. Discard: helium. Life on 3 of 6 sides")
    mira.press("Can I complete it?", row)
    helium = mira.sheet().get_by_role("radiogroup", name="helium")
    expect(helium.get_by_role("radio", name="2")).to_be_checked()
    expect(ben.log).to_contain_text("Mira looked at a nebula")


def test_a_finger_that_rests_moves_and_collects(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    is_live(mira)
    rest_on(mira, mira.page.locator(".goal-of button[data-hold]").first)
    mira.has_done(len(LAID_OUT) + 1)


def test_a_finger_that_rests_on_a_marble_moves_it_and_collects(
    phone: Callable[..., Phone],
) -> None:
    mira, _ = two_at_a_table(phone)
    is_live(mira)
    resting = mira.page.locator(".spot button[data-hold][aria-label^='Dark marble']")
    expect(mira.page.locator(".spot button.hit").first).to_be_visible()
    expect(resting).to_have_count(0)  # the own marble has to move
    mira.tap(mira.page.get_by_role("button", name=", 1 move"))
    rest_on(mira, resting.first)
    mira.has_done(len(LAID_OUT) + 2)


@pytest.mark.parametrize(("width", "height", "screens"), [(320, 640, 2), (390, 844, 1.5)])
def test_a_late_turn_is_no_long_page(
    visitor: Visitor, width: int, height: int, screens: float
) -> None:
    moves = [*visitor.before_last("collect", seat=1), (1, "collect placed")]
    mira = visitor.at("late", moves)
    mira.page.set_viewport_size({"width": width, "height": height})
    expect(mira.page.locator("#panel-powers")).to_be_visible()
    tall = mira.page.evaluate("document.documentElement.scrollHeight")
    print(f"{width}x{height}: {tall / height:.2f} screens")
    assert tall <= screens * height


@pytest.mark.spine
def test_what_asks_in_a_late_turn_is_answered_in_its_sheet(visitor: Visitor) -> None:
    mira = visitor.at("late", [*visitor.before_last("collect", seat=1), (1, "collect placed")])
    is_live(mira)
    before = mira.actions_done()
    mira.press("Relativity Φ")
    mira.tap(mira.sheet().locator("button").filter(has_text="oxygen"))
    expect(mira.log).to_contain_text("Relativity Φ")
    mira.press("Enter its value too")
    expect(mira.page.locator("#panel-life")).to_be_visible()
    mira.has_done(before + 1)
