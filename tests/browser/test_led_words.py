"""What hands have to do stands in the sill before the guide's next step, and goes by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live, two_at_a_table
from tests.kit.browser.waiting import Held

pytestmark = pytest.mark.browser

#: Milliseconds: longer than what hands have to do stays at least.
READ = 9_000


@pytest.mark.spine
def test_who_is_led_reads_what_to_do_with_the_pieces_first(phone: Callable[..., Phone]) -> None:
    """The guide's word comes back by itself, and a phone that waits has it once others went on."""
    mira, ben = two_at_a_table(phone, "shift 1 to light", "collect placed")
    mira.go("/lobby")
    mira.press("Teach us")
    expect(mira.button("Start the tour")).to_be_visible()
    mira.page.clock.install()
    mira.go()
    hands, guide = mira.page.locator("#toast .word"), mira.page.locator("#coach .word")
    expect(guide).to_be_visible()
    mira.tap(mira.page.get_by_text("+2", exact=True).first)
    expect(hands).to_contain_text("turn the nebula to its completed side")
    expect(guide).not_to_be_visible()
    mira.leap(READ)
    expect(hands).to_have_count(0)
    expect(guide).to_be_visible()
    mira.press("Size 1")
    expect(mira.banner).to_contain_text("Ben")
    expect(hands).to_contain_text("set the end-of-turn marker")
    mira.leap(READ)
    expect(hands).to_be_visible()
    ben.send(2, "shift 2")
    expect(hands).to_have_count(0)
    expect(guide).to_be_visible()


@pytest.mark.spine
def test_the_guides_sheet_closes_though_the_news_took_its_done_away(
    phone: Callable[..., Phone],
) -> None:
    """Where the news of the tap comes before its answer, nothing of its form is left by then."""
    mira, ben = phone(), phone()
    mira.open_at_once("cosmogenesis", "Mira", 2)
    ben.code = mira.code
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, "begin 1", "belt asteroid")
    mira.go("/lobby")
    mira.press("Teach us")
    expect(mira.button("Start the tour")).to_be_visible()
    mira.go()
    is_live(mira)
    answer = Held(mira.page, "**/led")
    sheet = mira.whole_word("You may take 1 additional action")
    mira.press("Done", sheet)
    answer.is_there()
    expect(mira.page.locator("#coach-words")).to_contain_text("Do on your board what the app says")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name="Done")).to_have_count(0)
    answer.let_go()
    expect(sheet).to_have_count(0)


def test_the_offer_of_the_guide_is_put_aside_once(phone: Callable[..., Phone]) -> None:
    """By its own tap, for good at this table; under "Ask" it is still there."""
    mira, ben = phone(), phone()
    mira.open_at_once("empires", "Mira", 2)
    ben.code = mira.code
    ben.sit(2, "Ben")
    mira.go()
    mira.press("Start with 2")
    offer = mira.page.locator("#guide_offer .word")
    expect(offer).to_be_visible()
    mira.tap(offer)
    mira.press("We know the game", mira.sheet())
    expect(offer).to_have_count(0)
    mira.reload()
    expect(mira.banner).to_be_visible()
    expect(offer).to_have_count(0)
    mira.press("Ask")
    mira.press("First time? Guide us")
    expect(mira.page.locator("#coach .word")).to_be_visible()
    ben.go()
    expect(ben.page.locator("#coach .word")).to_be_visible()
    # Who is led through a choice in several panels is shown the first, which is in sight.
    while (done := mira.page.locator(".laid-next button")).count():
        number = mira.page.locator(".laid-next .now")
        before = number.inner_text()
        mira.tap(done)
        expect(number.filter(has_text=f"{before}")).to_have_count(0)
    first = mira.page.locator(".is-taught")
    expect(first).to_contain_text("Mira")
    expect(first).to_be_in_viewport(ratio=1)
