"""Times of day are those of the phone's time zone, wherever the server thinks it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page

from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import begun_alone
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

TOLD = """[...document.querySelectorAll('time[datetime]')]
  .map((each) => [each.dateTime, each.textContent])"""
#: Nowhere near the server's, whatever that is.
ZONES = ("Pacific/Auckland", "Asia/Kathmandu")


def tells_own_times(page: Page, zone: str, least: int = 1) -> None:
    """Waits until every moment of the page, of which there are some, is told in this zone."""

    def is_own(told: list[tuple[str, str]]) -> bool:
        own = (datetime.fromisoformat(at).astimezone(ZoneInfo(zone)) for at, _ in told)
        return len(told) >= least and [f"{at:%H:%M}" for at in own] == [words for _, words in told]

    becomes(page, TOLD, is_own)


def test_moments_are_told_in_the_phones_time_zone(phone: Callable[..., Phone]) -> None:
    host = begun_alone(phone(timezone_id=ZONES[0]))
    host.go("/history")
    tells_own_times(host.page, ZONES[0], 3)
    name = "document.querySelector('a.at').getAttribute('aria-label')"
    shown = becomes(host.page, "document.querySelector('a.at time').textContent", bool)
    becomes(host.page, name, lambda words: str(shown) in words)


@pytest.mark.spine
def test_a_moment_that_comes_is_told_in_it_too(phone: Callable[..., Phone]) -> None:
    host = begun_alone(phone())
    screen = phone(timezone_id=ZONES[1])
    screen.visit(f"{host.address}/t/{host.code}/screen")
    tells_own_times(screen.page, ZONES[1])
    for before, action in enumerate(("shift dark time", "shift 1"), start=1):
        host.send(1, action)
        tells_own_times(screen.page, ZONES[1], before + 1)
