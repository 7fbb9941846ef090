"""Phones that sleep, wake, go out of reach, change hands, and pages that grow old."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.browser.handsets import HIDE, Phone, mark, never_reloaded
from tests.kit.browser.house import House
from tests.kit.browser.openings import LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.qr_reading import scan
from tests.kit.browser.waiting import Held, at_rest, becomes, holds, passes

pytestmark = pytest.mark.browser

New = Callable[..., Phone]
#: Whether another presence is announced than this one, or than none (null).
ANOTHER = "was => (document.getElementById('slot-presence').dataset.later ?? null) !== was"
#: The phone that remembers what it was made to do.
BODY = """
  window.done = [];
  Navigator.prototype.vibrate = (for_) => window.done.push("buzz");
  navigator.setAppBadge = async (n) => window.done.push(`badge ${n}`);
  navigator.clearAppBadge = async () => window.done.push("no badge");
"""
#: Notes how much of the page is moved by what comes later, and how far.
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((e) => e.value)))
    .observe({ type: "layout-shift", buffered: true });
"""
#: Mira's turn up to its end, which the rulebook leaves a question about.
CLOSING = (*["shift 1"] * 3, "collect", "took")
#: Counts the beats of the stream.
BEATS = """() => {
  window.beats = 0;
  document.getElementById("live").addEventListener("hb", () => (window.beats += 1));
}"""

#: Counts how often a timer of the page wakes its phone.
WOKEN = """
  window.woken = 0;
  for (const name of ["setTimeout", "setInterval"]) {
    const set = window[name];
    window[name] = (act, ...more) => set(() => { window.woken += 1; act(); }, ...more);
  }
"""


def taps_seen(phone: Phone) -> list[str]:
    """The intents of the taps that leave this phone, as they leave."""
    sent: list[str] = []

    def note(request: object) -> None:
        body = getattr(request, "post_data", "") or ""
        if "/act" in str(getattr(request, "url", "")):
            sent.append(re.findall(r"intent=(\w+)", body)[0])

    phone.page.on("request", note)
    return sent


