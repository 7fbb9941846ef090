"""Three people who never read the rulebook play their first two rounds as the led round says.

Words, taps and pieces of each are printed, and the minutes that they take. Nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Locator, TimeoutError, expect

from companion import transcript
from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.panels import Checklist
from companion.referee.replay import OVERRULED_PREFIX, TABLE_SEAT, replay_moves
from companion.referee.text import english_translator
from tests.kit.browser.handsets import NEAR, SOON, Phone
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.ruler import harm
from tests.kit.browser.waiting import press_over

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cleo")
#: Round and the first seat's step where two rounds are over.
AFTER_TWO = {
    "crafting": [(2, "draw"), (2, "score"), (3, "draw"), (3, "shift"), (3, "waiting")],
    "empires": [(3, "roll")],
    "cosmogenesis": [(2, "round"), (3, "main")],
}
#: Words that one reads at most before the first own action.
MOST_WORDS = 300
#: More taps than two rounds take for three.
ENOUGH = 200
#: Seconds that a tap and a piece of the box take, and words that are read in a minute.
TAP, PIECE, WORDS = 3, 8, 200
#: What the page is at: a tap has arrived when this is another.
AT = """() => [
  document.querySelector("#seen")?.value, document.querySelector("#coach")?.textContent,
  document.querySelectorAll("[popover]:popover-open").length,
  document.querySelectorAll(".is-taught").length,
].join(" ")"""


#: The first control that the line is about, of those that can be tapped.
CONTROL = """() => {
  const coach = document.querySelector("#coach");
  const seat = document.querySelector("#lessons").dataset.seat;
  const sheet = [...document.querySelectorAll("[popover]:popover-open")].at(-1) ?? null;
  const can = (each) => each.closest("[popover]") === sheet && each.checkVisibility()
    && each.getAttribute("aria-disabled") !== "true";
  const split = (list) => list.replace("{seat}", seat).split(",").filter(Boolean);
  const doing = split(coach.dataset.does).flatMap((begins) => [...document.querySelectorAll(
    `[name=action]:is([value="${begins}"], [value^="${begins} "])`)]);
  const button = (each) => each.type !== "hidden" ? each
    : each.form.querySelector("button.main, .picks button, button[name]") ?? each.form;
  const leading = split(coach.dataset.sheets).flatMap((id) => [
    ...document.querySelectorAll(`[popovertarget="panel-${id}"]`)]);
  return [...doing.map(button), ...leading].filter(can)[0] ?? null;
}"""


class Newcomer:
    """A phone whose owner does what the coach's line says, and nothing else."""

    def __init__(self, name: str, phone: Phone) -> None:
        self.name, self.phone, self.page = name, phone, phone.page
        self.read: dict[str, int] = {}
        self.taps = 0
        self.spot = [-99.0, -99.0]
        self.words_before = 0
        self.pieces = 0
        self.refused: list[str] = []
        self.page.on("response", self._look)

    def _look(self, answer: Any) -> None:
        if answer.status >= 400:
            self.refused.append(f"{answer.status} {answer.url}")

    @property
    def words(self) -> int:
        return sum(self.read.values())

    def act(self) -> bool:
        """Reads the line; and one tap, where there is one to be done."""
        self._catch_up()
        coach = self.page.locator("#coach")
        if not coach.count():
            return False
        if self._is_asked() or self._is_told():
            return True
        line = self.page.locator("#coach-words").inner_text()
        if line not in self.read:
            print(f"{self.name} reads: {line}")
        self.read[line] = len(line.split())
        if not coach.get_attribute("data-led"):
            return False
        self.words_before = self.words_before or self.words
        done = coach.locator("> form button")
        control = self._control()
        if done.count() and done.is_visible():
            self._tap(done)
        elif done.count() and coach.locator(".word").is_visible():
            # Beside the next thing the word has the whole row: what closes it is in its sheet.
            self.phone.whole_word()
            self._tap(self.phone.sheet().get_by_role("button", name="Done"))
        elif control:
            self._answer(control)
            self._tap(control)
        else:
            return False
        return True

    def _control(self) -> ElementHandle | None:
        """What the line is about, as soon as the sheet of the last tap is out of its way."""
        with suppress(TimeoutError):
            return self.page.wait_for_function(CONTROL, timeout=SOON).as_element()
        return None

    def _is_asked(self) -> bool:
        """Gives the first answer where a question of the table stands in the guide's place."""
        asks = self.page.locator("#asks .word")
        if not asks.is_visible():
            return False
        if not self.page.locator("#asks-sheet:popover-open").count():
            self._tap(asks)
        self._tap(self.page.locator("#asks-sheet form button").first)
        return True

    def _is_told(self) -> bool:
        """Reads what to do with the pieces, which stands before the guide's next step: the sheet
        behind the word has all of it, and once that is closed the guide goes on.
        """
        told = self.page.locator("#toast .told > .word")
        if not told.is_visible():
            return False
        self._tap(told)
        self._tap(self.phone.sheet().get_by_role("button", name="Close"))
        expect(told).to_have_count(0)
        return True

    def _catch_up(self) -> None:
        page = self.phone.read("").text
        newest = re.search(r'id="seen"[^>]* value="(\d+)"', page)
        assert newest, "the page does not say how new it is"
        line = re.search(r'id="coach-words">([^<]*)<', page)
        self.page.wait_for_function(
            "(line) => (document.querySelector('#coach-words')?.textContent ?? '') === line",
            arg=unescape(line[1]) if line else "",
        )
        self.page.wait_for_function(
            "(newest) => Number(document.querySelector('#seen').value) >= newest",
            arg=int(newest[1]),
        )
        wait_until_drawn(self.page)

    def _answer(self, control: ElementHandle) -> None:
        """Where the form asks for a choice, the first one will do."""
        for label in control.query_selector_all("xpath=ancestor::form[1]//*[@role='radiogroup']"):
            if label.query_selector("input:required") and not label.query_selector(":checked"):
                first = next(
                    each for each in label.query_selector_all("label") if each.is_visible()
                )
                first.tap()

    def _tap(self, control: Locator | ElementHandle) -> None:
        said = control.get_attribute("aria-label") or control.inner_text()
        print(f"{self.name} taps: {' '.join(said.split())}")
        self.taps += 1
        before = self.page.evaluate(AT)
        box = control.bounding_box()
        spot = [box["x"], box["y"]] if box else self.spot
        if all(abs(now - then) < NEAR for now, then in zip(spot, self.spot, strict=True)):
            press_over(self.page)  # a person reads first
        control.tap()
        self.spot = spot
        self.page.wait_for_function(f"(before) => ({AT})() !== before", arg=before)


