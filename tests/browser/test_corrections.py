"""The desk on real phones: asking the table, settling, setting right, counting, carrying."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone, starting
from tests.kit.browser.openings import COLLECTING, CRAFTING, is_live, two_at_a_table
from tests.kit.browser.waiting import Held, at_rest, becomes, holds

pytestmark = pytest.mark.browser

NewPhone = Callable[..., Phone]
#: Mira's turn up to its closing act, which the rulebook lets open whether she must do.
#: DNA for all the proto life that lies there: the turn may end with neither closing action.
CLOSING = (*["shift 1"] * 3, "collect", "took")


@pytest.mark.spine
def test_a_refused_action_is_put_to_the_table(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone)
    mira.press_refused(mira.marble("Ben"))
    mira.press("Ask the table", mira.toast)
    expect(mira.toast).to_contain_text("Waiting for someone to approve.")
    notice = ben.page.locator("#proposals")
    expect(notice).to_contain_text("Mira asks the table. Let it count: Mira moved")
    expect(notice).to_contain_text(re.compile("The app says no.*dark one, not Ben's", re.DOTALL))
    ben.press("Approve", notice)
    expect(notice).to_have_count(0)
    expect(mira.page.locator("#proposals")).to_have_count(0)
    expect(mira.toast).to_contain_text("Ben approved: done. Let it count: Mira moved")
    expect(mira.log).to_contain_text("allowed by the table")
    expect(ben.log).to_contain_text("Ben approved: done.")


def test_a_question_that_somebody_else_has_answered_is_no_notice_any_more(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone, *CLOSING)
    mira.set_consent("0")
    mira.press("End turn")
    mira.pick("Then choose one", "Neither")
    mira.press("End turn", mira.sheet())
    expect(mira.toast).to_contain_text("The rulebook doesn't say. Your table decides")
    ben.press("No, you may skip both", ben.page.locator("#questions"))
    expect(mira.page.locator("#questions")).to_have_count(0)
    expect(mira.toast).not_to_contain_text("The rulebook doesn't say")


@pytest.mark.spine
def test_a_tile_that_nobody_entered_is_read_by_its_owner(phone: NewPhone) -> None:
    ana = phone()
    ana.open_at_once("cosmogenesis", "Ana", 2)
    ana.start()
    ana.send(1, "begin 1", "exotic ii exotic-6 2")
    ana.page.set_viewport_size({"width": 320, "height": 640})
    ana.go()
    is_live(ana)
    for tapped in ("use exotic-6", "gain asteroid", "gain comet"):
        if tapped == "gain comet":
            # Once something of it was taken, the rest is one line.
            ana.tap(ana.page.locator("#panel-gains summary"))
        button = ana.page.locator(f"#tab-turn button[value='{tapped}']").first
        expect(button).to_be_visible()
        button.scroll_into_view_if_needed()
        ana.tap(button)
        is_live(ana)
    expect(ana.page.locator("[data-question]")).to_have_count(0)


def test_a_silent_rulebook_is_settled_by_two_taps(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone, *CLOSING)
    mira.press("End turn")
    mira.pick("Then choose one", "Neither")
    mira.press("End turn", mira.sheet())
    expect(mira.toast).to_contain_text("The rulebook doesn't say. Your table decides")
    question = ben.page.locator("#questions")
    expect(question).to_contain_text("Must you do one of the two omega actions if you can")
    begins = "each => getComputedStyle(each, '::first-letter').textTransform"
    becomes(question.locator("button b").first, begins, "uppercase")
    mira.press("No, you may skip both", mira.page.locator("#questions"))
    expect(mira.toast).to_contain_text("Waiting for someone to approve.")
    expect(question).to_contain_text("1 more player must approve")
    ben.press("No, you may skip both", question)
    expect(ben.toast).to_contain_text("Your table has decided: no, you may skip both")
    for each in (mira, ben):
        expect(each.page.locator("#questions")).to_have_count(0)
    mira.tab("Table")
    expect(mira.page.locator("#desk")).to_contain_text("Your table's decisions")
    mira.tap(mira.page.get_by_role("link", name="Questions the rulebook leaves open"))
    expect(mira.page.locator("[id='end.omega-must']")).to_contain_text("your table's choice")


def test_an_answer_is_told_that_comes_after_the_news(phone: NewPhone) -> None:
    mira, _ = two_at_a_table(phone, *CLOSING)
    answer = Held(mira.page, "**/act")
    mira.press("End turn")
    mira.pick("Then choose one", "Neither")
    mira.press("End turn", mira.sheet())
    answer.is_there()
    # The news takes the tapped sheet off the page.
    expect(mira.page.locator("#questions")).to_contain_text("Must you do one of the two")
    answer.let_go()
    expect(mira.toast).to_contain_text("The rulebook doesn't say. Your table decides")


@pytest.mark.spine("True")
@pytest.mark.parametrize("news_first", [True, False])
def test_what_ones_own_tap_has_asked_opens_by_itself(phone: NewPhone, news_first: bool) -> None:
    """Once, and not under the finger, whatever comes first: the news or the tap's own answer."""
    mira, _ = two_at_a_table(phone, *CLOSING)
    answer = Held(mira.page, "**/act") if news_first else None
    mira.press("End turn")
    mira.pick("Then choose one", "Neither")
    mira.press("End turn", mira.sheet())
    if answer:
        expect(mira.page.locator("#questions")).to_contain_text("Must you do one of the two")
        answer.let_go()
    asks = mira.part("#asks-sheet:popover-open")
    expect(asks).to_contain_text("Must you do one of the two")
    mira.press("Close", asks)
    mira.is_up_to_date()
    expect(asks).to_have_count(0)


