"""A phone that lies down: its foot is low, and what is tapped first is in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.cosmogenesis_screens import GAME as COSMOGENESIS_GAME
from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.handsets import Phone
from tests.kit.browser.ruler import SIDEWAYS, too_small
from tests.kit.browser.screens import SCREENS, Visitor
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

SIZES = ((844, 390), (640, 320))
LOBBY = "cosmo-lobby"

ALL: dict[str, Callable[[Visitor], Phone]] = {
    **SCREENS,
    **EMPIRES,
    **COSMOGENESIS,
    LOBBY: lambda v: v.visit(f"/t/{v.lobby(LOBBY, COSMOGENESIS_GAME)}"),
}
LOBBIES = ("lobby", "empires-lobby", LOBBY)
SEEN = (
    *LOBBIES,
    *("shift", "craft", "galaxy"),
    *("empires-roll", "empires-build", "empires-own"),
    *("cosmo-take", "cosmo-after", "cosmo-own"),
)
#: The foot's share of the height, the page's share of the width, whether the first control of the
#: page is to be seen whole with nothing upon it, and the controls of the foot that are not.
LAID = """() => {
  const at = (each) => each.getBoundingClientRect().top;
  const shown = (each) => each.checkVisibility({ visibilityProperty: true });
  const free = (each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      && (each.contains(hit) || each.closest("label")?.contains(hit));
  };
  const controls = (where) =>
    [...where.querySelectorAll("a[href], button, input:not([type=hidden]), summary")].filter(shown);
  // At a table the sill is the dock's; the tabs stand at the side.
  const own = document.getElementById("foot"), main = document.querySelector("main");
  const foot = own.getClientRects().length ? own : own.closest(".dock");
  const first = controls(main).sort((one, other) => at(one) - at(other))[0];
  return {
    foot: (innerHeight - at(foot)) / innerHeight,
    page: main.getBoundingClientRect().width / innerWidth,
    first: first ? free(first) || first.outerHTML.slice(0, 120) : "none",
    covered: controls(own).filter((each) => !free(each)).map((each) => each.textContent.trim()),
  };
}"""


@pytest.mark.spine("craft")
@pytest.mark.parametrize("screen", SEEN)
def test_the_page_has_the_height_and_the_width(visitor: Visitor, screen: str) -> None:
    page = ALL[screen](visitor).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        laid: dict[str, Any] = page.evaluate(LAID)
        assert laid["foot"] <= 1 / 3, f"{width}x{height}: {laid}"
        assert laid["page"] >= 0.8, f"{width}x{height}: {laid}"
        assert laid["first"] is True, f"{width}x{height}: {laid}"
        assert laid["covered"] == [], f"{width}x{height}: {laid}"
        becomes(page, SIDEWAYS, [])
        assert too_small(page) == [], f"{width}x{height}"


def test_a_refusal_leaves_the_page_in_sight(visitor: Visitor) -> None:
    """Its words, and beside them what can be done about it: a third of the height, nothing cut."""
    page = SCREENS["refused"](visitor).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        told = page.locator("#toast .told")
        box = told.bounding_box()
        assert box and box["height"] <= height / 3, f"{width}x{height}: {box}"
        becomes(told, "told => told.scrollHeight <= told.clientHeight")
        becomes(page, SIDEWAYS, [])
        assert too_small(page) == [], f"{width}x{height}"