@pytest.mark.spine
def test_a_phone_that_slept_shows_the_present_and_what_it_missed(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    mark(ben)
    mira.tab("Table")
    row = mira.page.locator("#presence li").nth(1)
    expect(row).to_contain_text("awake")
    ben.page.evaluate(HIDE, True)
    expect(row).to_contain_text("asleep since")
    mira.send(1, "shift 1", "collect", "took 1", "end")
    awaited = mira.page.locator("#awaited")
    expect(awaited).to_contain_text("Waiting for Ben.")
    # Only what has happened a while ago is told: two beats of the stream and more.
    passes(ben.page, 2_500)
    ben.page.evaluate(HIDE, False)
    away = ben.page.locator("#away")
    becomes(away, "each => each.querySelectorAll('li').length", lambda lines: 1 <= lines <= 5)
    ben.sees("Your turn")
    never_reloaded(ben)
    expect(awaited).to_have_count(0)


def test_what_a_phone_missed_moves_nothing_of_its_page(phone: New) -> None:
    """The page is drawn anew while its stream has yet to say what was missed."""
    mira, ben = two_at_a_table(phone)
    is_live(ben)
    # Its page remembers what it has shown once the stream has told something.
    mira.send(1, "shift 1")
    expect(ben.log).to_contain_text("Mira moved their marble")
    ben.visit("about:blank")
    mira.send(1, "collect", "took 1")
    # Only what has happened a while ago is told: two beats of the stream and more.
    passes(ben.page, 2_500)
    ben.page.add_init_script(SHIFTS)
    ben.go()
    word = ben.page.get_by_text("things happened while you were away.")
    expect(word).to_be_visible()
    at_rest(ben.page)
    holds(ben.page, "window.shifts.reduce((all, each) => all + each, 0)", lambda all: all < 0.02)
    ben.tap(word)
    sheet = ben.page.get_by_role("dialog", name="While you were away")
    expect(sheet).to_contain_text("Mira collected")
    # It is read: the sill goes on with what is next.
    ben.tap(sheet.get_by_role("button", name="Close"))
    expect(ben.page.locator("#away")).to_be_empty()


@pytest.mark.spine
def test_what_was_missed_is_read_after_the_question_of_the_table(phone: New) -> None:
    """A question comes first; what was missed is neither hidden for good nor taken for read."""
    mira, ben = two_at_a_table(phone, *CLOSING)
    is_live(ben)
    ben.visit("about:blank")
    mira.send(1, "end")
    # Only what has happened a while ago is told: two beats of the stream and more.
    passes(ben.page, 2_500)
    ben.go()
    word, asks = ben.page.locator("#missed > .word"), ben.page.locator("#slot-asks .word")
    expect(asks).to_be_visible()
    expect(word).to_have_count(1)
    expect(word).not_to_be_visible()
    ben.tap(asks)
    ben.press("Close", ben.part("#asks-sheet:popover-open"))
    expect(word).to_be_visible()
    expect(asks).not_to_be_visible()
    ben.tap(word)
    ben.press("Close", ben.part("#away-sheet:popover-open"))
    expect(word).to_have_count(0)
    expect(asks).to_be_visible()


def test_an_answer_takes_nothing_for_read_that_lay_behind_the_question(phone: New) -> None:
    mira, ben = two_at_a_table(phone, *CLOSING)
    is_live(ben)
    ben.visit("about:blank")
    mira.send(1, "end")
    passes(ben.page, 2_500)
    ben.go()
    word, asks = ben.page.locator("#missed > .word"), ben.page.locator("#slot-asks .word")
    expect(word).to_have_count(1)
    ben.tap(asks)
    ben.tap(ben.part("#asks-sheet:popover-open").locator("form button").first)
    ben.is_up_to_date()
    expect(word).to_have_count(1)


@pytest.mark.spine
def test_a_tab_whose_answer_is_late_shows_what_came_meanwhile(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    late = Held(mira.page, "**/tab/table", first=True)
    ben.page.evaluate(HIDE, True)
    mira.page.wait_for_function(ANOTHER, arg=None, polling=50)
    asleep = mira.page.locator("#slot-presence").get_attribute("data-later")
    mira.tab("Table")
    late.is_there()
    ben.page.evaluate(HIDE, False)
    mira.page.wait_for_function(ANOTHER, arg=asleep, polling=50)
    # As long as a second answer could take to overtake the first.
    passes(mira.page, 500)
    # A tab that is closed by then is asked for again all the same.
    mira.tab("Turn")
    late.let_go()
    row = mira.page.locator("#presence li").nth(1)
    expect(row).to_contain_text("awake")


@pytest.mark.spine
def test_a_tap_without_a_connection_waits_and_is_sent_once(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    sent = taps_seen(mira)
    mira.page.context.set_offline(True)
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits).to_contain_text("Collect is waiting for a connection.")
    # As long as a page that was just answered takes for silence.
    passes(mira.page, 1_000)
    assert len(sent) == 1
    mira.page.context.set_offline(False)
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(waits).to_be_empty()
    assert len(sent) == 2 and len(set(sent)) == 1, "the same intent"
    expect(ben.log.get_by_text("Mira collected and placed everything")).to_have_count(1)
    mira.complaints.clear()  # of the lost connection, rightly


def test_a_tap_that_could_not_be_saved_waits_and_says_why(phone: New, house: House) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    with house.without_its_file():
        mira.press("Collect")
        expect(mira.toast).to_contain_text("The tables' file was deleted or replaced.")
        expect(mira.page.locator("#waits")).to_contain_text("Collect is waiting for a connection.")
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(mira.page.locator("#waits")).to_be_empty()
    expect(ben.log.get_by_text("Mira collected and placed everything")).to_have_count(1)
    mira.complaints.clear()  # of the 503, rightly
    ben.complaints.clear()


@pytest.mark.spine
def test_a_waiting_tap_can_be_dropped_and_only_one_waits(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    mira.page.context.set_offline(True)
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits.locator("form")).to_have_count(1)
    mira.tap(mira.page.get_by_role("button", name=re.compile("^Undo")))
    expect(waits.get_by_text("Your last tap is still being sent")).to_be_visible()
    expect(waits.locator("form")).to_have_count(1)
    mira.press("Cancel")
    expect(waits).to_be_empty()
    expect(mira.toast).to_be_empty()
    mira.page.context.set_offline(False)
    is_live(mira)
    # Whatever her phone sends when it is back, it has sent before this is on both.
    ben.send(2, "mend hand 3")
    for each in (mira, ben):
        each.is_up_to_date()
        each.tab("Table")
        expect(each.log).to_contain_text("Ben")
    expect(ben.log).not_to_contain_text("collected")
    mira.complaints.clear()


def test_a_lost_tap_keeps_its_intent_until_the_page_shows_something_else(phone: New) -> None:
    """Nobody knows whether it counted: the same again counts once. Later it is another one."""
    mira, ben = two_at_a_table(phone, "shift 1")

    def collect() -> str:
        """The intent with which it goes out."""
        with mira.page.expect_request(lambda request: request.url.endswith("/act")) as tap:
            mira.press("Collect")
        return re.findall(r"intent=(\w+)", tap.value.post_data or "")[0]

    mira.page.context.set_offline(True)
    mira.tap(mira.page.get_by_role("button", name=re.compile("^Undo")))
    waits = mira.page.locator("#waits")
    expect(waits.locator("form")).to_have_count(1)
    lost = collect()
    expect(waits.get_by_text("Your last tap is still being sent")).to_be_visible()
    # As long as a second press is taken for the first.
    passes(mira.page, 1_000)
    assert collect() == lost
    mira.press("Cancel")
    mira.page.context.set_offline(False)
    is_live(mira)
    ben.send(2, "mend hand 3")
    mira.is_up_to_date()
    assert collect() != lost
    mira.is_up_to_date()
    mira.complaints.clear()


@pytest.mark.spine
def test_a_tap_that_waited_is_among_what_was_said(phone: New) -> None:
    mira, _ = two_at_a_table(phone, "shift 1")
    mira.page.context.set_offline(True)
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits.locator("form")).to_have_count(1)
    mira.page.context.set_offline(False)
    expect(waits).to_be_empty()
    mira.is_up_to_date()
    expect(mira.whole_word()).to_contain_text("Collect is waiting for a connection.")
    mira.complaints.clear()


@pytest.mark.spine
def test_a_page_at_rest_wakes_its_phone_for_nothing(phone: New) -> None:
    """A beat comes each second, and its silence would be noticed after three."""
    mira, _ = two_at_a_table(phone, "shift 1")
    mira.page.add_init_script(WOKEN)
    mira.go()
    is_live(mira)
    at_rest(mira.page)
    # What follows a fresh page is over.
    passes(mira.page, 2_000)
    before = mira.page.evaluate("window.woken")
    passes(mira.page, 6_000)
    # Two looks whether the stream lives, and what this test itself waits with.
    holds(mira.page, "was => window.woken - was", lambda times: times <= 5, before)


def test_who_reloads_again_and_again_still_has_a_stream(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    for _ in range(9):
        mira.reload()
        is_live(mira)
    ben.sees("Mira")
    mira.press("Collect")
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(mira.page.locator(".slowly:not(.lost)")).to_be_hidden()
    assert mira.complaints == []


@pytest.mark.spine
def test_a_seat_goes_to_another_phone_by_a_code(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    sleeper = ben.page.context.new_page()
    sleeper.goto(f"{ben.address}/t/{ben.code}")
    expect(sleeper.locator("body")).to_have_attribute("data-live", "on")
    ben.tab("Table")
    ben.under_table("People")
    ben.tap(ben.page.get_by_role("link", name="Play Ben on another phone"))
    expect(ben.page.locator("#offer")).to_contain_text("It works once")
    new = phone()
    new.visit(scan(ben.page.locator("#offer svg.qr")))
    new.code = ben.code
    new.press("Play as Ben on this phone")
    expect(new.page.locator("#panel-banner")).to_be_visible()
    expect(ben.page.locator("#offer")).to_contain_text("Another phone has it now.")
    expect(sleeper.locator("#toast")).to_contain_text("Ben is now played on another phone.")
    mira.send(1, "shift 1", "collect", "took 1", "end")
    new.sees("Your turn")
    new.page.go_back()
    new.reload()
    expect(new.page.locator("main")).to_contain_text("has expired")


@pytest.mark.spine
def test_two_players_share_a_phone_with_a_cover_between_them(phone: New) -> None:
    mira = phone()
    mira.open_table("Mira", 2)
    mira.sit(2, "Ben")
    mira.start()
    mira.send(1, *LAID_OUT)
    mira.go()
    is_live(mira)
    mira.send(1, "shift 1", "collect", "took 1", "end")
    hand_over = mira.page.locator("#switch button.main")
    expect(hand_over).to_contain_text("Hand over to Ben")
    mira.tap(hand_over)
    expect(mira.page.get_by_role("heading", name="Hand the phone to Ben")).to_be_visible()
    expect(mira.page.locator("#panel-banner")).to_have_count(0)
    mira.press("I'm Ben")
    mira.sees("Your turn")


def test_an_old_page_loads_itself_anew_after_an_upgrade(phone: New, house: House) -> None:
    mira, ben = two_at_a_table(phone)
    old = mira.page.locator("html").get_attribute("data-version")
    for each in (mira, ben):
        mark(each)
    house.stop()
    house.start(COMPANION_RELEASE="the next one")
    mira.page.wait_for_function("() => !window.neverReloaded")
    is_live(mira)
    expect(mira.page.locator("html")).not_to_have_attribute("data-version", old or "")
    mira.sees("Your turn")
    mark(mira)
    # With every beat the page compares: it has done so twice, and once is enough.
    mira.page.evaluate(BEATS)
    becomes(mira.page, "window.beats", lambda beats: beats >= 2)
    at_rest(mira.page)
    never_reloaded(mira)
    for each in (mira, ben):
        each.complaints.clear()


def test_a_phone_that_finds_no_room_looks_by_itself(phone: New, house: House) -> None:
    house.stop()
    house.start(COMPANION_STREAMS="1")
    mira, ben = phone(), phone()
    ben.code = mira.open_at_once("crafting", "Mira", 2)
    ben.sit(2, "Ben")
    mira.start()
    mira.send(1, *LAID_OUT)
    mira.go()
    is_live(mira)
    ben.go()
    expect(ben.page.locator(".slowly:not(.lost)")).to_be_visible()
    mira.send(1, "shift 1")
    expect(ben.log).to_contain_text("Mira moved their marble")
    for each in (mira, ben):
        each.complaints.clear()


def test_my_turn_calls_only_the_phone_whose_turn_it_is(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    for each in (mira, ben):
        each.page.add_init_script(BODY)
        each.go()
        is_live(each)
    expect(mira.page).to_have_title(re.compile("^● Your turn"))
    expect(ben.page).to_have_title(re.compile("^(?!●)"))
    ben.tab("Galaxy")
    mira.send(1, "shift 1", "collect", "took 1", "end")
    expect(ben.page).to_have_title(re.compile("^● Your turn"))
    expect(mira.page).to_have_title(re.compile("^(?!●)"))
    becomes(ben.page, "done", lambda done: "badge 1" in done and "buzz" in done)
    becomes(mira.page, "done.at(-1)", "no badge")
    for each, buzzes in ((ben, 1), (mira, 0)):
        at_rest(each.page)
        holds(each.page, "done.filter((what) => what === 'buzz').length", buzzes)


#: Whether the film that keeps the screen on is "on", "off", or was never begun.
FILM = """() => {
  const film = document.querySelector("video.awake");
  return film ? (film.paused ? "off" : "on") : "none";
}"""


#: Counts how often the film is set back.
SET_BACK = """() => {
  window.setBack = 0;
  document.querySelector("video.awake").addEventListener("seeked", () => (window.setBack += 1));
}"""


def soon(phone: Phone, state: str) -> None:
    becomes(phone.page, FILM, state)


def goes_on_being(phone: Phone, state: str) -> None:
    """What was under way has not changed it."""
    at_rest(phone.page)
    holds(phone.page, FILM, state)


def test_a_silent_film_keeps_the_screen_on_over_plain_http(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    holds(mira.page, "isSecureContext || 'wakeLock' in navigator", False)
    soon(mira, "on")
    frames = "document.querySelector('video.awake').getVideoPlaybackQuality().totalVideoFrames"
    becomes(mira.page, frames, lambda shown: shown > 1)
    mira.page.evaluate(HIDE, True)
    soon(mira, "off")
    mira.page.evaluate(HIDE, False)
    soon(mira, "on")
    mira.send(1, "shift 1")
    expect(mira.log).to_contain_text("Mira moved their marble")
    goes_on_being(mira, "on")  # news does not end it
    looker = phone()
    looker.visit(f"{mira.address}/t/{mira.code}")
    is_live(looker)
    goes_on_being(looker, "none")  # whoever only looks on is kept awake by nothing
    screen = phone(viewport={"width": 1280, "height": 720}, is_mobile=False)
    screen.visit(f"{mira.address}/t/{mira.code}/screen")
    soon(screen, "on")


def test_the_film_is_what_each_browser_takes_for_one(phone: New) -> None:
    """Chrome: as large as the window. Safari: with sound, no loop, begun by a tap."""
    mira, ben = two_at_a_table(phone)
    soon(mira, "on")
    shape = """() => {
      const film = document.querySelector("video.awake"), box = film.getBoundingClientRect();
      const over = document.elementFromPoint(innerWidth / 2, innerHeight / 2) === film;
      return [box.width / innerWidth, box.height / innerHeight, film.muted, film.loop, over];
    }"""
    becomes(mira.page, shape, [1, 1, True, True, False])
    # Not `navigator.userActivation`: whatever a test asks of the page counts there as a tap.
    ben.page.add_init_script(
        """
        let tapped = false;
        addEventListener("touchend", () => { tapped = true; }, { capture: true });
        window.GestureEvent = class {};
        const play = HTMLVideoElement.prototype.play;
        HTMLVideoElement.prototype.play = function () {
          return tapped ? play.call(this) : Promise.reject(new DOMException("", "NotAllowedError"));
        };
        """
    )
    ben.go()
    is_live(ben)
    soon(ben, "off")
    mira.send(1, "shift 1")
    expect(ben.log).to_contain_text("Mira moved their marble")
    goes_on_being(ben, "off")  # news is no tap
    ben.tab("Table")
    soon(ben, "on")
    becomes(ben.page, shape, lambda found: found[2:4] == [False, False])
    # It is set back before its end, again and again.
    ben.page.evaluate(SET_BACK)
    becomes(ben.page, "window.setBack", lambda times: times >= 2)
    holds(ben.page, FILM, "on")


def test_what_a_phone_may_do_is_switched_and_remembered(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    mira.go("/table?part=settings")
    is_live(mira)
    wake = mira.page.get_by_role("switch", name="Keep the screen on")
    sound = mira.page.get_by_role("switch", name="Sound")
    expect(wake).to_be_checked()
    expect(sound).not_to_be_checked()
    device = mira.page.locator("#device")
    expect(device).to_contain_text("Plays a silent video")
    expect(device.get_by_text("need https")).to_be_visible()
    soon(mira, "on")
    mira.tap(wake)
    soon(mira, "off")
    mira.go("/table?part=settings")
    expect(wake).not_to_be_checked()
    is_live(mira)
    goes_on_being(mira, "none")
    mira.tap(wake)
    soon(mira, "on")


def test_a_browser_that_cannot_says_so(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    mira.page.add_init_script("HTMLVideoElement.prototype.canPlayType = () => ''")
    mira.go("/table?part=settings")
    expect(mira.page.get_by_role("switch", name="Keep the screen on")).to_be_disabled()
    expect(mira.page.locator("#device")).to_contain_text("longer auto-lock")
    is_live(mira)
    goes_on_being(mira, "none")
