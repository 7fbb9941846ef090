"""Two people who never read the rulebook play a first round: they only do what lessons say.

Every tap and the words that were read before it are printed. Nothing they tap is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ElementHandle, Error, Locator, expect

from tests.kit.browser.cosmogenesis_screens import turn_of
from tests.kit.browser.handsets import Phone, starting
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import settled
from tests.kit.browser.ruler import SIDEWAYS, harm, too_small

pytestmark = pytest.mark.browser

#: More taps than a first round takes for two.
ENOUGH = 120
#: How often somebody ends a turn in a round.
TURNS = {"crafting": 1, "empires": 1, "cosmogenesis": 4}
#: What the page is at: a tap has arrived when this is another.
AT = """() => [
  document.querySelector("#seen")?.value, document.querySelector(".lesson")?.dataset.key,
  document.querySelectorAll("[popover]:popover-open").length,
  document.querySelectorAll(".is-taught").length,
].join(" ")"""
#: Of the lessons that fit now those that were learnt, and the first control of one of them.
KNOWN = """(learnt) => {
  const sheets = document.querySelectorAll("[popover]:popover-open");
  const sheet = [...sheets].at(-1) ?? null;
  const can = (each) => each.closest("[popover]") === sheet && each.checkVisibility()
    && each.getAttribute("aria-disabled") !== "true" && each.tagName === "BUTTON";
  for (const told of document.querySelector("#lessons").dataset.now.split(" ")) {
    const [key, ways] = told.split(":");
    if (!(key in learnt)) continue;
    const doing = learnt[key].flatMap((verb) => [...document.querySelectorAll(
      `button[name=action]:is([value="${verb}"], [value^="${verb} "])`)]);
    const leading = ways.split(",").filter(Boolean).flatMap((id) => [
      ...document.querySelectorAll(`[popovertarget="panel-${id}"]`)]);
    const found = [...doing.filter(can), ...leading.filter(can)][0];
    if (found) return found;
  }
  return null;
}"""


#: A voice that can be looked at.
LISTEN = "() => { window.said = []; speechSynthesis.speak = ({ text }) => said.push(text); }"


class Learner:
    """A phone whose owner knows nothing but what its lessons have said."""

    def __init__(self, name: str, phone: Phone) -> None:
        self.name, self.phone, self.page = name, phone, phone.page
        self.learnt: dict[str, list[str]] = {}
        self.refused: list[str] = []
        self.page.on("response", self._look)

    def _look(self, answer: Any) -> None:
        if answer.status >= 400:
            self.refused.append(f"{answer.status} {answer.url}")

    def act(self) -> bool:
        """One tap, if there is one to be done."""
        self._catch_up()
        card = self.page.locator("aside.lesson")
        if card.count():
            self._follow(card)
            return True
        known = self.page.evaluate_handle(KNOWN, self.learnt).as_element()
        if known is None:
            return False
        with suppress(Error):  # the news was quicker than the finger
            self._tap(known)
        return True

    def _catch_up(self) -> None:
        """Waits for the table's news: what they change must not be read or tapped meanwhile."""
        newest = re.search(r'id="seen"[^>]* value="(\d+)"', self.phone.read("").text)
        assert newest, "the page does not say how new it is"
        self.page.wait_for_function(
            "(newest) => Number(document.querySelector('#seen').value) >= newest",
            arg=int(newest[1]),
        )
        settled(self.page)

    def _follow(self, card: Locator) -> None:
        """Reads the card, and does what it says; what is optional is only read."""
        key, does = (card.get_attribute(f"data-{part}") or "" for part in ("key", "does"))
        words = card.locator("#lesson-words").inner_text()
        print(f"{self.name} reads: {card.locator('h2').inner_text()}: {words}")
        optional = card.get_attribute("data-optional") is not None
        control = self.page.locator(".is-taught")
        if optional or not control.count():
            self._tap(card.get_by_role("button", name="Got it"))
            return
        seat = self.page.locator("#lessons").get_attribute("data-seat") or ""
        self.learnt[key] = does.replace("{seat}", seat).split(",")
        self._answer(control)
        self._tap(control)

    def _answer(self, control: Locator) -> None:
        """Where the form asks for a choice, the first one will do."""
        form = control.locator("xpath=ancestor::form[1]")
        for group in form.get_by_role("radiogroup").all():
            if group.locator("input:required").count() and not group.locator(":checked").count():
                self.phone.tap(group.locator("label").filter(visible=True).first)

    def _tap(self, control: Locator | ElementHandle) -> None:
        said = control.get_attribute("aria-label") or control.inner_text()
        print(f"{self.name} taps: {' '.join(said.split())}")
        before = self.page.evaluate(AT)
        control.tap()
        self.page.wait_for_function(f"(before) => ({AT})() !== before", arg=before)


