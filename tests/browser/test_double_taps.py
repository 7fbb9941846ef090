"""However fast a button is tapped twice, it counts once, and nobody is refused what they did."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.double_taps import Fingers, Found, stages
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import CRAFTING, LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.waiting import at_rest, becomes, holds, passes

pytestmark = pytest.mark.browser

#: A game of each, and how many kinds of button its pages have at the least.
GAMES = {
    "crafting": ("two-players-tie-break.txt", 50),
    "empires": ("two-players-hybrid.txt", 20),
    "cosmogenesis": ("two-players.txt", 40),
}
#: A word of this kind is told.
SWAP = """kind => htmx.swap({
  sourceElement: document.body, target: document.body, swap: "none",
  text: '<hx-partial hx-target="#toast" hx-swap="innerHTML">' +
    `<p class="note ${kind}">Word.</p></hx-partial>`,
})"""
#: A finger comes down somewhere, or goes up.
FINGER = "kind => dispatchEvent(new PointerEvent(kind, { isPrimary: true }))"
#: The finger goes up, and a busy phone makes a click of it a tenth of a second later; the version
#: that is shown then.
LATE_CLICK = """() => new Promise((tell) => {
  dispatchEvent(new PointerEvent("pointerup", { isPrimary: true }));
  setTimeout(() => {
    tell(document.getElementById("seen").value);
    document.body.click();
  }, 100);
})"""
#: Notes that the stream has brought something.
NEWS = """() => document.addEventListener("htmx:sse:before:message", ({ detail: { message } }) => {
  if (message.data && !message.event) window.news = true;
})"""
#: Other tabs than one's turn look the same for long.
SELDOM = 6


@pytest.mark.spine("empires")
@pytest.mark.some(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_button_tapped_twice_counts_once(phone: Callable[..., Phone], game: str) -> None:
    name, most = GAMES[game]
    fingers = Fingers(phone(reduced_motion="reduce"))
    found = [
        one
        for n, (text, seat) in enumerate(stages(game, name))
        for one in fingers.at(text, seat, tabs=n % SELDOM == 0)
    ]
    assert [(wrong_with(one), one) for one in found if wrong_with(one)] == []
    assert len(found) >= most and {one.pause for one in found} == {0, 30, 120}
    assert any(one.meant for one in found), "one that may be repeated was tapped again"
    assert sum(one.news for one in found) >= len(found) / 3, "most of them do something"


def wrong_with(one: Found) -> str:
    """What of this a person would not understand; "" where all is well."""
    if one.opens:
        return "" if one.sheets == (one.opens,) else "the sheet is not open"
    if one.each:
        # Of the last card there is one.
        meant = 1 if one.gone else 2
        return "" if one.intents == one.news == meant else "not two taps"
    if one.intents != 1:
        # A question of the table came first: the finger met its sheet.
        return "" if one.sheets == ("asks-sheet",) and not one.intents else "not one tap"
    if one.news not in (0, 1):
        return "counted twice"
    if one.news and one.red:
        return "refused what it did"
    if not one.news and not one.red and not one.closed:
        return "neither done nor refused"
    # A question that a tap has put to the table comes by itself.
    if set(one.sheets) - {"asks-sheet"}:
        return "something else has opened"
    return "" if one.meant in (None, 1) else "what was meant again did not count"


def light(phone: Phone) -> Locator:
    """One more Light card of a known hand."""
    return phone.button("Light", phone.page.locator("#panel-cards-drawn"))


def twice(phone: Phone, what: Locator, pause: int) -> None:
    what.evaluate("each => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = what.bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(*spot)
    passes(phone.page, pause)
    phone.page.touchscreen.tap(*spot)


@pytest.mark.parametrize("pause", [0, 120])
def test_a_card_more_and_a_step_count_each_time(phone: Callable[..., Phone], pause: int) -> None:
    told = ("mend hand 1", "hand 1 0 0 0", "shift 1", "collect placed")
    mira, _ = two_at_a_table(phone, *told)
    before = mira.actions_done()
    twice(mira, light(mira), pause)
    expect(mira.page.locator("#panel-cards-drawn button")).to_have_count(0)
    mira.has_done(before + 2)
    expect(mira.toast.locator(".no")).to_have_count(0)


def test_done_and_done_at_a_quick_pace(phone: Callable[..., Phone]) -> None:
    """What comes next on the set-up's list has the same button in the same place: its press is
    meant as soon as it can have been read.
    """
    mira = phone(reduced_motion="reduce")
    mira.open_at_once("empires", "Mira", 2)
    mira.sit(2, "Ben")
    mira.start()
    mira.go()
    is_live(mira)
    done, number = mira.page.locator(".laid-next button"), mira.page.locator(".laid-next .now")
    for nth in ("1", "2", "3"):
        expect(number).to_have_text(nth)
        done.tap()
        expect(number).not_to_have_text(nth)
        passes(mira.page, 360)
    expect(mira.page.locator(".lay-cell[aria-checked=true]")).to_have_count(3)


def test_a_card_more_by_a_held_key_is_one(phone: Callable[..., Phone]) -> None:
    told = ("mend hand 1", "hand 1 0 0 0", "shift 1", "collect placed")
    mira, _ = two_at_a_table(phone, *told)
    before = mira.actions_done()
    light(mira).focus()
    for _ in range(20):
        mira.page.keyboard.down("Enter")
        passes(mira.page, 30)
    mira.page.keyboard.up("Enter")
    mira.has_done(before + 1)


@pytest.mark.spine
def test_nothing_moves_under_a_finger(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    is_live(mira)
    version = mira.page.locator("#seen")
    before = version.input_value()
    mira.page.evaluate(NEWS)
    mira.page.evaluate(FINGER, "pointerdown")
    ben.send(2, "mend hand 3")
    becomes(mira.page, "window.news")
    at_rest(mira.page)
    holds(version, "each => each.value", before)
    holds(mira.page, LATE_CLICK, before)
    expect(version).not_to_have_value(before)


def test_a_finger_that_lifts_elsewhere_lets_the_news_through(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone)
    version = mira.page.locator("#seen")
    before = version.input_value()
    mira.page.evaluate(FINGER, "pointerdown")
    ben.send(2, "mend hand 3")
    mira.page.evaluate(FINGER, "pointerup")
    expect(version).not_to_have_value(before)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_held_key_presses_once_and_the_focus_stays_on_the_page(
    phone: Callable[..., Phone], key: str
) -> None:
    mira, _ = two_at_a_table(phone, "shift 1")
    before = mira.actions_done()
    mira.button("Collect").focus()
    for _ in range(70):
        mira.page.keyboard.down(key)
        passes(mira.page, 30)
    mira.page.keyboard.up(key)
    mira.sees("Craft your galaxy")
    mira.has_done(before + 1)
    becomes(mira.page, "document.activeElement !== document.body")
    expect(mira.page.locator(".sheet:popover-open")).to_have_count(0)


def test_a_sheet_keeps_the_keyboard_until_it_is_closed(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone, *CRAFTING)
    opener = mira.button("End turn")
    opener.focus()
    mira.page.keyboard.press("Enter")
    expect(mira.sheet()).to_be_visible()
    inside = "document.querySelector('.sheet:popover-open').contains(document.activeElement)"
    for key in ("Tab", "Shift+Tab"):
        for _ in range(20):
            mira.page.keyboard.press(key)
            becomes(mira.page, inside)
    mira.page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_two_phones_begin_the_same_round(phone: Callable[..., Phone]) -> None:
    mira, ben = phone(), phone()
    mira.open_table("Mira", 2)
    ben.join(mira.join_address(), "Ben", 2)
    mira.start()
    mira.send(1, *LAID_OUT[:-1])
    for each in (mira, ben):
        each.go()
        is_live(each)
    # The line to Ben's phone is slow: it still shows the button when Mira has begun.
    ben.page.evaluate(
        "document.addEventListener('htmx:sse:before:message', e => e.preventDefault())"
    )
    mira.press("Begin round 1")
    mira.sees("Your turn")
    ben.press("Begin round 1")
    expect(ben.toast).to_contain_text("Mira")
    expect(ben.toast.locator(".note.no")).to_have_count(0)


def test_a_refusal_goes_with_the_next_tap_and_other_words_stay_for_a_while(
    phone: Callable[..., Phone],
) -> None:
    mira, _ = two_at_a_table(phone)
    for kind, left in (("ok", 1), ("info", 1), ("no", 0)):
        mira.page.evaluate(SWAP, kind)
        expect(mira.toast.locator(".note")).to_have_count(1)
        mira.press("Ask")
        mira.press("Close", mira.sheet())
        expect(mira.toast.locator(".note")).to_have_count(left)


#: Two clicks of one moment; a busy phone gets to the second one long after.
LATE = """() => {
  const button = document.querySelector("[popovertarget=ask]");
  const click = () => new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
  const [first, second] = [click(), click()];
  const heard = [button.dispatchEvent(first)];
  const late = performance.now() + 600;
  while (performance.now() < late);
  return [...heard, button.dispatchEvent(second)];
}"""


@pytest.mark.spine
def test_a_busy_phone_takes_the_second_half_for_what_it_is(phone: Callable[..., Phone]) -> None:
    mira, _ = two_at_a_table(phone)
    holds(mira.page, LATE, [True, False])
    expect(mira.sheet()).to_be_visible()


#: A button that is somewhere else by the second of two quick taps.
MOVED = """far => {
  const button = document.querySelector("[popovertarget=ask]");
  const press = { bubbles: true, cancelable: true, detail: 1, clientY: 9 };
  const click = (x) => button.dispatchEvent(new MouseEvent("click", { ...press, clientX: x }));
  const first = click(9);
  button.style.translate = `${far}px`;
  return [first, click(9 + far)];
}"""


@pytest.mark.spine("60-True")
@pytest.mark.parametrize(("far", "counts"), [(0, False), (60, True)])
def test_what_has_moved_away_is_meant_where_it_is_now(
    phone: Callable[..., Phone], far: int, counts: bool
) -> None:
    mira, _ = two_at_a_table(phone)
    holds(mira.page, MOVED, [True, counts], far)
