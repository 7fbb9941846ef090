"""In forced colours (high contrast) a person sees every button's edge, which one is chosen, and
nothing through the dock: on every screen of which a picture is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.kept_pictures import STORIES, Screen, screens_of, show
from tests.kit.browser.kept_tables import a_table, phones_at

pytestmark = pytest.mark.browser

#: What has no edge of its own by intention: words that are underlined or stand in a row of tabs,
#: and places in a drawing, which keeps its colours.
EDGELESS = ".link, .hit, .tabs *, .lines *, .scene *, svg *, .skip"
#: What can be tapped and shows no edge, no underline and no drawing; what is said to be chosen and
#: looks as its neighbours do; what lets be seen what scrolls below it.
LOOK = """edgeless => {
  const seen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && each.getBoundingClientRect().width > 2;
  const says = each => (each.textContent.trim() || each.ariaLabel || each.name || "")
    .replace(/\\s+/g, " ").slice(0, 40) + " ." + each.className;
  const edged = each => {
    const its = getComputedStyle(each);
    return ["Top", "Left", "Bottom"].some(side =>
      parseFloat(its[`border${side}Width`]) > 0 && its[`border${side}Style`] !== "none")
      || its.textDecorationLine.includes("underline");
  };
  const of = selector => [...document.querySelectorAll(selector)].filter(seen);
  const faint = of("button, a.btn, a.tile, summary, select")
    .concat(of("input:not([type=radio], [type=checkbox])"))
    .filter(each => !each.matches(edgeless) && !edged(each)).map(says);
  const chosen = of("[aria-pressed=true], .tabs a[aria-current], .chip > input:checked + span");
  const hidden = chosen.filter(each => {
    const other = [...each.parentElement.parentElement.querySelectorAll(each.tagName)]
      .find(one => one !== each && seen(one) && !one.matches("[aria-pressed=true], [aria-current]")
        && !one.matches("input:checked + span"));
    const ground = its => getComputedStyle(its).backgroundColor;
    return other && ground(other) === ground(each);
  }).map(says);
  const clear = of(".dock, .sheet:popover-open").filter(each =>
    getComputedStyle(each).backgroundColor.startsWith("rgba")).map(says);
  return { faint, hidden, clear };
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with a_chromium() as browser:
        yield browser


def wrong_on(page: Page, screen: Screen) -> dict[str, list[str]]:
    show(page, screen)
    page.emulate_media(forced_colors="active", color_scheme=screen.theme)
    found = page.evaluate(LOOK, EDGELESS)
    page.emulate_media(forced_colors="none")
    return {f"{screen.name}, {kind}": each for kind, each in found.items() if each}


@pytest.mark.some(3)
@pytest.mark.parametrize("story", STORIES)
def test_edges_and_choices_are_seen(chromium: Browser, tmp_path: Path, story: str) -> None:
    wrong: dict[str, list[str]] = {}
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as page:
        for screen in screens_of(table, story):
            wrong |= wrong_on(page(screen.phone), screen)
    assert wrong == {}