@pytest.mark.spine
def test_a_question_opens_once_and_with_each_answer_that_is_proposed(phone: NewPhone) -> None:
    """On a phone that waits. What raises it anew, as each turn's end may, lays nothing over it."""
    mira, ben = two_at_a_table(phone, *CLOSING, "end")
    asks = mira.part("#asks-sheet:popover-open")
    is_live(mira)
    for answer in ("", "optional", "must"):
        if answer:
            ben.answer_question(2, "end.omega-must", answer)
        expect(asks).to_contain_text("Must you do one of the two")
        mira.press("Close", asks)
        expect(asks).to_have_count(0)
    undoes(mira, "Mira ended")
    expect(mira.page.locator("#questions .note").first).not_to_be_visible()
    mira.send(1, "end")
    expect(mira.page.locator("#asks")).to_contain_text("Must you do one of the two")
    at_rest(mira.page)
    expect(asks).to_have_count(0)


def test_what_others_depend_on_is_taken_back_together(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone, *CLOSING, "end")
    ben.send(2, "shift 2")
    is_live(mira)
    expect(mira.log).to_contain_text("Ben moved")
    # What the rulebook leaves open here is a sheet of its own, which waits.
    mira.press("Close", mira.part("#asks-sheet:popover-open"))
    undoes(mira, "Mira ended")
    expect(mira.toast).to_contain_text("This no longer fits: Ben moved")
    notice = ben.page.locator("#proposals")
    expect(notice).to_contain_text("Mira asks the table. Undo this and 1 more action: Mira ended")
    expect(notice.locator("li")).to_contain_text(re.compile("Ben moved.*Mira"))
    ben.press("No", notice)
    expect(notice).to_have_count(0)
    undoes(mira, "Mira ended")
    ben.press("Approve", notice)
    expect(ben.toast).to_contain_text("This no longer fits: Ben moved")
    expect(mira.log.locator("s")).to_contain_text(["Ben moved", "Mira ended"])
    mira.sees("Craft your galaxy")


def undoes(phone: Phone, done: str) -> None:
    """Takes back what others have gone on from: the log's line of it, and what can be set right."""
    phone.tab("Table")
    phone.tap(phone.log.get_by_role("link", name=starting(done)).first)
    phone.press("Undo it")