@pytest.mark.spine("empires")
@pytest.mark.some(3)
@pytest.mark.parametrize("game", ["crafting", "empires", "cosmogenesis"])
def test_two_rounds_by_the_led_round_alone(phone: Callable[..., Phone], game: str) -> None:
    phones = [phone() for _ in NAMES]
    ana = phones[0]
    ana.open_at_once(game, "Ana", len(NAMES))
    ana.sit(1, "Ana")
    for seat, (each, name) in enumerate(zip(phones[1:], NAMES[1:], strict=True), start=2):
        each.join(ana.join_address(), name, seat)
    ana.go()
    ana.press("First time?")
    expect(ana.banner).to_be_visible()
    table = [Newcomer(name, each) for name, each in zip(NAMES, phones, strict=True)]
    for _ in range(ENOUGH):
        acted = [each.act() for each in table]  # each of them, not the first alone
        if not any(acted):
            break
    played = transcript.read_transcript(ana.read("/transcript").text)
    moves = [(move.seat, move.action) for move in played.moves]
    rules = CATALOGUE[game]
    for each in table:
        each.pieces = len(_laid_out(rules)) // len(NAMES)
    for seat, hands in _hands(rules, moves):
        table[seat - 1].pieces += len(hands)
    _print_what_it_took(game, table)
    assert [each.refused for each in table] == [[], [], []]
    assert all(0 < each.words_before < MOST_WORDS for each in table)
    # Two rounds are over, and the third goes on from a state to which the rules lead.
    state = replay_moves(rules, len(NAMES), dict(played.options), moves)
    assert (rules.current_round(state), rules.current_step(state, 1)) in AFTER_TWO[game]
    assert [harm(each.page) for each in table] == [[], [], []]


def _laid_out(rules: Game) -> list[str]:
    """What the set-up's list names, a line each."""
    panels = rules.show(rules.setup(len(NAMES), {}), 1)
    lists = [panel for panel in panels if isinstance(panel, Checklist)]
    return [line.key for panel in lists for part in panel.sections for line in part.lines]


def _hands(rules: Game, moves: list[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """What hands do with the pieces for each action: seat, and a part of the sentence each."""
    state = rules.setup(len(NAMES), {})
    for seat, words in moves:
        if seat == TABLE_SEAT:
            state = rules.settle(state, *words.split()[1:])
            continue
        action = rules.read(words.removeprefix(OVERRULED_PREFIX))
        said = rules.piece_instructions(state, seat, action)
        yield seat, english_translator().say(said).split(", ") if said else []
        state = rules.apply(state, seat, action)


def _print_what_it_took(game: str, table: list[Newcomer]) -> None:
    for each in table:
        minutes = each.words / WORDS + (each.taps * TAP + each.pieces * PIECE) / 60
        print(
            f"{game}, {each.name}: {each.words} words, {each.words_before} of them before the first"
            f" own action, {each.taps} taps, {each.pieces} pieces, {minutes:.1f} minutes"
        )
