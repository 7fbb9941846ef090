"""Phones that sleep, wake, go out of reach, change hands, and pages that grow old."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.kit.browser.handsets import HIDE, Phone, mark, still_marked
from tests.kit.browser.house import House
from tests.kit.browser.openings import LAID_OUT, is_live, two_at_a_table
from tests.kit.browser.past_the_page import fetched
from tests.kit.browser.qr_reading import scan
from tests.kit.served import until

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


def taps_seen(phone: Phone) -> list[str]:
    """The intents of the taps that leave this phone, as they leave."""
    sent: list[str] = []

    def note(request: object) -> None:
        body = getattr(request, "post_data", "") or ""
        if "/act" in str(getattr(request, "url", "")):
            sent.append(re.findall(r"intent=(\w+)", body)[0])

    phone.page.on("request", note)
    return sent


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
    ben.page.wait_for_timeout(2_000)
    ben.page.evaluate(HIDE, False)
    away = ben.page.locator("#away")
    expect(away).to_contain_text("While you were away")
    assert 1 <= away.get_by_role("listitem").count() <= 5
    ben.sees("Your turn")
    assert still_marked(ben)
    expect(awaited).to_have_count(0)
    ben.tap(away.get_by_role("button", name="Close"))
    expect(away).to_be_empty()


def test_a_tab_whose_answer_is_late_shows_what_came_meanwhile(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    late = list[tuple[Route, APIResponse]]()

    def hold_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, fetched(route)))

    mira.page.route("**/tab/table", hold_first)
    ben.page.evaluate(HIDE, True)
    mira.page.wait_for_function(ANOTHER, arg=None, polling=50)
    asleep = mira.page.locator("#slot-presence").get_attribute("data-later")
    mira.tab("Table")
    while not late:
        mira.page.wait_for_timeout(20)
    ben.page.evaluate(HIDE, False)
    mira.page.wait_for_function(ANOTHER, arg=asleep, polling=50)
    # As long as a second answer could take to overtake the first.
    mira.page.wait_for_timeout(500)
    route, answer = late[0]
    route.fulfill(response=answer)
    row = mira.page.locator("#presence li").nth(1)
    expect(row).to_contain_text("awake")


def test_a_tap_without_a_connection_waits_and_is_sent_once(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    sent = taps_seen(mira)
    mira.page.context.set_offline(True)
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits).to_contain_text("Collect is waiting for a connection.")
    mira.page.wait_for_timeout(500)
    assert len(sent) == 1
    mira.page.context.set_offline(False)
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(waits).to_be_empty()
    assert len(sent) == 2 and len(set(sent)) == 1, "the same intent"
    assert ben.log.get_by_text("Mira collected and placed everything").count() == 1
    mira.complaints.clear()  # of the lost connection, rightly


def test_a_tap_that_could_not_be_saved_waits_and_says_why(phone: New, house: House) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    with house.without_its_file():
        mira.press("Collect")
        expect(mira.toast).to_contain_text("The tables' file was deleted or replaced.")
        expect(mira.page.locator("#waits")).to_contain_text("Collect is waiting for a connection.")
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(mira.page.locator("#waits")).to_be_empty()
    assert ben.log.get_by_text("Mira collected and placed everything").count() == 1
    mira.complaints.clear()  # of the 503, rightly
    ben.complaints.clear()


def test_a_waiting_tap_can_be_dropped_and_only_one_waits(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    mira.page.context.set_offline(True)
    mira.press("Collect")
    waits = mira.page.locator("#waits")
    expect(waits.locator("form")).to_have_count(1)
    mira.tap(mira.page.get_by_role("button", name=re.compile("^Undo")))
    expect(mira.toast).to_contain_text("Your last tap is still being sent")
    expect(waits.locator("form")).to_have_count(1)
    mira.press("Cancel")
    expect(waits).to_be_empty()
    expect(mira.toast).not_to_contain_text("Your last tap is still being sent")
    mira.page.context.set_offline(False)
    is_live(mira)
    mira.page.wait_for_timeout(1000)
    assert "collected" not in (ben.log.text_content() or "")
    mira.complaints.clear()


def test_who_reloads_again_and_again_still_has_a_stream(phone: New) -> None:
    mira, ben = two_at_a_table(phone, "shift 1")
    for _ in range(9):
        mira.page.reload()
        is_live(mira)
    ben.sees("Mira")
    mira.press("Collect")
    expect(ben.log).to_contain_text("Mira collected and placed everything")
    expect(mira.page.locator(".slowly")).to_be_hidden()
    assert mira.complaints == []


def test_a_seat_goes_to_another_phone_by_a_code(phone: New) -> None:
    mira, ben = two_at_a_table(phone)
    sleeper = ben.page.context.new_page()
    sleeper.goto(f"{ben.address}/t/{ben.code}")
    expect(sleeper.locator("body")).to_have_attribute("data-live", "on")
    ben.tab("Table")
    ben.tap(ben.page.get_by_role("link", name="Play Ben on another phone"))
    expect(ben.page.locator("#offer")).to_contain_text("It works once")
    new = phone()
    new.page.goto(scan(ben.page.locator("#offer svg.qr")))
    new.code = ben.code
    new.press("Play Ben on this phone")
    expect(new.page.locator("#panel-banner")).to_be_visible()
    expect(ben.page.locator("#offer")).to_contain_text("Another phone has it now.")
    expect(sleeper.locator("#toast")).to_contain_text("Ben is now played on another phone.")
    mira.send(1, "shift 1", "collect", "took 1", "end")
    new.sees("Your turn")
    new.page.go_back()
    new.page.reload()
    expect(new.page.locator("main")).to_contain_text("has expired")


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
    assert mira.page.locator("#panel-banner").count() == 0
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
    assert mira.page.locator("html").get_attribute("data-version") != old
    mira.sees("Your turn")
    mark(mira)
    mira.page.wait_for_timeout(2500)
    assert still_marked(mira), "once is enough"
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
    expect(ben.page.locator(".slowly")).to_be_visible()
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
    assert mira.page.title().startswith("● Your turn")
    assert not ben.page.title().startswith("●")
    ben.tab("Galaxy")
    mira.send(1, "shift 1", "collect", "took 1", "end")
    expect(ben.page).to_have_title(re.compile("^● Your turn"))
    expect(mira.page).to_have_title(re.compile("^(?!●)"))
    assert ben.page.evaluate("done").count("buzz") == 1
    assert "badge 1" in ben.page.evaluate("done")
    assert "buzz" not in mira.page.evaluate("done")
    assert mira.page.evaluate("done")[-1] == "no badge"


def film(phone: Phone) -> str:
    """Whether the film that keeps the screen on is "on", "off", or was never begun."""
    return str(
        phone.page.evaluate(
            """() => {
              const film = document.querySelector("video.awake");
              return film ? (film.paused ? "off" : "on") : "none";
            }"""
        )
    )


def soon(phone: Phone, state: str) -> None:
    until(lambda: film(phone) == state, f"the film is never {state}")


def test_a_silent_film_keeps_the_screen_on_over_plain_http(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    assert not mira.page.evaluate("isSecureContext || 'wakeLock' in navigator")
    soon(mira, "on")
    frames = "document.querySelector('video.awake').getVideoPlaybackQuality().totalVideoFrames"
    until(lambda: mira.page.evaluate(frames) > 1, "it does not go on")
    mira.page.evaluate(HIDE, True)
    soon(mira, "off")
    mira.page.evaluate(HIDE, False)
    soon(mira, "on")
    mira.send(1, "shift 1")
    expect(mira.log).to_contain_text("Mira moved their marble")
    assert film(mira) == "on", "news does not end it"
    looker = phone()
    looker.page.goto(f"{mira.address}/t/{mira.code}")
    is_live(looker)
    assert film(looker) == "none", "whoever only looks on is kept awake by nothing"
    screen = phone(viewport={"width": 1280, "height": 720}, is_mobile=False)
    screen.page.goto(f"{mira.address}/t/{mira.code}/screen")
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
    assert mira.page.evaluate(shape) == [1, 1, True, True, False]
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
    assert film(ben) == "off"
    mira.send(1, "shift 1")
    expect(ben.log).to_contain_text("Mira moved their marble")
    assert film(ben) == "off", "news is no tap"
    ben.tab("Table")
    soon(ben, "on")
    assert ben.page.evaluate(shape)[2:4] == [False, False]
    ben.page.wait_for_timeout(4500)
    assert film(ben) == "on", "it does not come to its end"


def test_what_a_phone_may_do_is_switched_and_remembered(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    mira.go("/table")
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
    mira.go("/table")
    expect(wake).not_to_be_checked()
    assert film(mira) == "none"
    mira.tap(wake)
    soon(mira, "on")


def test_a_browser_that_cannot_says_so(phone: New) -> None:
    mira, _ = two_at_a_table(phone)
    mira.page.add_init_script("HTMLVideoElement.prototype.canPlayType = () => ''")
    mira.go("/table")
    expect(mira.page.get_by_role("switch", name="Keep the screen on")).to_be_disabled()
    expect(mira.page.locator("#device")).to_contain_text("longer auto-lock")
    assert film(mira) == "none"
