"""Two phones play a round of Cosmogenesis by thumb: few taps, no reload, every place in reach."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone, mark, never_reloaded
from tests.kit.browser.waiting import at_rest, becomes

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben")
#: taps of half of all turns at most, and of a turn with an additional action
BUDGET, WITH_EXTRA = 4, 4
#: what the other phone says once a turn is over
PASSED = re.compile(r"Your turn|is over")


def sit_down(phone: Callable[..., Phone]) -> list[Phone]:
    """Ana and Ben, the game begun with Ana's turn."""
    ana, ben = phone(), phone()
    ana.open_at_once("cosmogenesis", NAMES[0], 2)
    ben.code = ana.code
    ben.sit(2, NAMES[1])
    ana.start()
    for each in (ana, ben):
        each.go()
        mark(each)
    ana.press("Ana")
    ana.sees("Your turn")
    # The page has turned into another one: a person looks first.
    at_rest(ana.page)
    return [ana, ben]


#: The sectors that reach under the foot.
BELOW_THE_TOP_OF_THE_FOOT = """() => {
  const foot = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll("#panel-sectors .shelf")]
    .filter((each) => each.getBoundingClientRect().bottom > foot).map((each) => each.innerText);
}"""
#: the first round, without what is taken of it mattering
ROUND = ("belt asteroid", "discard i", "discard ii", "discard iii")


@pytest.mark.spine("Planetary")
@pytest.mark.parametrize("kind", ["Stellar", "Planetary"])
def test_all_sectors_stand_above_the_foot(phone: Callable[..., Phone], kind: str) -> None:
    ana, ben = sit_down(phone)
    if kind == "Planetary":
        for action in ROUND:
            ana.send(1, action, "end")
            ben.send(2, action, "end")
        ana.send(1, "next")
    expect(ana.page.locator("#panel-sectors")).to_contain_text(kind)
    expect(ana.page.locator("#panel-sectors .shelf")).to_have_count(4)
    becomes(ana.page, BELOW_THE_TOP_OF_THE_FOOT, [])


def taken(phone: Phone, other: Phone, *labels: str) -> int:
    """A whole turn by these buttons; its taps. Nobody else taps."""
    phone.sees("Your turn")
    phone.taps = other.taps = 0
    for label in labels:
        phone.press(label)
    phone.sees("Anything else?")
    return finished(phone, other)


def finished(phone: Phone, other: Phone) -> int:
    phone.press("End turn")
    expect(other.banner.locator("h1")).to_have_text(PASSED)
    assert other.taps == 0
    return phone.taps


def and_then(phone: Phone, other: Phone, first: tuple[str, ...], then: tuple[str, ...]) -> int:
    """A turn with an additional action, which ends it: nothing else is left to do."""
    phone.sees("Your turn")
    phone.taps = other.taps = 0
    for label in first:
        phone.press(label)
    phone.sees("Anything else?")
    for label in then:
        phone.press(label)
    expect(other.banner.locator("h1")).to_have_text(PASSED)
    assert other.taps == 0
    return phone.taps


@pytest.mark.spine
def test_a_round_on_two_phones_in_few_taps(phone: Callable[..., Phone]) -> None:
    ana, ben = phones = sit_down(phone)
    plain = [
        taken(ana, ben, "II: Rock 3"),
        taken(ben, ana, "IV: 1 asteroid and the Monolith"),
        taken(ana, ben, "IV: Collide the comet", "Comet on the planet in orbit 1"),
        taken(ben, ana, "II", "red 1"),
    ]
    extra = [
        and_then(
            ana, ben, ("III: Rock 1", "Moon in orbit 1"), ("Create life", "Life on the planet")
        ),
        and_then(
            ben, ana, ("III: Rock 2", "Moon in orbit 1"), ("Create a moon", "Moon in orbit 1")
        ),
    ]
    # Ana enters no tile: nobody is asked again.
    plain += [taken(ana, ben, "I", "7", "Close"), taken(ben, ana, "I", "9")]
    print(f"taps: {plain}, with an additional action {extra}")
    assert median(plain) <= BUDGET and max(plain) <= BUDGET
    assert max(extra) <= WITH_EXTRA and median(plain + extra) <= BUDGET
    for each in phones:
        each.sees("Round 1 is over")
        expect(each.page.locator("#panel-round")).to_contain_text("Ana: bacterium to jellyfish")
    ana.taps = ben.taps = 0
    ana.press("Start round 2")
    ben.sees("Your turn")
    assert (ana.taps, ben.taps) == (1, 0)
    for each in phones:
        never_reloaded(each)


