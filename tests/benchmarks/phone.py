"""A cheap phone: a processor slowed six times, a slow line, real taps on the pages of each game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from playwright.sync_api import Browser

from companion.games import CATALOGUE
from companion.transcript.text_file import FileMove
from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row, ms
from tests.kit.browser.browsers import NAME, NoChromium, a_chromium
from tests.kit.browser.handsets import Phone, put_away, settings
from tests.kit.browser.house import House
from tests.kit.kept_games import kept_games, transcript_of
from tests.kit.slow_line import slow_line

#: How much slower its processor is, bits a second, seconds there and back.
SLOWER, RATE, TRIP = 6, 400_000, 0.4
#: How far into a kept game it is looked at, and how many taps of the phone are measured.
BEGUN, TAPS = 24, 8
#: Milliseconds at most: until the tap is seen, until the new page, a task, and the first page.
FEEDBACK, NEW_PAGE, TASK, USABLE, USABLE_AT_ONCE = 100, 900, 100, 4_000, 3_000
SHIFT = 0.05
WATCH = """() => {
  window.tasks = []; window.moved = []; window.fed = []; window.pressed = 0; window.drawn = 0;
  const watch = (type, add, more) => new PerformanceObserver(
    (list) => list.getEntries().forEach(add)).observe({type, buffered: true, ...more});
  watch("longtask", (each) => tasks.push(each.duration));
  watch("layout-shift", (each) => moved.push(each.value));
  watch("event", (each) => fed.push(each.duration), {durationThreshold: 16});
  addEventListener("pointerdown", () => { pressed = performance.now(); drawn = 0; }, true);
  const seen = () => document.getElementById("seen")?.value;
  let was;
  document.addEventListener("htmx:before:swap", () => { was = seen(); });
  document.addEventListener("htmx:after:swap", () => {
    if (pressed && !drawn && seen() !== was)
      requestAnimationFrame(() => setTimeout(() => { drawn ||= performance.now() - pressed; }));
  });
}"""
FORGET = "() => { tasks.length = moved.length = fed.length = pressed = drawn = 0; }"
TOOK = """() => [Math.max(0, ...fed), drawn, Math.max(0, ...tasks),
  moved.reduce((all, each) => all + each, 0)]"""
#: A button of this page that says this action, and can be tapped as it lies there.
BUTTON = """(action) => [...document.querySelectorAll("button")].find((each) =>
  each.name === "action" && each.value === action && each.checkVisibility()
  && each.getAttribute("aria-disabled") !== "true") ?? null"""
USABLE_AFTER = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def phone(bench: Bench) -> list[Row]:
    """The first page, and some taps, of each game."""
    try:
        with a_chromium() as browser:
            return [row for slug in CATALOGUE for row in _game(bench, browser, slug)]
    except NoChromium as why:
        bench.say(f"A cheap phone is left out: {why}")
        return []


def _game(bench: Bench, browser: Browser, slug: str) -> list[Row]:
    house = House(bench.fresh("phone"))
    try:
        with (
            slow_line(house.port, RATE, TRIP) as line,
            two_phones(browser, house) as (mira, others),
        ):
            moves = begun(mira, others, slug, "four")
            for move in islice(moves, BEGUN):
                (mira if move.seat == 1 else others).send(move.seat, move.action)
            at_once = _first_page(mira)
            mira.address = f"http://{NAME}:{line.port}"
            first = _first_page(mira)
            taps = [*_taps(mira, others, moves)]
    finally:
        house.stop()
    bench.say(f"  {slug}: first page {first:.0f} ms, {len(taps)} taps: {taps}")
    return _rows(slug.capitalize(), at_once, first, taps)


@contextmanager
def two_phones(browser: Browser, house: House, **other: Any) -> Iterator[tuple[Phone, Phone]]:
    """Who is looked at, with these other settings, and who else plays."""
    contexts = [browser.new_context(**settings(bypass_csp=True, **more)) for more in (other, {})]
    yield Phone(contexts[0], house.address), Phone(contexts[1], house.address)
    for context in contexts:
        put_away(context)


def begun(mira: Phone, others: Phone, slug: str, players: str) -> Iterator[FileMove]:
    """A kept game for so many has begun: its moves, which are to be sent."""
    recorded = transcript_of(next(each for each in kept_games(slug) if players in each.stem))
    others.code = mira.open_at_once(slug, "Mira", recorded.seats)
    others.page.goto(f"{others.address}/j/{mira.code}")
    for seat in range(2, recorded.seats + 1):
        others.sit(seat, f"P{seat}")
    for key, value in recorded.options:
        mira.choose(key, value)
    mira.start()
    return iter(recorded.moves)


def _first_page(mira: Phone) -> float:
    """Milliseconds until a phone that has nothing of it can be tapped on."""
    session = mira.page.context.new_cdp_session(mira.page)
    session.send("Network.clearBrowserCache")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    mira.go()
    mira.page.wait_for_function("document.body.dataset.live === 'on'")
    return float(mira.page.evaluate(USABLE_AFTER))


def _taps(mira: Phone, others: Phone, moves: Iterator[Any]) -> Iterator[list[float]]:
    """Of each tap: until it is seen, until the new page, the longest task, and what moved."""
    mira.page.evaluate(WATCH)
    tapped, page = 0, mira.page
    for move in moves:
        if tapped == TAPS:
            return
        button = page.evaluate_handle(BUTTON, move.action).as_element() if move.seat == 1 else None
        if not button:
            (mira if move.seat == 1 else others).send(move.seat, move.action)
            page.wait_for_timeout(1_000 * TRIP + 500)
            continue
        tapped += 1
        page.wait_for_timeout(500)
        page.evaluate(FORGET)
        button.tap()
        page.wait_for_function("() => window.drawn > 0")
        page.wait_for_timeout(500)
        yield page.evaluate(TOOK)


def _rows(name: str, at_once: float, first: float, taps: list[list[float]]) -> list[Row]:
    fed, drawn, task, moved = ([*each] for each in zip(*taps, strict=True)) if taps else [[0.0]] * 4
    told = (
        ("first page usable", ms(first), "under 4 s", first < USABLE),
        ("the same without the line", ms(at_once), "under 3 s", at_once < USABLE_AT_ONCE),
        (f"{len(taps)} taps, until seen, longest", ms(max(fed)), "100 ms", max(fed) < FEEDBACK),
        ("until the new page, longest", ms(max(drawn)), "900 ms", max(drawn) < NEW_PAGE),
        ("longest task of them", ms(max(task)), "100 ms", max(task) < TASK),
        ("shift by a tap, most", f"{max(moved):.3f}", f"{SHIFT}", max(moved) < SHIFT),
    )
    return [
        Row(f"{name}, {what}", ours, wanted=wanted, reached=good)
        for what, ours, wanted, good in told
    ]
