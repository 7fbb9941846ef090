"""What is printed from a dark phone: dark letters on white, nothing over it, nothing cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import holds

#: What of the page stands fixed, is not dark on white, or is wider than its paper.
FAULTS = """() => {
  const bright = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
    return (0.3 * r + 0.6 * g + 0.1 * b) / 255;
  };
  const shown = [...document.querySelectorAll("body *")]
    .filter((each) => each.getClientRects().length);
  const fixed = shown
    .filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position));
  const words = shown.filter((each) => !each.closest("svg, .badge, .pl, .pill") &&
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const pale = words.filter((each) => bright(getComputedStyle(each).color) > 0.45);
  const wide = words.filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
  const told = ({ tagName, id, textContent }) => `${tagName}#${id}: ${textContent.trim()}`;
  return [...fixed, ...pale, ...wide].map(told);
}"""
ROWS = """() => [...document.querySelectorAll('tr, .chronicle li')]
  .filter((row) => row.getClientRects().length).length"""


@pytest.mark.parametrize("path", ["", "/history"])
def test_a_result_on_paper(chromium: Browser, tmp_path: Path, path: str) -> None:
    with (
        a_table(tmp_path, "empires/games/four-players-hybrid.txt") as table,
        phones_at(chromium, table) as phone,
    ):
        table.start()
        table.play_to(table.end())
        page = phone("mira")
        page.set_viewport_size({"width": 760, "height": 1000})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.goto(f"{ORIGIN}/t/KEPT{path}")
        wait_until_drawn(page)
        rows = page.evaluate(ROWS)
        page.emulate_media(media="print", color_scheme="dark")
        wait_until_drawn(page)
        holds(page, FAULTS, [])
        holds(page, ROWS, rows)
