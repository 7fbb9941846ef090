"""Motions: what moves on a phone whose processor is slowed six times and on a television, frame by
frame, and how often any spot of the screen flashes.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from statistics import median
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.benchmarks.bench import Bench
from tests.benchmarks.phone import SLOWER, begun, two_phones
from tests.benchmarks.report import Row
from tests.kit.browser.browsers import NoChromium, a_chromium
from tests.kit.browser.handsets import Phone
from tests.kit.browser.house import House

TELEVISION = {
    "viewport": {"width": 1920, "height": 1080},
    "is_mobile": False,
    "has_touch": False,
}
#: Milliseconds a frame at most: of 95 in 100, and of any. Flashes a second at most.
USUAL, LONGEST, FLASHES = 33, 50, 3
#: Spots of the screen, and how much their relative luminance has to change for half a flash; a
#: change between two lights is none. As in WCAG 2.2, but for spots of any size.
SPOTS, CHANGE, LIGHT = (48, 27), 0.1, 0.8
#: Keeps when each frame was drawn, and when the first motion since `FORGET` began.
WATCH = """() => {
  window.frames = []; window.began = 0;
  const tick = (now) => { frames.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  const begin = () => { began ||= performance.now(); };
  addEventListener("animationstart", begin, true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { begin(); return animate.apply(this, how); };
}"""
FORGET = "() => { frames.length = 0; began = 0; }"
#: Milliseconds between frames, from the one in which it is first drawn: a motion begins when that
#: one is on the screen, with all else that the page was sent at once.
BETWEEN = """(long) => {
  const shown = frames.filter((at) => at >= began && at <= began + long).slice(1);
  return shown.slice(1).map((at, i) => at - shown[i]);
}"""
#: Plays the end's light again, as if the page had just come.
AGAIN = (
    "() => { const old = document.querySelector('.win'); old.replaceWith(old.cloneNode(true)); }"
)
#: Points that a tap of this phone earned; see static/js/fly.js.
EARN = """() => {
  const submitter = document.querySelector(".dock a, .dock button");
  document.dispatchEvent(new SubmitEvent("submit", {submitter}));
  const points = document.querySelector("[data-points]");
  points.textContent = Number(points.textContent) + 5;
  document.dispatchEvent(new Event("htmx:after:swap"));
}"""
#: Another turn's words; see static/js/screen.js.
TURN = """() => {
  document.querySelector("#slot-top h1").append(".");
  document.dispatchEvent(new Event("htmx:after:swap"));
}"""
#: How often each is played for its frames: beside other work one play says little.
PLAYS = 3
#: In a system: what moves, by which action, and by which all is again as it was.
IN_A_SYSTEM = {
    "a collision": ("set 1 rock-3", "set 1 rock-2"),
    "water": ("set 1 rock-3 wet", "set 1 rock-3"),
    "a step of life": ("set 1 rock-3 wet life 0", "set 1 rock-3 wet"),
    "rings": ("set 2 gas-red-1 rings", "set 2 gas-red-1"),
}


@dataclass(frozen=True)
class Motion:
    """`play`: makes it happen; `back`: makes it ready to happen again; `long`: its milliseconds."""

    name: str
    play: Callable[[Page], Any]
    back: Callable[[Page], Any]
    long: int


def motions(bench: Bench) -> list[Row]:
    """Every motion there is, on a slow phone and on a television."""
    try:
        with a_chromium() as browser:
            house = House(bench.fresh("motions"))
            try:
                return [*_on(bench, browser, house, True), *_on(bench, browser, house, False)]
            finally:
                house.stop()
    except NoChromium as why:
        bench.say(f"Motions are left out: {why}")
        return []


def _on(bench: Bench, browser: Browser, house: House, slow: bool) -> Iterator[Row]:
    with two_phones(browser, house, **({} if slow else TELEVISION)) as (seen, others):
        for path, motion in _all(seen, others, slow):
            if path is not None:
                seen.go(path)
                seen.page.wait_for_function("document.body.dataset.live === 'on'")
                seen.page.evaluate(WATCH)
                if slow:
                    session = seen.page.context.new_cdp_session(seen.page)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                seen.page.wait_for_timeout(1500)
            row = _measured(seen.page, motion, "phone" if slow else "television")
            bench.say(f"  {row.line()}")
            yield row


def _all(seen: Phone, others: Phone, slow: bool) -> Iterator[tuple[str | None, Motion]]:
    """Every motion, and the page to open before it, None for the one that is open."""
    path = "" if slow else "/screen"
    others.code = seen.open_at_once("cosmogenesis", "Ana", 2)
    others.sit(2, "Ben")
    seen.set_consent("0")
    seen.start()
    seen.send(1, "begin 1", "set 1 rock-2", "set 2 gas-red-1")
    first: str | None = path
    for name, (action, back) in IN_A_SYSTEM.items():
        yield first, Motion(name, _sends(seen, action), _sends(seen, back), 750)
        first = None
    if slow:
        _played(seen, others, "crafting", 0.5)
        yield path, Motion("points fly", _does(EARN), _nothing, 1120)
    else:
        action, back = IN_A_SYSTEM["a collision"]
        yield None, Motion("the headline", _sends(seen, action), _sends(seen, back), 1000)
        yield None, Motion("another turn", _does(TURN), _nothing, 600)
    for slug in ("crafting", "empires", "cosmogenesis"):
        _played(seen, others, slug)
        yield path, Motion(f"the winner's light, {slug.capitalize()}", _does(AGAIN), _nothing, 2000)


def _nothing(_: Page) -> None:
    """It is ready."""


def _played(seen: Phone, others: Phone, slug: str, share: float = 1.0) -> None:
    """A kept game for two, or so much of it."""
    moves = [*begun(seen, others, slug, "two")]
    for move in moves[: int(share * len(moves))]:
        (seen if move.seat == 1 else others).send(move.seat, move.action)
    if share == 1.0:
        seen.send_unveil()


def _sends(phone: Phone, action: str) -> Callable[[Page], Any]:
    return lambda _: phone.send(1, action)


def _does(script: str) -> Callable[[Page], Any]:
    return lambda page: page.evaluate(script)


def _measured(page: Page, motion: Motion, where: str) -> Row:
    usual, longest = [], []
    for _ in range(PLAYS):
        page.evaluate(FORGET)
        motion.play(page)
        page.wait_for_function("() => window.began")
        page.wait_for_timeout(motion.long + 300)
        took = sorted(page.evaluate(BETWEEN, motion.long))
        usual.append(took[int(0.95 * (len(took) - 1))])
        longest.append(took[-1])
        motion.back(page)
        page.wait_for_timeout(1500)
    often = _flashes(_filmed(page, motion.play, motion.long + 700))
    motion.back(page)
    page.wait_for_timeout(1500)
    return Row(
        f"{motion.name}, {where}: p95 / longest frame / flashes, median of {PLAYS} plays",
        f"{median(usual):.0f} / {median(longest):.0f} ms (once {max(longest):.0f}) / {often}",
        wanted=f"{USUAL} / {LONGEST} ms / {FLASHES} a second",
        reached=median(usual) < USUAL + 1 and median(longest) < LONGEST + 1 and often <= FLASHES,
    )


def _filmed(page: Page, plays: Callable[[Page], Any], long: int) -> list[tuple[float, Image.Image]]:
    """What is seen meanwhile, each picture with its second."""
    film: list[tuple[float, Image.Image]] = []
    session = page.context.new_cdp_session(page)

    def keep(frame: dict[str, Any]) -> None:
        picture = Image.open(BytesIO(base64.b64decode(frame["data"]))).convert("L")
        film.append((frame["metadata"]["timestamp"], picture.resize(SPOTS, Image.Resampling.BOX)))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 70})
    plays(page)
    page.wait_for_timeout(long)
    session.send("Page.stopScreencast")
    session.detach()
    return film


def _flashes(film: list[tuple[float, Image.Image]]) -> int:
    """How often, at most, a spot flashes within a second: it changes there and back."""
    most = 0
    pictures = [(at, list(picture.getdata())) for at, picture in film]
    for spot in range(SPOTS[0] * SPOTS[1]):
        turns = _turns([(at, (light[spot] / 255) ** 2.2) for at, light in pictures])
        for i in range(len(turns)):
            within = sum(1 for at in turns[i:] if at - turns[i] <= 1)
            most = max(most, within // 2)
    return most


def _turns(lights: list[tuple[float, float]]) -> list[float]:
    """When the light of a spot has changed by enough, against the way it changed before."""
    if not lights:
        return []
    turns, way, last = [], 0, lights[0][1]
    for (_, before), (at, now) in pairwise(lights):
        # The extreme since the last turn is what the next change is measured against.
        last = max(last, before) if way > 0 else min(last, before) if way < 0 else last
        if abs(now - last) >= CHANGE and min(now, last) < LIGHT:
            new = 1 if now > last else -1
            if new != way:
                turns.append(at)
                way = new
            last = now
    return turns