@pytest.mark.spine
def test_a_forgotten_action_and_a_wrong_one_are_set_right(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place c 1")
    mira.tab("Table")
    mira.tap(mira.log.get_by_role("link", name=re.compile("^Mira collected")).first)
    expect(mira.page.get_by_role("heading", name="Fix something")).to_be_visible()
    mira.press_link("Add a missed action after this")
    mira.press("Place a nebula of size 1")
    expect(mira.toast).to_contain_text("Waiting for someone to approve.")
    ben.press("Approve", ben.page.locator("#proposals"))
    expect(ben.log.locator("li", has_text="added later")).to_contain_text("Mira placed")
    mira.tab("Table")
    mira.tap(mira.log.get_by_role("link", name=re.compile("added later")))
    mira.press_link("Change this action")
    mira.tap(mira.page.locator("summary", has_text="Only some"))
    mira.press("Place 2 proto life")
    ben.press("Approve", ben.page.locator("#proposals"))
    expect(ben.log.locator("li", has_text="changed")).to_contain_text("proto")
    expect(ben.log.locator("s")).to_have_count(1)


def test_everybody_counts(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone, *COLLECTING)
    ben.tab("Table")
    ben.press("Ask everyone to check their numbers")
    card = mira.page.locator("#check")
    expect(card).to_contain_text("Ben wants to check the numbers.")
    expect(card).to_contain_text("Score marker")
    mira.press("All correct", mira.page.locator("#agrees"))
    expect(mira.page.locator("#agrees")).to_have_count(0)
    expect(ben.page.locator("#agree")).to_contain_text("1 of 2 confirmed")
    ben.press("All correct", ben.page.locator("#agrees"))
    for each in (mira, ben):
        expect(each.page.locator("#check")).to_have_count(0)
    expect(mira.log).to_contain_text("Ben confirmed too: all numbers are correct")


def test_a_number_that_is_not_so_is_corrected_where_it_stands(phone: NewPhone) -> None:
    """Her marker stands elsewhere than her phone says after her turn, and Ben agrees."""
    mira, ben = two_at_a_table(phone, *CLOSING, "end")
    held = mira.page.locator("#held")
    expect(held).to_contain_text("You should have")
    expect(ben.page.locator("#held")).to_be_hidden()
    chip = held.locator("label", has_text="marker")
    mira.tap(chip)
    mira.tap(held.get_by_role("button", name="More: Score marker"))
    expect(held).to_contain_text("Score marker: from 0 to 1.")
    # News changes what stands there, never what a hand has set, nor what is said of it.
    for consent, asks in (("0", "It counts at once."), ("1", "Then your table is asked.")):
        mira.set_consent(consent)
        expect(held).to_contain_text(f"Score marker: from 0 to 1. {asks}")
    mira.press("So it is", held)
    notice = ben.page.locator("#proposals")
    expect(notice).to_contain_text("Mira corrects: points")
    expect(notice).to_contain_text("from 0 to 1, +1")
    ben.press("Yes, 1", notice)
    expect(chip).to_contain_text("1")
    expect(mira.page.locator("#panel-banner")).to_contain_text("1")


#: Where a control begins on the screen.
TOP = "each => each.getBoundingClientRect().top"


def test_of_numbers_side_by_side_one_is_open(phone: NewPhone) -> None:
    """Two steppers below one row would look alike: "So it is" would be said of the wrong number."""
    mira, _ = two_at_a_table(phone, *CLOSING, "end")
    held = mira.page.locator("#held")
    marker, crystal = (held.locator("label", has_text=word) for word in ("marker", "crystal"))
    mira.tap(marker)
    expect(held.locator(".corrects:visible")).to_contain_text("Score marker")
    at_rest(mira.page)
    stood = crystal.evaluate(TOP)
    mira.tap(crystal)
    expect(held.locator(".corrects:visible")).to_have_count(1)
    expect(held.locator(".corrects:visible")).to_contain_text("Crystal's space")
    at_rest(mira.page)
    holds(crystal, TOP, stood)
    mira.tap(crystal)
    expect(held.locator(".corrects:visible")).to_have_count(0)


def test_a_number_that_is_not_so_leads_to_what_was_left_out(phone: NewPhone) -> None:
    """Five cards traded and not told: that sets right points and hand, in the first round too."""
    mira, ben = two_at_a_table(phone, *CLOSING, "end")
    held = mira.page.locator("#held")
    mira.tap(held.locator("label", has_text="marker"))
    mira.tap(held.get_by_role("link", name="Did you forget to tell something?").first)
    expect(mira.page.locator("main")).to_contain_text("Mira collected")
    mira.press("Trade for 6 points")
    mira.press("Light", mira.sheet())
    ben.press("Approve", ben.page.locator("#proposals"))
    mira.go()
    expect(held.locator("label", has_text="marker")).to_contain_text("6")


def test_the_host_lets_it_happen_at_once(phone: NewPhone) -> None:
    mira, ben = two_at_a_table(phone)
    mira.tab("Table")
    mira.under_table("Settings")
    mira.press("No one", mira.page.locator("#manners"))
    expect(ben.page.locator("#manners")).to_contain_text("No one")
    mira.tab("Turn")
    mira.press_refused(mira.marble("Ben"))
    mira.press("Count it anyway", mira.toast)
    expect(ben.log).to_contain_text("allowed by the table")


def test_a_game_is_carried_to_another_table(phone: NewPhone, tmp_path: Path) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    mira.tab("Table")
    mira.under_table("Settings")
    mira.press("Save game")
    for name in ("Save the game with its log (JSON)", "Save the game as text"):
        with mira.page.expect_download() as download:
            mira.tap(mira.page.get_by_role("link", name=name))
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        other = phone()
        other.visit(other.address)
        other.tap(other.page.get_by_role("link", name="Load a saved game"))
        other.page.get_by_label("File (text or JSON)").set_input_files(file)
        other.press("Load the game")
        other.sees("Craft your galaxy")
        file.write_text(file.read_text(encoding="utf-8").replace("collect", "celebrate"), "utf-8")
        other.visit(f"{other.address}/bring")
        other.page.get_by_label("File (text or JSON)").set_input_files(file)
        other.press("Load the game")
        expect(other.page.get_by_text("nothing was loaded")).to_be_visible()


def test_the_desk_works_without_scripts(phone: NewPhone) -> None:
    mira, ben = phone(), phone(java_script_enabled=False)
    mira.open_table("Mira", 2)
    ben.code = mira.code
    ben.visit(mira.join_address())
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, "deal dark 2 1 dark dark dark", "goal stable-life", "begin")
    answer = mira._post("overrule", seat="1", action="shift 2")
    assert answer.status == 303
    ben.go()
    ben.press("Approve", ben.page.locator("#proposals"))
    ben.tab("Table")
    expect(ben.log).to_contain_text("allowed by the table")
