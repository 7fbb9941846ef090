"""A hint a step on a phone that wants them: one line above the bar, and a ring where it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.browser.cosmogenesis_screens import turn_of
from tests.kit.browser.handsets import Phone, starting
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.openings import SHIFTED, two_at_a_table
from tests.kit.browser.ruler import SIDEWAYS, harm, too_small
from tests.kit.browser.waiting import at_rest, becomes, by_its_own_clock

pytestmark = pytest.mark.browser

#: A voice that can be looked at.
LISTEN = "() => { window.said = []; speechSynthesis.speak = ({ text }) => said.push(text); }"


@pytest.fixture
def learner(phone: Callable[..., Phone]) -> Iterator[Callable[[str], Phone]]:
    def sit_down(game: str) -> Phone:
        ana, ben = phone(), phone()
        ana.open_at_once(game, "Ana", 2)
        ana.sit(1, "Ana")
        ben.join(ana.join_address(), "Ben", 2)
        ana.go()
        ana.press("Start with 2")
        expect(ana.banner).to_be_visible()
        ana.be_taught()
        ana.go()
        return ana

    yield sit_down


def test_what_was_understood_does_not_come_back(
    learner: Callable[[str], Phone],
) -> None:
    """Not after a reload either; hints are stopped at once, and asked for again from the start."""
    ana = learner("empires")
    card = ana.page.locator("aside.lesson")
    expect(card).to_have_attribute("data-key", "lay-out")
    sheet = ana.whole_word()
    expect(sheet).to_contain_text("8 credits")
    ana.press("Got it", sheet)
    expect(card).to_have_count(0)  # none comes in its place before the next step
    ana.reload()
    expect(card).to_have_attribute("data-key", "begin")
    ana.press("No more hints", ana.whole_word())
    expect(ana.page.locator("#lessons")).to_have_count(0)
    expect(card).to_have_count(0)
    expect(ana.page.locator("#panel-banner")).to_be_visible()
    ana.press("Ask")
    ana.press_link("Teach me this game")
    ana.press("Explain all again")
    expect(card).to_have_attribute("data-key", "lay-out")


@pytest.mark.spine
def test_a_lesson_is_for_everybody(learner: Callable[[str], Phone]) -> None:
    """By axe, by finger and by key: in a list, in the dock, in a sheet."""
    ana = learner("cosmogenesis")
    ana.send(1, "begin 1")
    ana.reload()
    card = ana.page.locator("aside.lesson")
    expect(card).to_have_attribute("data-key", "take")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    assert harm(ana.page) + too_small(ana.page) == []
    control = ana.page.locator(".is-taught")
    words = card.locator("#lesson-words").text_content() or ""
    assert words.strip()
    expect(control).to_have_accessible_description(" ".join(words.split()))
    ana.tap(ana.page.get_by_role("button", name="I Stellar"))
    expect(ana.page.locator("[popover]:popover-open aside.lesson")).to_be_visible()
    assert harm(ana.page) + too_small(ana.page) == []
    ana.page.locator("[data-understood]").first.press("Enter")
    expect(card).not_to_have_attribute("data-key", "stellar")
    becomes(ana.page, "document.activeElement !== document.body")
    becomes(ana.page, "document.scrollingElement.scrollWidth <= innerWidth")


#: The drawing and the box by whose measures the targets lie on it.
MEASURES = """(box) => [box, box.querySelector("svg")].map((each) => {
  const { top, height } = each.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


def test_beside_a_lesson_what_is_tapped_lies_on_the_drawing(
    chromium: Browser, tmp_path: Path
) -> None:
    """They are placed by the measures of the drawing's box: a lesson in it would move all."""
    with (
        a_table(tmp_path, "cosmogenesis/games/four-players.txt") as table,
        phones_at(chromium, table) as pages,
    ):
        table.start()
        table.play_to(len(turn_of(1, -6)))
        form, headers = {"on": "1"}, {"Origin": ORIGIN}
        table.clients["mira"].post("/t/KEPT/lessons", base_url=ORIGIN, data=form, headers=headers)
        page = pages("mira")
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{ORIGIN}/t/KEPT")
        # What the table is asked has the sill's word now; the lesson is there behind it.
        expect(page.locator("#hint aside.lesson")).to_be_attached()
        for label in ("II: Rock 2",):
            page.get_by_role("button", name=starting(label)).filter(visible=True).first.click()
        sheet = page.locator("[popover]:popover-open")
        expect(sheet.locator("aside.lesson")).to_be_visible()
        drawing, frame = sheet.locator(".sysbox.aims").evaluate(MEASURES)
        assert drawing == frame


#: What can be tapped there and goes beyond the edge of its box, or of the page.
BEYOND = """box => [...box.querySelectorAll("button, li label, .link, .steps-to")].filter(each => {
  const { right, left, bottom, width } = each.getBoundingClientRect();
  const box = each.parentElement.closest("[popover], aside, li, .wheel, .card");
  const around = box.getBoundingClientRect();
  const edge = Math.min(around.right, document.documentElement.clientWidth);
  const low = bottom > around.bottom + 0.5;
  return width && each.checkVisibility() && (right > edge + 0.5 || left < around.left - 0.5 || low);
}).map((each) => `${each.innerText} is cut`)"""


def test_on_a_narrow_phone_in_large_text_no_button_is_cut(
    learner: Callable[[str], Phone], phone: Callable[..., Phone]
) -> None:
    """ "Got it" of a hint, and the marble of the last seat."""
    ana = learner("crafting")
    ben, late = phone(), phone()
    late.code = ben.open_at_once("empires", "Ben", 4)
    late.go("/lobby")
    for each, box, last in (
        (ana, "[popover]:popover-open", ana.button("Got it", ana.sheet())),
        (late, "#slot-seats", late.page.get_by_role("radio", name="Seat 4")),
    ):
        page = each.page
        page.set_viewport_size({"width": 320, "height": 568})
        page.evaluate("localStorage.setItem('look text', 'largest')")
        page.reload()
        if each is ana:
            becomes(page.locator("#hint"), BEYOND, [])
            ana.whole_word()
        there = page.locator(box)
        expect(last.last).to_be_visible()
        last.last.evaluate("each => each.scrollIntoView({ block: 'nearest' })")
        becomes(there, BEYOND, [])
        becomes(page, SIDEWAYS, [])


def test_the_tour_is_turned_by_the_host_and_read_aloud(
    learner: Callable[[str], Phone], phone: Callable[..., Phone]
) -> None:
    ana = learner("crafting")
    screen = phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    screen.code = ana.code
    screen.go("/screen")
    ana.go("/lobby")
    ana.press("Teach us")
    ana.press("Start the tour")
    title = ana.page.locator("#tour h1")
    expect(title).to_have_text("You each build a galaxy")
    expect(screen.page.locator("#tour h1")).to_have_text("You each build a galaxy")
    ana.page.evaluate(LISTEN)
    ana.press("Read aloud")
    ana.press("Next")
    expect(title).to_have_text("Your turn has two phases")
    expect(screen.page.locator("#tour h1")).to_have_text("Your turn has two phases")
    begins = "Your turn has two phases First move marbles"
    becomes(ana.page, "said", lambda said: len(said) == 2 and said[1].startswith(begins))
    assert harm(ana.page) + harm(screen.page) == []
    for _ in range(6):
        shown = title.inner_text()
        ana.press("Next")
        expect(title).not_to_have_text(shown)
    ana.press("Let's play")
    expect(screen.page.locator("#tour")).to_have_count(0)


def test_what_to_take_is_in_words_until_it_is_folded_up(phone: Callable[..., Phone]) -> None:
    """While one learns; another phone has it in signs."""
    mira, _ = two_at_a_table(phone, *SHIFTED, "collect placed")
    words = mira.page.locator("details.got")
    expect(words).not_to_have_attribute("open", "")
    mira.be_taught()
    mira.go()
    expect(words).to_have_attribute("open", "")
    # One sentence a line; the ways to have taken less come with a tap, and go with the list.
    fewer = words.get_by_role("button", name="Only 0").first
    expect(fewer).not_to_be_visible()
    mira.tap(words.locator("summary"))
    expect(fewer).to_be_visible()
    mira.tap(words.locator("summary"))
    expect(words).not_to_have_attribute("open", "")
    mira.page.set_viewport_size({"width": 360, "height": 700})
    mira.page.evaluate("dispatchEvent(new Event('resize'))")
    at_rest(mira.page)
    expect(words).not_to_have_attribute("open", "")


@pytest.mark.spine
@pytest.mark.parametrize("pause", [0, 120])
def test_done_tapped_twice_is_one_card(phone: Callable[..., Phone], pause: int) -> None:
    mira, _ = two_at_a_table(phone, *SHIFTED, "collect placed")
    mira.go("/lobby")
    mira.press("Teach us")
    expect(mira.button("Start the tour")).to_be_visible()
    mira.page.clock.install()
    mira.go()
    line = mira.page.locator("#coach-words")
    expect(line).to_contain_text("Take all on the list")
    box = mira.page.locator("#coach > form button").bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with by_its_own_clock(mira.page) as go_on:
        mira.page.touchscreen.tap(*spot)
        if pause:
            go_on(pause)
        mira.page.touchscreen.tap(*spot)
    expect(line).not_to_contain_text("Take all on the list")
    mira.is_up_to_date()
    expect(line).to_contain_text("Put your stars on any free star spaces")