@pytest.fixture
def learners(phone: Callable[..., Phone]) -> Iterator[Callable[[str], list[Learner]]]:
    def sit_down(game: str) -> list[Learner]:
        ana, ben = phone(), phone()
        ana.open_at_once(game, "Ana", 2)
        ana.sit(1, "Ana")
        ben.join(ana.join_address(), "Ben", 2)
        ana.go()
        ana.press("Teach us")
        expect(ana.button("Start the tour")).to_be_visible()
        ana.press("Start with 2")
        expect(ana.banner).to_be_visible()
        return [Learner("Ana", ana), Learner("Ben", ben)]

    yield sit_down


def turns_ended(phone: Phone) -> int:
    """How many turns are over, by the log."""
    lines = phone.read("/transcript").text.splitlines()
    return sum(line.split()[1:2] == ["end"] for line in lines)


@pytest.mark.parametrize("game", TURNS)
def test_a_first_round_is_played_by_lessons_alone(
    learners: Callable[[str], list[Learner]], game: str
) -> None:
    ana, ben = learners(game)
    for each in (ana, ben):
        expect(each.page.locator("aside.lesson")).to_be_visible()
    for _ in range(ENOUGH):
        if turns_ended(ana.phone) >= 2 * TURNS[game]:
            break
        if not ana.act() and not ben.act():
            ana.page.wait_for_timeout(300)
    assert turns_ended(ana.phone) >= 2 * TURNS[game]
    assert ana.refused == ben.refused == []


def test_what_was_understood_does_not_come_back(
    learners: Callable[[str], list[Learner]],
) -> None:
    """Not after a reload either; hints are stopped at once, and asked for again from the start."""
    ana, _ = learners("empires")
    card = ana.page.locator("aside.lesson")
    expect(card).to_have_attribute("data-key", "lay-out")
    card.get_by_text("Why would I?").tap()
    expect(card).to_contain_text("8 credits")
    card.get_by_role("button", name="Got it").tap()
    expect(card).to_have_attribute("data-key", "begin")
    ana.page.reload()
    expect(card).to_have_attribute("data-key", "begin")
    card.get_by_role("button", name="No more hints").tap()
    expect(ana.page.locator("#lessons")).to_have_count(0)
    expect(card).to_have_count(0)
    expect(ana.page.locator("#panel-banner")).to_be_visible()
    ana.phone.press("Ask")
    ana.phone.press_link("Teach me this game")
    ana.phone.press("Explain all again")
    expect(card).to_have_attribute("data-key", "lay-out")


