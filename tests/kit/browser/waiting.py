"""Waiting for what a page comes to. A test sleeps nowhere: it says what it waits for.

`becomes` polls until something is so. Where a thing must not happen, a test waits for a sign that
the moment for it is over, and then looks once with `holds`: `at_rest` (everything that is under way
has ended), `press_over` (the next tap is one of its own), `passes` where the time itself is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from playwright.sync_api import APIResponse, Error, Locator, Page, Response, Route

from tests.kit.browser.past_the_page import fetched
from tests.kit.served import GENEROUS

Seen = TypeVar("Seen")

#: Milliseconds between two looks.
OFTEN = 50
#: Seconds that a clock leaps when it is stopped: no machine takes longer to be told so.
AHEAD = 2
#: Loads that may be broken off before one is a failure, and how Chromium words it.
BROKEN_OFF = 3
BREAKS_OFF = re.compile("ERR_ABORTED|ERR_NETWORK_CHANGED|interrupted by another navigation")
#: Two frames: screen.js fits the table screen in the first.
FRAMES = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
#: Whether the next tap could still be taken for the other half of the last one; see press.js.
PRESSED = "typeof press === 'object' && (press.byFinger() || press.mine())"
#: What is under way on the page, two frames long: requests, a press, what moves and is about to
#: come to rest. What goes on for seconds, a headline that fades, holds nobody up.
UNDER_WAY = f"""async () => {{
  const found = () => [
    ...[...document.querySelectorAll(".htmx-request")].map(({{ id }}) => `asks: #${{id}}`),
    ...({PRESSED} ? ["a press"] : []),
    ...document.getAnimations().filter(({{ effect, playState, timeline }}) =>
      playState === "running" && timeline === document.timeline
      && effect.getComputedTiming().endTime < 3000
    ).map(({{ effect }}) => `moves: ${{effect.target?.className}}`),
  ];
  const before = found();
  await {FRAMES};
  return [...before, ...found()];
}}"""
#: What a page does with its own timers in so many milliseconds is done, and drawn.
LATER = f"async (ms) => {{ await new Promise((go) => setTimeout(go, ms)); await {FRAMES}; }}"


def comes(page: Page, look: Callable[[], Seen], wanted: Seen | Callable[[Seen], bool]) -> Seen:
    """Looks again and again until this is seen, or what is wanted says yes to it; what it is then.

    Fails with what was seen last where it never comes. A page that is just being left counts as
    not there yet.
    """
    end, seen = monotonic() + GENEROUS, "nothing: the page was on its way elsewhere"
    while monotonic() < end:
        try:
            found = look()
        except Error as error:
            if not any(words in error.message for words in ("navigat", "context was destroyed")):
                raise
        else:
            if wanted(found) if callable(wanted) else found == wanted:
                return found
            seen = repr(found)
        page.wait_for_timeout(OFTEN)
    raise AssertionError(f"it is never {wanted!r}, but {seen}")


def becomes(
    where: Page | Locator, script: str, wanted: object = True, given: object = None
) -> object:
    """Waits until this JavaScript comes to what is wanted, a value or a function that says yes to
    it; what it is then. `where`: a page, or what the script is given as its element.
    """
    page = where.page if isinstance(where, Locator) else where
    return comes(page, lambda: where.evaluate(script, given), wanted)


def holds(where: Page | Locator, script: str, wanted: object = True, given: object = None) -> None:
    """Looks once: what must not have changed, when the moment in which it could is over."""
    seen = where.evaluate(script, given)
    said = wanted(seen) if callable(wanted) else seen == wanted
    assert said, f"it is not {wanted!r}, but {seen!r}"


def at_rest(page: Page) -> None:
    """Waits until nothing is under way: no request, no press, nothing that moves to an end."""
    becomes(page, UNDER_WAY, [])


def loads(load: Callable[[], Response | None]) -> Response | None:
    """The answer of `page.goto` or `page.reload`. What breaks a load off that is nobody's fault is
    over first: the way back of a sheet that has just closed, a page that loads itself, a network
    card that comes or goes beside it.
    """
    for _ in range(BROKEN_OFF):
        try:
            return load()
        except Error as error:
            if not BREAKS_OFF.search(error.message):
                raise
    return load()


def press_over(page: Page) -> None:
    """Waits until the next tap, wherever it is, is one of its own: a person looks first. A page
    without scripts knows no other half of a tap, and draws no frame for anybody.
    """
    look = f"(async () => {{ const was = {PRESSED}; await {FRAMES}; return was; }})()"
    becomes(page, f"() => typeof press !== 'undefined' && {look}", False)


def passes(page: Page, milliseconds: int) -> None:
    """So much time of the page's own: whatever it had due until then is done, however busy it is.
    Only where the time is what a test is about.
    """
    page.evaluate(LATER, milliseconds)


@contextmanager
def by_its_own_clock(page: Page) -> Iterator[Callable[[int], None]]:
    """For this page, whose clock is a test's (`page.clock.install`), no time passes in here but the
    milliseconds that are asked for: a busy machine makes no slow finger of a quick one.
    """

    def go_on(milliseconds: int) -> None:
        page.wait_for_timeout(milliseconds)
        page.clock.run_for(milliseconds)

    # A clock is stopped at a time that is still to come.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD)
    yield go_on
    page.clock.resume()


class Held:
    """Answers that the house has given and this page has not had yet. `path`: to what, a pattern;
    `first`: only to the first such request.
    """

    def __init__(self, page: Page, path: str, first: bool = False) -> None:
        self._page = page
        self._kept: list[tuple[Route, APIResponse]] = []
        page.route(path, self._hold, times=1 if first else None)

    def _hold(self, route: Route) -> None:
        self._kept.append((route, fetched(route)))

    def is_there(self) -> None:
        """Waits until one is held back."""
        comes(self._page, lambda: len(self._kept), bool)

    def let_go(self) -> None:
        """Waits until one is held back, and gives the page the oldest."""
        self.is_there()
        route, answer = self._kept.pop(0)
        route.fulfill(response=answer)
