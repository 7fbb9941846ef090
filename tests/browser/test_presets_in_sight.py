"""Nothing is sent that was preset and never in sight: the tap shows it first, in every sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

#: Recorded games, and before which of Mira's actions their sheets are looked at.
STORIES = {
    "crafting/games/four-players-last-goal.txt": "end",
    "empires/games/two-players-hybrid.txt": "end",
    "cosmogenesis/games/four-players.txt": "planet",
}
NTH = (1, 3, -1)
#: The page in large text on the smallest phone.
WIDTH, HEIGHT, LARGE = 320, 568, "document.documentElement.style.fontSize = '150%'"
SHEETS = """() => [...document.querySelectorAll(".sheet[id^=panel-]")].map(({ id }) => id)"""
#: A sheet opens, and is there with what it holds.
OPEN = """id => {
  const sheet = document.getElementById(id);
  if (!sheet.matches(":popover-open")) sheet.showPopover();
  return !sheet.dataset.later && Boolean(sheet.children.length);
}"""
#: Its main button is tapped, by another tap than the last: what was preset and is not in sight
#: above the foot, and whether it was sent. What has to be chosen is; nothing leaves the page.
TAP = """async id => {
  const sheet = document.getElementById(id), form = sheet.querySelector("form.fields");
  const button = form?.querySelector(".foot .btn.main");
  if (!button) return null;
  for (let empty; (empty = form.querySelector(".fld input:invalid")); )
    empty.type === "radio" ? (empty.checked = true) : (empty.value = empty.min || "1");
  const foot = form.querySelector(".foot").getBoundingClientRect().top;
  const top = sheet.getBoundingClientRect().top;
  const hidden = [...form.querySelectorAll(".fld input[type=radio][checked]:checked")]
    .filter((each) => each.value)
    .map((each) => each.closest("label").getBoundingClientRect())
    .filter((box) => box.top + box.height / 2 > foot || box.top + box.height / 2 < top).length;
  let sent = false;
  const catches = (event) => { sent = true; event.preventDefault(); event.stopPropagation(); };
  form.addEventListener("submit", catches, true);
  const other = document.body.appendChild(document.createElement("button"));
  other.click();
  other.remove();
  button.click();
  form.removeEventListener("submit", catches, true);
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  return [hidden, sent];
}"""
CLOSE = "id => document.getElementById(id).hidePopover()"


def tapped(page: Page) -> Iterator[tuple[str, int, bool]]:
    """Of each sheet with a main button: how much that is preset is not in sight, and whether its
    first tap was sent. Where it showed what was not, another one is.
    """
    for sheet in page.evaluate(SHEETS):
        becomes(page, OPEN, True, sheet)
        wait_until_drawn(page)
        first = page.evaluate(TAP, sheet)
        if first is not None:
            yield sheet, *first
        if first and first[0]:
            becomes(page, f"async id => (await ({TAP})(id))[1]", True, sheet)
        page.evaluate(CLOSE, sheet)


@pytest.mark.parametrize("story", STORIES)
def test_what_is_preset_is_seen_before_it_is_sent(
    chromium: Browser, tmp_path: Path, story: str
) -> None:
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        table.start()
        page, found = pages("mira"), list[tuple[str, int, bool]]()
        for nth in NTH:
            table.play_to(table.before(STORIES[story], nth))
            page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
            page.goto(f"{ORIGIN}/t/KEPT")
            page.evaluate(LARGE)
            wait_until_drawn(page)
            found += tapped(page)
        assert [sheet for sheet, hidden, sent in found if hidden and sent] == []
        assert any(sent for _, _, sent in found)
        if story.startswith("crafting"):
            assert any(hidden for _, hidden, _ in found), (
                "the end of a turn is longer than the phone"
            )