def test_a_body_of_the_system_opens_what_can_happen_there(phone: Callable[..., Phone]) -> None:
    ana, ben = sit_down(phone)
    taken(ana, ben, "II: Rock 3")
    taken(ben, ana, "IV: 1 asteroid")
    ana.sees("Your turn")
    ana.taps = 0
    for label in ("III: Rock 1", "Moon in orbit 1", "Orbit 1, planet"):
        ana.press(label)
    ana.press("Create life", ana.sheet())
    ben.sees("Your turn")
    assert ana.taps <= WITH_EXTRA
    taken(ben, ana, "II: Rock 1")
    ana.tab("My system")
    ana.press("Orbit 1, moon 1", ana.page.locator("#panel-own"))
    expect(ana.sheet()).to_have_id("panel-set-1-1")


@pytest.mark.spine
def test_every_place_is_seen_on_a_low_phone(phone: Callable[..., Phone]) -> None:
    """Where the page's drawing has no room above the sheet, the sheet has its own."""
    ana, ben = sit_down(phone)
    taken(ana, ben, "II: Rock 1")
    taken(ben, ana, "IV: 1 asteroid")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    ana.press("III: Rock 2")
    aims = ana.sheet()
    places = aims.locator(".aim:not([aria-disabled])")
    expect(places).to_have_count(2)
    at_rest(ana.page)
    for each in places.all():
        expect(each).to_be_in_viewport(ratio=1)
        each.tap(trial=True)  # nothing lies over it


@pytest.mark.spine
def test_a_place_that_is_not_possible_earns_its_reason(phone: Callable[..., Phone]) -> None:
    ana, ben = sit_down(phone)
    taken(ana, ben, "II: Rock 1")
    taken(ben, ana, "IV: 1 asteroid")
    ana.press("III: Rock 2")
    aims = ana.sheet()
    expect(aims).to_have_class(re.compile("lies-upon"))
    # While it rose, the places would be drawn beside those that they stand for.
    expect(aims).to_have_css("animation-name", "none")
    expect(aims.locator(".aim:not([aria-disabled])")).to_have_count(2)
    ana.press_refused(aims.get_by_role("button", name="Moon in orbit 1: not possible."))
    expect(ana.toast).to_contain_text("p. 6")
    ana.press(
        "Collide with the planet in orbit 1: size 1 rock: becomes size 2, and a moon of size 1"
    )
    expect(ana.page.locator("#panel-now")).to_contain_text("2")
    expect(
        ana.page.get_by_role("img", name="moon 1 in orbit 1: size 1 rock").first
    ).to_be_attached()


#: What the focus is on: asked in one piece, as news may take it away at any moment.
FOCUSED = """() => {
  const now = document.activeElement;
  const said = now === document.body ? "" : (now.ariaLabel ?? now.innerText ?? "");
  return said.replaceAll("\\n", " ");
}"""


def focus(phone: Phone, name: str) -> None:
    """Goes to the control of this name with the tabulator alone."""
    expect(phone.button(name)).to_be_visible()
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate(FOCUSED).startswith(name):
            return
    raise AssertionError(f"no key leads to {name}")


def test_a_moon_is_placed_by_keys_and_by_names_alone(phone: Callable[..., Phone]) -> None:
    ana, ben = sit_down(phone)
    taken(ana, ben, "II: Rock 3")
    taken(ben, ana, "IV: 1 asteroid")
    for name in ("III: Rock 1", "Moon in orbit 1"):
        focus(ana, name)
        ana.page.keyboard.press("Enter")
    ana.sees("Anything else?")
    expect(
        ana.page.get_by_role("img", name="moon 1 in orbit 1: size 1 rock").first
    ).to_be_attached()
