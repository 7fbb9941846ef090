"""Sheets on a real phone: what they hold comes when they are opened, and while they are open."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Route, expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import CRAFTING, LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.reading import NARROW, WIDE, drawn_in
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

NewPhone = Callable[..., Phone]


def test_a_sheet_that_was_only_announced_is_there_when_it_is_opened(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING[:-1])
    is_live(mira)
    mira.send(1, CRAFTING[-1])
    mira.sees("Craft your galaxy")
    announced = mira.page.locator("#panel-end")
    expect(announced).to_have_attribute("data-later", re.compile("."))
    expect(announced.locator("form")).to_have_count(0)
    mira.press("End turn")
    expect(mira.button("End turn", mira.sheet())).to_be_visible()
    expect(announced).not_to_have_attribute("data-later", re.compile(".*"))


@pytest.mark.spine
def test_an_open_sheet_follows_the_table(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    is_live(mira)
    mira.press("End turn")
    sheet = mira.page.locator("#panel-end")
    expect(mira.button("End turn", sheet)).to_be_visible()
    old = sheet.get_attribute("data-mark")
    mira.send(1, "place all")
    expect(sheet).not_to_have_attribute("data-mark", old or "")
    expect(sheet).to_be_visible()
    expect(sheet).not_to_have_attribute("data-later", re.compile(".*"))


def test_a_sheet_that_cannot_be_fetched_shows_what_it_was(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    is_live(mira)
    sheet = mira.page.locator("#panel-end")
    mira.press("End turn")
    expect(mira.button("End turn", sheet)).to_be_visible()
    mira.press("Close", sheet)

    def lose(route: Route) -> None:
        route.abort()

    mira.page.route("**/sheet/*", lose)
    mira.send(1, "place all")
    mira.page.wait_for_function("() => document.getElementById('panel-end').dataset.later")
    mira.press("End turn")
    expect(mira.button("End turn", sheet)).to_be_visible()
    expect(sheet).to_contain_text("No connection. As it was at")
    mira.page.unroute("**/sheet/*", lose)
    mira.press("Close", sheet)
    mira.press("End turn")
    expect(sheet).to_be_visible()
    mira.page.wait_for_function("() => !document.getElementById('panel-end').dataset.later")
    expect(sheet).not_to_contain_text("No connection")
    mira.complaints.clear()  # of the lost connection, rightly


@pytest.mark.spine
def test_closed_sheets_and_tabs_come_when_they_are_opened(phone: NewPhone) -> None:
    """Once its scripts have run, a phone's page holds what is looked at; the rest is fetched."""
    other, _ = two_at_a_table(phone, *CRAFTING)
    mira = phone(opened=False)
    mira.page.context.add_cookies(other.page.context.cookies())
    mira.code = other.code
    mira.go()
    sheet, own = mira.page.locator("#panel-end"), mira.page.locator("#tab-own")
    expect(sheet).to_have_attribute("data-later", re.compile("."))
    expect(sheet.locator("form")).to_have_count(0)
    expect(own.locator("section")).to_have_count(0)
    mira.press("End turn")
    expect(mira.button("End turn", sheet)).to_be_visible()
    mira.press("Close", sheet)
    mira.tab("Galaxy")
    expect(own).to_contain_text("Supernovae")
    mira.press("Enter your cards")
    expect(mira.button("Save", mira.sheet())).to_be_visible()
    mira.page.route("**/sheet/*", lambda route: route.abort())
    mira.go()
    mira.press("End turn")
    expect(sheet).to_contain_text("No connection. It comes when you're back")
    mira.complaints.clear()  # of the lost connection, rightly


