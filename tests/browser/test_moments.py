"""The table screen's moments: names appear with light and sound, and it speaks when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion import transcript
from companion.transcript import FileMove
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import at_rest, becomes, holds, press_over
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.places import GAMES

pytestmark = pytest.mark.browser

#: Instead of loudspeakers: what would be heard.
EARS = """() => {
  window.heard = [];
  window.notes = 0;
  speechSynthesis.speak = (said) => window.heard.push([said.lang, said.text]);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.notes += 1;
    return start.apply(this, at);
  };
}"""


@pytest.mark.spine
def test_who_joins_is_seen_and_heard_and_the_turn_is_said(phone: Callable[..., Phone]) -> None:
    host, guest, screen = phone(), phone(), phone()
    code = host.open_at_once("crafting", "Mira", 2)
    screen.visit(f"{host.address}/t/{code}/screen")
    page = screen.page
    page.evaluate(EARS)
    sound, aloud = (page.locator(f"[data-moment={key}]") for key in ("sound", "aloud"))
    expect(sound).to_have_attribute("aria-pressed", "false")
    aloud.click()
    guest.code = code
    guest.sit(2, "Ben")
    expect(page.locator("#presence .is-new")).to_contain_text("Ben")
    becomes(page, "heard", lambda heard: ["en", "Ben"] in heard)
    holds(page, "notes", 0)  # silent until it is asked for
    sound.click()
    becomes(page, "notes", lambda notes: notes > 0)
    host.start()
    host.send(1, "deal dark 2 dark 1 dark dark", "goal stable-life", "begin")
    said = "heard.some(([, text]) => /^(Mira|Ben) is/.test(text))"
    becomes(page, said)


#: A game for two that ends with a building of Ben's.
GAME = transcript.read_transcript(
    (GAMES / "empires" / "games" / "two-players-at-once.txt").read_text(encoding="utf-8")
)
LIGHT = "getComputedStyle(document.querySelector('.win .orb')).animationName"


def send(phones: dict[int, Phone], moves: Sequence[FileMove]) -> None:
    for seat, some in groupby(moves, key=lambda move: move.seat):
        phones[seat].send(seat, *(move.action for move in some))


def watching(phone: Callable[..., Phone], code: str, **more: Any) -> Page:
    """A table screen with ears."""
    screen = phone(**more)
    screen.code = code
    screen.go("/screen")
    is_live(screen)
    screen.page.evaluate(EARS)
    return screen.page


def test_scoring_is_said_and_the_winner_has_light_and_sound(phone: Callable[..., Phone]) -> None:
    """One table screen was tapped; the other was not, and its owner wants no motion."""
    mira, ben = phone(), phone()
    code = ben.code = mira.open_at_once("empires", "Mira", 2)
    ben.sit(2, "Ben")
    for key, value in GAME.options:
        mira.choose(key, value)
    mira.start()
    seats = {1: mira, 2: ben}
    send(seats, GAME.moves[:1])
    lively, calm = (
        watching(phone, code, reduced_motion=motion) for motion in ("no-preference", "reduce")
    )
    for key in ("sound", "aloud"):
        lively.locator(f"[data-moment={key}]").click()
    becomes(lively, "notes", lambda notes: notes > 0)  # of the tap
    asked = lively.evaluate("notes")
    send(seats, GAME.moves[1:2])
    built = lively.locator("#slot-log li .grow").first
    expect(built).to_contain_text("Mira built Seraph Gate")
    scored = ["en", built.inner_text()]
    becomes(lively, "heard.at(-1)", scored)  # alone
    at_rest(lively)
    holds(lively, "notes", asked)  # only who comes and who wins has a sound
    send(seats, GAME.moves[2:])
    for page in (lively, calm):
        expect(page.locator(".win h1")).to_be_visible()
    becomes(lively, "heard.at(-1)", ["en", "Ben wins"])
    becomes(lively, "notes", lambda notes: notes >= asked + 3)  # the winner's
    becomes(lively, LIGHT, "shine")
    at_rest(calm)
    holds(calm, LIGHT, "none")
    holds(calm, "[notes, heard]", [0, []])  # nobody asked for it here


LOOKS = """() => [getComputedStyle(document.body).color,
  parseFloat(getComputedStyle(document.documentElement).fontSize),
  document.documentElement.dataset.hand]"""


def test_a_phone_looks_as_its_owner_chose_and_goes_on_so(phone: Callable[..., Phone]) -> None:
    mine = phone(color_scheme="dark")
    code = mine.open_at_once("crafting", "Mira", 2)
    page = mine.page
    mine.start()
    page.goto(f"{mine.address}/t/{code}/table?part=settings")
    dark, size, _ = page.evaluate(LOOKS)
    mine.press("Theme, text size, left or right hand")
    for key, value in (("theme", "light"), ("text", "largest"), ("hand", "left")):
        page.locator(f"[data-look={key}]").select_option(value)
    light, larger, hand = page.evaluate(LOOKS)
    assert light != dark and larger > size and hand == "left"
    page.reload()
    becomes(page, LOOKS, [light, larger, "left"])
    mine.press("Theme, text size, left or right hand")
    expect(page.locator("[data-look=theme]")).to_have_value("light")
    page.locator("[data-look=theme]").select_option("")
    becomes(page, LOOKS, lambda now: now[0] == dark)


def test_the_led_round_is_said_by_a_voice_of_this_machine_alone(
    phone: Callable[..., Phone],
) -> None:
    host, guest, screen = phone(), phone(), phone()
    code = host.open_at_once("empires", "Mira", 2)
    guest.code = code
    guest.sit(2, "Ben")
    host.go("/lobby")
    host.press("First time?")
    expect(host.banner).to_be_visible()
    screen.visit(f"{host.address}/t/{code}/screen")
    page = screen.page
    page.evaluate(EARS)
    page.locator("[data-moment=aloud]").click()
    host.send(1, "begin 1")
    said = "heard.some(([, text]) => text.includes('Mira spends actions'))"
    becomes(page, said)
    # A voice from elsewhere would be told what is said here.
    page.evaluate("speechSynthesis.getVoices = () => [{localService: false, lang: 'en-US'}]")
    before = page.evaluate("heard.length")
    host.send(1, "build nautilus")
    expect(page.locator("#coach-words")).to_contain_text("may act once more")
    at_rest(page)
    holds(page, "heard.length", before)


def test_its_switches_go_while_nobody_has_a_hand_on_the_machine(
    phone: Callable[..., Phone],
) -> None:
    """In play alone: in the lobby they are still to be found. A pointer or focus shows them."""
    host = phone()
    page = host.page
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    code = host.open_at_once("crafting", "Mira", 2)
    switches = page.locator("#moments")
    page.goto(f"{host.address}/t/{code}/screen")
    is_live(host)
    host.leap(60_000)
    expect(switches).to_have_css("opacity", "1")
    host.sit(2, "Ben")
    host.start()
    page.goto(f"{host.address}/t/{code}/screen")
    expect(switches).to_have_css("opacity", "1")
    is_live(host)
    host.leap(60_000)
    expect(switches).to_have_css("opacity", "0")
    page.mouse.move(300, 300)
    expect(switches).to_have_css("opacity", "1")
    host.leap(60_000)
    expect(switches).to_have_css("opacity", "0")
    switches.get_by_role("button").first.focus()
    expect(switches).to_have_css("opacity", "1")


def test_most_points_come_first_where_the_screen_wants_it(phone: Callable[..., Phone]) -> None:
    host = phone()
    code = host.open_at_once("crafting", "Mira", 3)
    host.sit(2, "Ben")
    host.sit(3, "Ida")
    host.start()
    page = host.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{host.address}/t/{code}/screen")
    is_live(host)
    switch = page.get_by_role("button", name="Most points first")
    expect(switch).to_have_attribute("aria-pressed", "false")
    host.send(3, "mend points 5")
    rows = page.locator("#slot-scores .all-seats > li")
    expect(rows.nth(2)).to_contain_text("5")
    top = "[...document.querySelectorAll('#slot-scores .all-seats > li')].map((r) => r.offsetTop)"
    seated = page.evaluate(top)
    assert seated == sorted(seated)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    ida_first = [(seated[1]), (seated[2]), (seated[0])]
    becomes(page, top, lambda tops: tops == ida_first)
    host.send(2, "mend points 9")
    becomes(page, top, lambda tops: tops == [seated[2], seated[0], seated[1]])
    host.reload()
    becomes(page, top, lambda tops: tops == [seated[2], seated[0], seated[1]])
    press_over(page)  # the same button at the same place: a person looks first
    switch.click()
    becomes(page, top, lambda tops: tops == seated)


#: Keeps what is moved at the top of the screen, with its times, and sums up what shifts.
TURNED = """() => {
  window.turned = [];
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifted += value;
  }).observe({ type: "layout-shift" });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.closest("#slot-top")) turned.push([how.duration, frames.flatMap(Object.keys)]);
    return animate.call(this, frames, how);
  };
}"""
#: What stands at the top, once the version that the last action made is there.
TOP = "document.querySelector('#slot-top .banner')?.textContent"
#: How much still moves there.
MOVES = "document.querySelector('#slot-top').getAnimations({ subtree: true }).length"
LONGEST = 600
MOVING = {"opacity", "transform", "offset"}


def two_screens(phone: Callable[..., Phone], slug: str) -> tuple[Page, Page, Iterator[None]]:
    """A television with motion, one without, and the moves of a kept game, each sent as it is asked
    for, from a third of the game on.
    """
    recorded = transcript_of(next(each for each in kept_games(slug) if "two" in each.stem))
    mira, ben = phone(), phone()
    code = ben.code = mira.open_at_once(slug, "Mira", 2)
    ben.sit(2, "Ben")
    for key, value in recorded.options:
        mira.choose(key, value)
    mira.start()
    seats, begun = {1: mira, 2: ben}, len(recorded.moves) // 3
    send(seats, recorded.moves[:begun])
    wide = {"viewport": {"width": 1280, "height": 720}}
    lively, calm = (
        watching(phone, code, reduced_motion=motion, **wide)
        for motion in ("no-preference", "reduce")
    )
    for page in (lively, calm):
        page.evaluate(TURNED)
    return lively, calm, (send(seats, [move]) for move in recorded.moves[begun:])


def seen_next(page: Page, moves: Iterator[None]) -> tuple[bool, list[tuple[int, list[str]]]]:
    """Whether the next move changed what stands at the top, and what moved there."""
    before, seen = page.evaluate(TOP), page.locator("#seen").input_value()
    page.evaluate("turned.length = 0")
    next(moves)
    page.wait_for_function("was => document.getElementById('seen').value !== was", arg=seen)
    return page.evaluate(TOP) != before, page.evaluate("turned")


@pytest.mark.spine("crafting")
@pytest.mark.some(1)
@pytest.mark.parametrize("slug", ["crafting", "empires", "cosmogenesis"])
def test_another_turn_comes_with_a_light(phone: Callable[..., Phone], slug: str) -> None:
    """Its words and the light move once; nothing does while the turn goes on, nothing shifts, and
    where no motion is wanted it is there at once.
    """
    lively, calm, moves = two_screens(phone, slug)
    same = other = 0
    while not same or other < 2:
        changed, moved = seen_next(lively, moves)
        same, other = same + (not changed), other + changed
        assert len(moved) == 2 * changed, moved
        assert all(long <= LONGEST for long, _ in moved)
        assert {kind for _, kinds in moved for kind in kinds} <= MOVING
        wait_until_drawn(lively)
        lively.evaluate("shifted = 0")
        becomes(lively, MOVES, 0)
        wait_until_drawn(lively)
        holds(lively, "shifted", 0)
    at_rest(calm)
    holds(calm, "turned", [])