def test_a_lesson_is_for_everybody(learners: Callable[[str], list[Learner]]) -> None:
    """By axe, by finger and by key: in a list, in the dock, in a sheet."""
    ana, _ = learners("cosmogenesis")
    ana.phone.send(1, "begin 1")
    ana.page.reload()
    card = ana.page.locator("aside.lesson")
    expect(card).to_have_attribute("data-key", "take")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    assert harm(ana.page) + too_small(ana.page) == []
    control = ana.page.locator(".is-taught")
    expect(control).to_have_accessible_description(card.locator("#lesson-words").inner_text())
    ana.phone.tap(control)
    expect(ana.page.locator("[popover]:popover-open aside.lesson")).to_be_visible()
    assert harm(ana.page) + too_small(ana.page) == []
    ana.page.locator("[data-understood]").press("Enter")
    expect(card).not_to_have_attribute("data-key", "stellar")
    assert ana.page.evaluate("document.activeElement !== document.body")
    assert ana.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


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
        expect(page.locator("aside.lesson")).to_be_visible()
        for label in ("II", "Rock 2"):
            page.get_by_role("button", name=starting(label)).filter(visible=True).first.click()
        sheet = page.locator("[popover]:popover-open")
        expect(sheet.locator("aside.lesson")).to_be_visible()
        drawing, frame = sheet.locator(".sysbox.aims").evaluate(MEASURES)
        assert drawing == frame


#: What can be tapped there and goes beyond the edge of its box, or of the page.
BEYOND = """(box) => [...box.querySelectorAll("button, .link, .steps-to")].filter((each) => {
  const { right, left, bottom, width } = each.getBoundingClientRect();
  const around = each.parentElement.closest("aside, li, .wheel").getBoundingClientRect();
  const edge = Math.min(around.right, document.documentElement.clientWidth);
  const low = bottom > around.bottom + 0.5;
  return width && (right > edge + 0.5 || left < around.left - 0.5 || low);
}).map((each) => `${each.innerText} is cut`)"""


def test_on_a_narrow_phone_in_large_text_no_button_is_cut(
    learners: Callable[[str], list[Learner]], phone: Callable[..., Phone]
) -> None:
    """ "Got it" of a lesson in the dock, and "Sit here" of the last seat."""
    ana, _ = learners("crafting")
    ben, late = phone(), phone()
    late.code = ben.open_at_once("empires", "Ben", 4)
    late.go("/lobby")
    card = ana.page.locator("aside.lesson")
    while not ana.page.locator(".dock aside.lesson").count():
        key = card.get_attribute("data-key") or ""
        ana.page.locator("[data-understood]").press("Enter")
        expect(card).not_to_have_attribute("data-key", key)
    for page, box, name in (
        (ana.page, ".dock aside.lesson", "Got it"),
        (late.page, "#slot-seats", "Sit here"),
    ):
        page.set_viewport_size({"width": 320, "height": 568})
        page.evaluate("localStorage.setItem('look text', 'largest')")
        page.reload()
        there = page.locator(box)
        expect(there.get_by_text(name).last).to_be_visible()
        assert there.evaluate(BEYOND) + page.evaluate(SIDEWAYS) == []


def test_the_tour_is_turned_by_the_host_and_read_aloud(
    learners: Callable[[str], list[Learner]], phone: Callable[..., Phone]
) -> None:
    ana, _ = learners("crafting")
    screen = phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    screen.code = ana.phone.code
    screen.go("/screen")
    ana.phone.go("/lobby")
    ana.phone.press("Start the tour")
    title = ana.page.locator("#tour h1")
    expect(title).to_have_text("You each build a galaxy")
    expect(screen.page.locator("#tour h1")).to_have_text("You each build a galaxy")
    ana.page.evaluate(LISTEN)
    ana.phone.press("Read aloud")
    ana.phone.press("Next")
    expect(title).to_have_text("Your turn has two halves")
    expect(screen.page.locator("#tour h1")).to_have_text("Your turn has two halves")
    ana.page.wait_for_function("said.length === 2")
    assert ana.page.evaluate("said[1]").startswith("Your turn has two halves First move marbles")
    assert harm(ana.page) + harm(screen.page) == []
    for _ in range(6):
        shown = title.inner_text()
        ana.phone.press("Next")
        expect(title).not_to_have_text(shown)
    ana.phone.press("Let's play")
    expect(screen.page.locator("#tour")).to_have_count(0)
