"""What hands exchange on the table is in sight until the next tap, wherever the page stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

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


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (320, 568)], ids=str)
@pytest.mark.parametrize("seat", [4, 2], ids=["hands", "waits"])
def test_the_exchange_is_in_sight_wherever_the_page_stands(
    chromium: Browser, tmp_path: Path, seat: int, size: tuple[int, int]
) -> None:
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
        for share in (0, 0.5, 1):
            becomes(page, SHOWN, [True, 100], share)