def test_where_scripts_no_longer_run_the_page_is_whole(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    ben = phone(opened=False, java_script_enabled=False)
    ben.page.context.add_cookies(mira.page.context.cookies())
    ben.code = mira.code
    ben.visit(mira.page.url)
    expect(ben.page).to_have_url(re.compile("whole=1"))
    expect(ben.page.locator("#panel-end form").first).to_be_attached()


def test_what_somebody_has_unfolded_stays_so_while_the_sheet_changes(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    mira.set_consent("0")
    mira.send(1, "mend proto 6", "tiles done 1 psi 1")
    is_live(mira)
    mira.tap(mira.page.get_by_role("button", name="Enter its value too"))
    sheet = mira.page.locator("#panel-life")
    mira.tap(sheet.locator(".cover summary"))
    drawn = sheet.locator(".cover").get_by_role("radio").first
    drawn.check(force=True)
    sheet.evaluate("each => { each.dataset.later = 'announced again'; }")
    mira.page.evaluate("() => document.dispatchEvent(new Event('table:here'))")
    mira.page.wait_for_function("() => !document.getElementById('panel-life').dataset.later")
    expect(sheet.locator(".cover")).to_have_attribute("open", "")
    expect(drawn).to_be_checked()


#: How many of the first nine begin a row, and the labels that are on more than one line.
NINE = """(fields) => {
  const nine = [...fields.querySelectorAll(".chip")].slice(0, 9);
  const tops = new Set(nine.map((chip) => Math.round(chip.getBoundingClientRect().top)));
  const lines = (label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    return new Set([...words.getClientRects()].map((each) => Math.round(each.top))).size;
  };
  const broken = nine.map((chip) => chip.querySelector("b")).filter((label) => lines(label) > 1);
  return [tops.size, broken.map((label) => label.textContent)];
}"""
SAY = """([fields, words]) => {
  for (const label of [...fields.querySelectorAll(".chip b")].slice(0, 9))
    label.textContent = label.textContent.replace(/ .+ /, ` ${words} `);
}"""


def test_the_nine_places_of_a_nebula_stand_three_by_three(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    is_live(mira)
    mira.press("End turn")
    fields = mira.sheet().locator(".grid3")
    expect(fields.locator(".chip").first).to_be_visible()
    grid = fields.element_handle()
    for word, width, family in product(("in", "dans"), range(320, 769, 32), (NARROW, WIDE)):
        mira.page.evaluate(SAY, [grid, word])
        mira.page.set_viewport_size({"width": width, "height": 844})
        with drawn_in(mira.page, family):
            becomes(fields, NINE, [3, []])


def test_what_is_still_to_be_chosen_is_said_in_the_apps_words(phone: NewPhone) -> None:
    mira, ben = phone(), phone()
    mira.open_table("Mira", 2)
    ben.join(mira.join_address(), "Ben", 2)
    mira.start()
    # A sector is asked for while a goal counts them.
    opening = [each.replace("stable-life", "nebulae-psi") for each in LAID_OUT]
    mira.send(1, *opening, *CRAFTING, "place all", "lay 1 ?")
    mira.go()
    is_live(mira)
    done = mira.actions_done()
    tile = mira.page.locator("details.fold", has_text="which sector?").first
    mira.tap(tile.locator("summary"))
    points = tile.get_by_role("group").get_by_role("button").first
    mira.tap(points)
    sector = tile.locator(".fld").first
    expect(sector.get_by_role("alert")).to_have_text("Choose here first")
    expect(sector.get_by_role("alert")).to_be_in_viewport()
    mira.has_done(done)
    expect(points).to_have_attribute("aria-pressed", "true")
    sector.get_by_role("radio").first.check(force=True)
    expect(sector.get_by_role("alert")).to_have_count(0)
    # What was tapped first is done with it.
    expect(mira.page.locator("#scored")).to_contain_text("completed a size")
    mira.has_done(done + 1)


@pytest.mark.spine
def test_news_older_than_the_own_answers_closes_no_sheet(phone: NewPhone) -> None:
    """Three quick taps: the news of the first waits for the finger, and comes when a sheet is open
    that its page did not have.
    """
    mira, ben = phone(), phone()
    mira.open_table("Mira", 2)
    ben.join(mira.join_address(), "Ben", 2)
    mira.start()
    mira.send(1, *LAID_OUT[:-1])
    mira.go()
    is_live(mira)
    seen = "() => Number(document.getElementById('seen').value)"
    for words in ("Begin round 1", "Mira's marble", "Collect"):
        before = mira.page.evaluate(seen)
        mira.button(words).evaluate("each => each.click()")
        mira.page.wait_for_function(f"was => ({seen})() > was", arg=before)
    newest = mira.page.evaluate(seen)
    mira.button("Other tile").evaluate("each => each.click()")
    expect(mira.sheet()).to_be_visible()
    went = mira.page.evaluate(
        """async () => {
          const seen = () => Number(document.getElementById("seen").value);
          let lowest = seen();
          new MutationObserver(() => {
            lowest = Math.min(lowest, seen());
          }).observe(document.body, { attributes: true, childList: true, subtree: true });
          await new Promise((done) => setTimeout(done, 1500));
          return lowest;
        }"""
    )
    assert went == newest, "the page was set back"
    expect(mira.sheet()).to_be_visible()


def test_a_tab_brings_what_has_changed_when_it_is_opened(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone)
    ana = phone(opened=False)
    ana.code = mira.code
    ana.go()
    is_live(ana)
    asked = list[str]()
    ana.page.on("request", lambda each: asked.append(each.url) if "/tab/" in each.url else None)
    mira.tap(mira.marble("Mira"))
    told = "Mira moved their marble"
    expect(ana.page.locator("#slot-table")).to_have_attribute("data-later", re.compile(r"^0\."))
    expect(ana.log).not_to_contain_text(told)
    assert not asked
    ana.tab("Table")
    expect(ana.log).to_contain_text(told)
    expect(ana.page.locator("#tab-table > [data-later]")).to_have_count(0)
    assert len(asked) == 1
    mira.tap(mira.marble("Mira"))
    expect(ana.log.locator("li").filter(has_text=told)).to_have_count(2)
    ana.page.route("**/tab/*", lambda route: route.abort())
    ana.tab("Turn")
    mira.tap(mira.marble("Mira"))
    expect(ana.page.locator("#slot-table")).to_have_attribute("data-later", re.compile(r"^0\."))
    ana.tab("Table")
    expect(ana.log.locator("li").filter(has_text=told)).to_have_count(2)
    aged = ana.page.locator("#tab-table > .aged")
    expect(aged).to_have_text(re.compile(r"No connection\. As it was at \d?\d:\d\d"))
    ana.page.unroute("**/tab/*")
    expect(ana.log.locator("li").filter(has_text=told)).to_have_count(3)
    expect(aged).to_have_count(0)
    ana.complaints.clear()


def test_long_names_of_marbles_stay_in_their_chips(phone: NewPhone) -> None:
    mira = phone()
    mira.page.set_viewport_size({"width": 320, "height": 640})
    mira.open_table("Bartholomew-Max", 3)
    mira.sit(2, "Wilhelmina Charlotte")
    mira.sit(3, "Ana")
    mira.start()
    # The lobby goes to the table by itself.
    mira.press("Enter the marbles we drew")
    spills = """chips => chips.filter((chip) => {
      const { right } = chip.getBoundingClientRect();
      const inside = [...chip.querySelectorAll("span, b")];
      return inside.some((each) => each.getBoundingClientRect().right > right + 1);
    }).length"""
    chips = "[popover]:popover-open .seg .chip:has(.badge)"
    names = mira.page.locator(chips)
    expect(names.nth(6)).to_be_attached()
    becomes(mira.page, f"() => ({spills})([...document.querySelectorAll('{chips}')])", 0)
