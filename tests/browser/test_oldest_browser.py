"""Chromium 92, the oldest browser of docs/PLAYERS.md: a phone and a television stay live in it.

Run by `make test-browsers`, which names it in OLDEST. Playwright drives it, but can't look for
elements there: what is seen and tapped is asked of the page.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.kit.browser.browsers import ARGUMENTS, a_playwright
from tests.kit.browser.handsets import Phone, settings
from tests.kit.browser.openings import begun_alone
from tests.kit.browser.waiting import becomes

pytestmark = [pytest.mark.browser, pytest.mark.elsewhere]

SEEN = """(() => {
  const box = document.querySelector("#slot-top > *").getBoundingClientRect();
  return [window.scrollY, box.top >= 0 && box.bottom > 0, document.activeElement.tagName];
})()"""
#: A browser of 2021 as root in a container.
ALONE = ("--no-zygote", "--disable-gpu", "--disable-dev-shm-usage")
#: Sheets that somebody sees.
OPEN = """[...document.querySelectorAll('[popover]')]
  .filter((each) => each.getClientRects().length && getComputedStyle(each).visibility === 'visible')
  .map((each) => each.id)"""


@pytest.fixture
def oldest() -> Iterator[Browser]:
    path = os.environ.get("OLDEST", "")
    assert Path(path).is_file(), "OLDEST names no browser: .ci/oldest brings one"
    with a_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *ALONE])
        assert browser.version.startswith("92."), browser.version
        yield browser
        browser.close()


@pytest.fixture
def page(oldest: Browser) -> Iterator[Page]:
    """A page whose scripts may not fail."""
    context, failed = oldest.new_context(**settings()), list[str]()
    page = context.new_page()
    page.on("pageerror", lambda error: failed.append(str(error)))
    yield page
    assert failed == []
    context.close()


def test_a_phone_shows_what_others_do_and_opens_sheets(
    page: Page, phone: Callable[..., Phone]
) -> None:
    host = begun_alone(phone())
    page.goto(f"{host.address}/t/{host.code}")
    becomes(page, "'popover' in HTMLElement.prototype")  # the library has brought it
    becomes(page, "document.querySelector('.old').hidden", False)
    becomes(page, SEEN, [0, True, "BODY"])
    becomes(page, OPEN, [])
    seen = "Number(document.querySelector('#seen').value)"
    before = becomes(page, seen, bool)
    host.send(1, "shift dark time")
    becomes(page, seen, lambda now: now != before)
    page.evaluate("""[...document.querySelectorAll('[popovertarget]')]
      .find((each) => each.getClientRects().length).click()""")
    becomes(page, f"{OPEN}.length", 1)
    page.goto(f"{host.address}/t/{host.code}/lobby")
    becomes(page, OPEN, [])


def test_a_television_shows_what_happens(page: Page, phone: Callable[..., Phone]) -> None:
    host = begun_alone(phone())
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{host.address}/t/{host.code}/screen")
    points = "[...document.querySelectorAll('#slot-scores .points')].map((e) => e.textContent)"
    names = "[...document.querySelectorAll('#slot-scores b')].map((e) => e.textContent).join()"
    becomes(page, names, lambda told: "Mira" in told and "Ben" in told)
    host.send(2, "mend points 7")
    becomes(page, points, lambda told: any(each.startswith("7") for each in told))
    page.evaluate("document.querySelector('[data-moment=sorted]').click()")
    order = "[...document.querySelectorAll('#slot-scores ol.card > li')].map((e) => e.style.order)"
    becomes(page, order, ["1", "0"])
    # Points can be read from two metres.
    large = "document.querySelector('#slot-scores .points').getBoundingClientRect().height"
    becomes(page, large, lambda height: height > 20)
