"""The result of eight on a phone: whose bar is whose, and no number or symbol lies on another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at
from tests.kit.browser.reading import FAMILIES, TEXT_SIZES, drawn_in, wait_until_drawn
from tests.kit.browser.screens import THEMES, show_in

pytestmark = pytest.mark.browser

SIZES = ((320, 568), (360, 640), (390, 844))
#: Whose bar has no name in sight, and what of a row of the table touches its neighbour.
TOUCHING = """() => {
  const inked = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each.querySelector(".badge") ?? each);
    return (each.querySelector(".badge") ?? range).getBoundingClientRect();
  };
  const nameless = [...document.querySelectorAll("#panel-breakdown .bars li")].filter((bar) => {
    const name = bar.querySelector(".cut");
    return !name?.textContent || !name.offsetWidth || name.scrollWidth > name.clientWidth + 1;
  });
  const rows = [...document.querySelectorAll("#panel-breakdown tr")];
  const near = rows.flatMap((row) => {
    const boxes = [...row.querySelectorAll("td:not(:empty), thead th")].map(inked);
    return boxes.filter((box, at) => at && box.left < boxes[at - 1].right + 2);
  });
  return [...nameless.map((bar) => bar.textContent.trim()), ...near.map((box) => box.left)];
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("eight")
    with a_table(folder, "empires/games/eight-players.txt") as table:
        table.start()
        table.play_to(KeptTable.end(table))
        with phones_at(chromium, table) as pages:
            yield pages("mira")


@pytest.mark.parametrize("theme", THEMES)
def test_names_stand_at_the_bars_and_nothing_touches(page: Page, theme: str) -> None:
    show_in(page, "light" if theme == "light" else "dark")
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{ORIGIN}/t/KEPT")
        wait_until_drawn(page)
        for family in FAMILIES:
            for size in TEXT_SIZES:
                with drawn_in(page, family, size):
                    told = page.evaluate(TOUCHING)
                    found += [f"{width} {family} {size} %: {each}" for each in told]
    expect(page.locator("#panel-breakdown .bars .cut")).to_have_count(8)
    assert found == []
