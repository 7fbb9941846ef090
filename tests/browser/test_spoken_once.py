"""What a screen reader says of the table's news: each event once, wherever the news comes from.

Noted is what comes to be in the regions that are read out when they change.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import Phone
from tests.kit.browser.house import House
from tests.kit.browser.openings import CRAFTING, LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.waiting import Held, becomes

pytestmark = pytest.mark.browser

New = Callable[..., Phone]
#: Notes every text that is added to a live region or changed in it, as it is read out: without
#: the sheets in it that are not open.
LISTEN = """() => {
  window.heard = [];
  const isQuiet = (at) => (at.closest ? at : at.parentElement).closest("[aria-live=off]");
  const note = (at) => {
    const words = (at.innerText ?? at.textContent).trim().replace(/\\s+/g, " ");
    if (words && !isQuiet(at)) window.heard.push(words);
  };
  const listener = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") note(target);
      else addedNodes.forEach(note);
    }
  });
  for (const region of document.querySelectorAll("#say, #toast")) {
    listener.observe(region, {subtree: true, childList: true, characterData: true});
  }
}"""
#: The news comes later than everything else.
SLOW_NEWS = """(() => {
  const fetched = window.fetch;
  const later = () => new TransformStream({
    async transform(bytes, to) {
      await new Promise((go) => setTimeout(go, 500));
      to.enqueue(bytes);
    },
  });
  window.fetch = async (what, how) => {
    const answer = await fetched(what, how);
    if (!String(what.url ?? what).includes("/stream?") || !answer.ok) return answer;
    return new Response(answer.body.pipeThrough(later()), answer);
  };
})()"""
YOUR_TURN = "It's your turn."


def listen(*phones: Phone) -> None:
    for phone in phones:
        phone.page.evaluate(LISTEN)


def heard(phone: Phone, last: str) -> list[str]:
    """What was read out so far, when this was and nothing more can come of it."""
    becomes(phone.page, "window.heard", lambda said: last in said)
    phone.is_up_to_date()
    return list(phone.page.evaluate("window.heard"))


def hold_answers(phone: Phone) -> Callable[[], None]:
    """From now on the answer to a tap comes after its news: when this is called."""
    return Held(phone.page, "**/act").let_go


def hold_news(phone: Phone) -> Callable[[], None]:
    """From now on the news of a tap comes long after its answer, by itself."""
    phone.page.add_init_script(SLOW_NEWS)
    phone.go()
    is_live(phone)
    return lambda: None


@pytest.mark.spine("hold_news")
@pytest.mark.parametrize("hold", [hold_answers, hold_news])
def test_a_tap_is_spoken_once_whether_answer_or_news_comes_first(
    phone: New, hold: Callable[[Phone], Callable[[], None]]
) -> None:
    mira, ben = two_at_a_table(phone)
    comes_late = hold(mira)
    listen(mira, ben)
    mira.tap(mira.marble("Mira"))
    expect(mira.log).to_contain_text("Mira moved their marble")
    comes_late()
    mira.press("Collect")
    expect(mira.button("Size 1")).to_be_visible()
    comes_late()
    lines = [
        "Mira moved their marble from Gravity to Chemistry",
        "Mira collected and placed everything",
    ]
    # What a tap did to the counts stands in no line of the log: who tapped hears that as well.
    all_told = heard(mira, lines[1])
    came_of_it = [words for words in all_told if words.startswith("Crystal from 0 to 2")]
    told = [words for words in all_told if words not in came_of_it]
    assert told == [lines[0], YOUR_TURN, lines[1]], "the turn not with every tap"
    assert len(came_of_it) == 1, all_told
    assert heard(ben, lines[1]) == lines


def test_the_turn_is_spoken_when_it_comes_and_what_is_taken_back(phone: New) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING)
    listen(mira, ben)
    mira.send(1, "end")
    ben.sees("Your turn")
    ben.tap(ben.marble("Ben"))
    moved = "Ben moved their marble from Time to Gravity"
    # What is undone before it is told is not told as done.
    for each in (ben, mira):
        expect(each.log).to_contain_text(moved)
    ben.press("Undo")
    ended, back = "Mira ended the turn", f"Ben undid: {moved}"
    assert heard(ben, back) == [ended, YOUR_TURN, moved, back]
    assert heard(mira, back) == [ended, moved, back]


def test_without_a_stream_it_is_spoken_with_the_answer(phone: New, house: House) -> None:
    house.stop()
    house.start(COMPANION_STREAMS="1")
    mira, ben = phone(), phone()
    ben.code = mira.open_at_once("crafting", "Mira", 2)
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, *LAID_OUT, *CRAFTING)
    ben.go()
    is_live(ben)
    mira.go()
    expect(mira.page.locator(".slowly:not(.lost)")).to_be_visible()
    listen(mira)
    mira.press("End turn")
    mira.pick("Then choose one", "Stabilise 1 proto")
    mira.press("End turn", mira.sheet())
    mira.sees("Ben is shifting")
    ben.send(2, "shift 2")
    mira.press("Undo")
    expect(mira.toast).to_contain_text("Waiting for someone to approve.")
    # What Ben did, Mira's phone hears of with the answer to its tap or when it looks by itself.
    ended = "Mira ended the turn and stabilised 1 proto life"
    # Ben's move stands on what is taken back: it goes as well, and that is said.
    asked = f"Mira asks the table. Undo this and 1 more action: {ended}"
    all_told = heard(mira, asked)
    # Her question stands in the sill before the answer to her tap, that she waits.
    came_of_it = "Carbon stars from 1 to 0, proto life from 3 to 0, stable life from 0 to 1"
    assert all_told == [came_of_it, ended, "Ben moved their marble from Time to Gravity", asked]
    for each in (mira, ben):
        each.complaints.clear()


def test_who_asked_is_told_once_what_became_of_it(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    mira.press_refused(mira.marble("Ben"))
    mira.press("Ask the table", mira.toast)
    expect(mira.toast).to_contain_text("Waiting for someone to approve.")
    expect(mira.page.locator("#say")).to_contain_text("Mira asks the table")
    listen(mira)
    ben.press("Approve", ben.page.locator("#proposals"))
    told = "Ben approved: done. Let it count: Mira moved Ben's marble from Time to Gravity"
    expect(mira.toast).to_contain_text(told)
    assert heard(mira, told) == [told]


def test_a_phone_whose_stream_has_died_unnoticed_asks_for_what_its_tap_has_done(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    mira.page.add_init_script(SLOW_NEWS.replace("500", "60000"))
    mira.go()
    with mira.page.expect_response("**/news?*") as news:
        mira.tap(mira.marble("Mira"))
    assert news.value.status == 200
    expect(mira.log).to_contain_text("Mira moved their marble")
