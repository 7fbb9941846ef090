"""Three phones play a full round of Cosmos: Empires: nobody reloads, all see what is earned."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.handsets import Phone, mark, never_reloaded
from tests.kit.browser.waiting import comes

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cleo")
#: taps for rolling, confirming, one build and cycling, which ends the turn, each with its own
ONE_BY_ONE = 4
#: taps for rolling, one build, which confirms the total, and ending; or a second build, which ends
BUDGET = 3


def sit_down(phone: Callable[..., Phone], culture: str = "single") -> list[Phone]:
    """Ana opens a table with these culture cards; the others join; everybody is at the table."""
    ana = phone()
    ana.open_at_once("empires", NAMES[0], 3)
    phones = [ana]
    for seat, name in enumerate(NAMES[1:], start=2):
        phones.append(phone())
        phones[-1].code = ana.code
        phones[-1].sit(seat, name)
    ana.choose("culture", culture)
    ana.start()
    for each in phones:
        each.go()
        mark(each)
    return phones


def build(phone: Phone, card: str) -> None:
    """Builds it; a tap that follows at once could overtake this one on its way to the table."""
    phone.press(card)
    expect(phone.page.locator("#panel-own-cards")).to_contain_text(card)


def first_round(phones: list[Phone]) -> None:
    """Nobody rolls in the first turn: each builds a T-Wing, Cleo a Nebula Whale too."""
    ana, ben, cleo = phones
    ana.press("Ana")
    ana.sees("Build or cycle")
    for waiting in (ben, cleo):
        expect(waiting.page.locator("#panel-standing")).to_contain_text("next")
    for each, other in zip(phones, (ben, cleo, ana), strict=True):
        build(each, "T-Wing")
        if each is cleo:
            build(each, "Nebula Whale")
        each.press("End turn")
        other.sees("Your turn" if other is ana else "Build or cycle")


def pay_line(phone: Phone) -> Locator:
    return phone.page.locator("#panel-own-pay button")


def takes_its_pay(phone: Phone) -> None:
    """A tap says that the credits are taken, and so does the page when it is opened again."""
    expect(pay_line(phone)).to_have_attribute("aria-pressed", "false")
    before = pay_line(phone).bounding_box()
    phone.tap(pay_line(phone))
    expect(pay_line(phone)).to_have_attribute("aria-pressed", "true")
    comes(phone.page, lambda: pay_line(phone).bounding_box(), before)
    phone.go()
    expect(pay_line(phone)).to_have_attribute("aria-pressed", "true")
    mark(phone)


@pytest.mark.spine
def test_a_full_round_on_three_phones(phone: Callable[..., Phone]) -> None:
    phones = sit_down(phone)
    ana, ben, cleo = phones
    first_round(phones)
    ana.taps = 0
    ana.press("7")
    for each in (ben, cleo):
        each.sees("Ana rolled 7")
        expect(each.page.locator("#panel-pays")).to_contain_text("What a roll of 7 would pay")
    ana.press("Confirm 7")
    # The credits are moved already: what lies there is said from A to B.
    expect(ana.page.locator("#panel-own-pay")).to_contain_text("7: take 1 credit")
    expect(ana.toast.locator(".ws")).to_have_text("Credits from 7 to 8")
    takes_its_pay(ben)
    for each in (ben, cleo):
        each.sees("A roll of 7 pays you 1: from")
    build(ana, "World Ship")
    ana.press("Cycle a card")
    assert ana.taps <= ONE_BY_ONE
    ben.sees("Your turn")
    ben.press("6")
    ben.press("Raise to 7")
    ben.press("Confirm 7")
    cleo.sees("A roll of 7 pays you 1: from")
    expect(pay_line(ben)).to_have_attribute("aria-pressed", "false")
    ben.press("End turn")
    cleo.press("Roll in the app")
    cleo.sees("You rolled")
    for each in phones:
        never_reloaded(each)


@pytest.mark.spine
def test_rolling_building_and_ending_are_three_taps(phone: Callable[..., Phone]) -> None:
    ana, ben, _ = phones = sit_down(phone)
    first_round(phones)
    for each in phones:
        each.taps = 0
    ana.press("Roll in the app")
    ana.sees("You rolled")
    ana.press("T-Wing")
    ana.sees("Build or cycle")
    # A new phase begins at its top, once it is put into the page.
    ana.page.wait_for_function("() => scrollY === 0", timeout=1_000)
    ana.press("End turn")
    ben.sees("Your turn")
    assert [each.taps for each in phones] == [BUDGET, 0, 0]
    expect(ana.page.locator("#panel-payouts")).to_be_visible()


def test_rolling_and_both_builds_are_three_taps(phone: Callable[..., Phone]) -> None:
    """The second one ends the turn, for nothing is left to do; Undo takes both back."""
    ana, ben, cleo = phones = sit_down(phone, "off")
    ana.press("Ana")
    for each, other in zip(phones, (ben, cleo, ana), strict=True):
        each.sees("Build or cycle")
        each.press("Cycle a card")
        each.sees("Build or cycle: 1 action")
        each.press("Cycle a card")
        other.sees("Your turn" if other is ana else "Build or cycle")
    for each in phones:
        each.taps = 0
    ana.press("5")
    ana.sees("You rolled 5")
    ana.press("T-Wing")
    ana.sees("Build or cycle: 1 action")
    expect(ana.button("Nebula Whale")).to_contain_text("Ends your turn")
    ana.press("Nebula Whale")
    ben.sees("Your turn")
    assert [each.taps for each in phones] == [BUDGET, 0, 0]
    ana.press("Undo")
    ana.sees("Build or cycle: 1 action")
    ben.sees("Ana is building")


def test_what_a_card_prints_is_entered_in_two_taps(phone: Callable[..., Phone]) -> None:
    ana, ben, _ = sit_down(phone)
    ana.press("Ana")
    ana.sees("Build or cycle")
    ana.tab("Cards")
    ana.taps = 0
    ana.press("T-Wing")
    ana.press("cost 2", ana.sheet())
    expect(ana.page.locator("#panel-cards")).to_contain_text("Changed at this table")
    assert ana.taps == 2
    before = ben.actions_done()
    ana.press("T-Wing")
    ana.press("cost 2", ana.sheet())
    expect(ana.page.locator("[popover]:popover-open")).to_have_count(0)
    ben.has_done(before)  # what it says already is not said again


def test_a_mistyped_total_is_taken_back_at_once(phone: Callable[..., Phone]) -> None:
    ana, ben, _ = phones = sit_down(phone)
    first_round(phones)
    ana.press("7")
    # Her own phone may be the last to hear of it, and offers until then to undo what was before.
    for each, words in ((ben, "Ana rolled 7"), (ana, "You rolled 7")):
        each.sees(words)
    ana.press("Undo")
    ben.sees("Ana is rolling")
    ana.press("6")
    ben.sees("Ana rolled 6")


def test_a_greyed_card_tells_why(phone: Callable[..., Phone]) -> None:
    ana, *_ = phones = sit_down(phone)
    ana.press("Ana")
    ana.press("M.E.R.V.")
    ana.sees("Build or cycle: 1 action")
    ana.press_refused(ana.button("The Collective"))
    for words in ("Costs you 8 credits; you have 3", "Pay the whole price"):
        expect(ana.toast).to_contain_text(words)
    assert len(phones) == 3


@pytest.mark.spine
def test_a_hidden_culture_card_stays_on_its_phone(phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = sit_down(phone)
    ben.press("Enter your culture cards")
    sheet = ben.sheet()
    ben.tap(sheet.locator("summary"))
    ben.pick("Hidden card 1", "Scientific")
    ben.press("Save (only you see it)", sheet)
    ana.press("Ana")
    ben.sees("Ana is building")
    for each in (ben, cleo):
        each.press("Reveal a culture card")
    expect(ben.page.locator("button[value='reveal scientific']")).to_have_count(1)
    expect(ben.page.locator("button[value='reveal awakened']")).to_have_count(0)
    expect(cleo.page.locator("button[value='reveal awakened']")).to_have_count(1)
    ben.press("Scientific", ben.sheet())
    for each in (ana, cleo):
        expect(each.page.locator("#panel-empires")).to_contain_text("Scientific")
