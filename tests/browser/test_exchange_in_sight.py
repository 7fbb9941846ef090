"""What hands exchange on the table is in sight until the next tap, wherever the page stands; it
hides nothing that the keyboard has reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

#: After a collision of seat 4.
COLLIDED = 90
#: At so much of the page that can be scrolled: how much of the drawing is between head and foot.
SHOWN = """(share) => {
  const all = document.documentElement.scrollHeight - innerHeight;
  scrollTo(0, share * all);
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const drawn = box("#panel-wood"), foot = box(".dock").top;
  const seen = Math.min(drawn.bottom, foot) - Math.max(drawn.top, box("#slot-top").bottom);
  return [all > 100, Math.round((100 * seen) / drawn.height)];
}"""


#: What has the keyboard, and how many of its pixels the drawing, the head or the foot covers; null
#: past the page's end. What lies upon the page, as the way past the head, is covered by none.
REACHED = """() => {
  const at = document.activeElement, own = at.closest("#panel-wood, #slot-top, .dock, .skip");
  if (at === document.body) return null;
  if (own) return [at.outerHTML, 0];
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const { top, bottom } = at.getBoundingClientRect(), drawn = box("#panel-wood");
  const over = (low, high) => Math.max(0, Math.min(bottom, high) - Math.max(top, low));
  const covered = over(drawn.top, drawn.bottom) + over(-1e4, box("#slot-top").bottom) +
    over(box(".dock").top, 1e4);
  return [at.outerHTML, Math.round(covered)];
}"""
#: More than any page has.
MANY = 99

sizes = pytest.mark.parametrize("size", [(360, 640), (390, 844), (320, 568)], ids=str)
seats = pytest.mark.parametrize("seat", [4, 2], ids=["hands", "waits"])


@contextmanager
def exchange(chromium: Browser, tmp_path: Path, seat: int, size: tuple[int, int]) -> Iterator[Page]:
    """The phone of this seat, after a collision of seat 4."""
    with (
        a_table(tmp_path, "cosmogenesis/games/four-players.txt") as table,
        phones_at(chromium, table) as pages,
    ):
        table.start()
        table.play_to(COLLIDED)
        page = pages("others")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{ORIGIN}/t/KEPT?seat={seat}")
        wait_until_drawn(page)
        yield page


@seats
@sizes
def test_the_exchange_is_in_sight_wherever_the_page_stands(
    chromium: Browser, tmp_path: Path, seat: int, size: tuple[int, int]
) -> None:
    with exchange(chromium, tmp_path, seat, size) as page:
        for share in (0, 0.5, 1):
            becomes(page, SHOWN, [True, 100], share)


@seats
@sizes
def test_the_keyboard_reaches_nothing_behind_the_exchange_or_the_foot(
    chromium: Browser, tmp_path: Path, seat: int, size: tuple[int, int]
) -> None:
    with exchange(chromium, tmp_path, seat, size) as page:
        for key in ("Tab", "Shift+Tab"):
            reached = list(walked(page, key))
            assert 15 < len(reached) < MANY, "not the whole page"
            assert [each for each in reached if each[1]] == [], f"{key} goes where nobody sees it"


def walked(page: Page, key: str) -> Iterator[tuple[str, int]]:
    """What the keyboard reaches with this key, one after the other, to the page's end, and how many
    pixels of each are covered.
    """
    for _ in range(MANY):
        page.keyboard.press(key)
        reached: tuple[str, int] | None = page.evaluate(REACHED)
        if reached is None:
            return
        yield reached
