"""The ruler: what keeps a screen from being for everybody. It measures and judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.kit.browser.reading import WIDE, read_through
from tests.kit.browser.screens import THEMES, Motion, resize, show_in, widths_of

TARGET = 44
#: All that can be another finding in the other theme.
COLOURS: dict[str, object] = {"runOnly": ["color-contrast", "link-in-text-block"]}
#: Everything that can be tapped and is to be seen, with its size; a radio or a tick is as large
#: as its label. What is scrolled out of a sheet counts as well.
CONTROLS = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, summary, [tabindex]");
  const open = document.querySelector("[popover]:popover-open");
  return [...all]
    .filter((each) => each.type !== "hidden" && !each.matches(".skip, [tabindex='-1']"))
    .filter((each) => !open || open.contains(each))
    // An input that is only there for ears is tapped at its label.
    .map((each) => each.closest("label") ?? (each.matches(".sr") ? each.labels?.[0] : null) ?? each)
    .filter((each) => each.checkVisibility({visibilityProperty: true}))
    // A list on the television shows ticks and takes none.
    .filter((each) => getComputedStyle(each).pointerEvents !== "none")
    .map((each) => {
      // As laid out: a button that was just let go is drawn a little smaller for a moment.
      const drawn = each.getBoundingClientRect();
      const width = each.offsetWidth ?? drawn.width, height = each.offsetHeight ?? drawn.height;
      const name = each.getAttribute("aria-label") ?? each.textContent.trim().replace(/\\s+/g, " ");
      return [`${each.tagName} "${name.slice(0, 40)}"`, width, height];
    });
}"""
SIDEWAYS = """() => [
    document.scrollingElement, ...document.querySelectorAll("[popover]:popover-open"),
  ]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.tagName}#${each.id}: ${each.scrollWidth} > ${each.clientWidth}`)"""


#: Fields into which an iPhone zooms, and stays there.
ZOOMED_INTO = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((each) => !["hidden", "radio", "checkbox", "file"].includes(each.type))
  .map((each) => [each, parseFloat(getComputedStyle(each).fontSize)])
  .filter(([, size]) => size < 16)
  .map(([each, size]) => `the field ${each.name} has letters of ${size} px`)"""


OPENED = """() => [...document.querySelectorAll("[popover]:popover-open")].map((each) => each.id)"""
OPEN = """(all) => all.forEach((id) => document.getElementById(id)?.showPopover?.())"""


#: What nobody sees of a page, taken out of it and put back. Most of its elements are in sheets and
#: tabs that are not shown: axe passes over them, and yet takes four times as long with them.
TAKE_OUT = """() => {
  const closed = document.querySelectorAll("[popover]:not(:popover-open), [hidden]");
  window.takenOut = [...closed].map((each) => [each, [...each.childNodes]]);
  for (const [each] of window.takenOut) each.replaceChildren();
}"""
PUT_BACK = """() => {
  for (const [each, inside] of window.takenOut.reverse()) each.replaceChildren(...inside);
}"""
#: What comes in or fades is judged where it comes to rest: half seen, no colour is its own.
AT_REST = """() => {
  for (const each of document.getAnimations())
    if (Number.isFinite(each.effect.getComputedTiming().endTime)) each.finish();
}"""
#: Names that two elements have, whether or not they are seen.
TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
}"""


def too_small(page: Page) -> list[str]:
    """The controls that a finger could miss."""
    return [
        f"{name} is {width:.0f} x {height:.0f}"
        for name, width, height in page.evaluate(CONTROLS)
        if min(width, height) < TARGET - 0.5
    ]


def harm(page: Page, options: dict[str, object] | None = None) -> list[str]:
    """What axe finds serious or critical. `options`: which of its rules; without, all of them."""
    wanted = {"resultTypes": ["violations"], **(options or {})}
    twice: list[str] = page.evaluate(TWICE)
    page.evaluate(AT_REST)
    page.evaluate(TAKE_OUT)
    found = Axe().run(page, options=wanted).response["violations"]
    page.evaluate(PUT_BACK)
    return [f"two are called {name}" for name in twice] + [
        f"{each['id']}: {node['target']} {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@contextmanager
def in_language(page: Page, language: str) -> Iterator[None]:
    """The page as a phone of this language is sent it; a sheet that was open is open again."""
    opened: list[str] = page.evaluate(OPENED)
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.reload()
    page.evaluate(OPEN, opened)
    yield
    page.context.set_extra_http_headers({})


def measured(page: Page, screen: str) -> list[str]:
    """What is wrong with this screen where words have least room: the usual text, the largest."""
    resize(page, widths_of(screen)[0])
    page.evaluate(AT_REST)
    if screen.startswith("screen"):
        return list(page.evaluate(SIDEWAYS))
    found = [*page.evaluate(SIDEWAYS), *too_small(page)]
    return found + read_through(page, [(320, 844)], [WIDE])


def look_over(page: Page, screen: str, motion: Motion = "reduce") -> list[str]:
    """What is wrong with this screen at its widths, in both themes."""
    found: list[str] = page.evaluate(ZOOMED_INTO)
    for width in widths_of(screen):
        resize(page, width)
        found += [f"{width} px wide: {words}" for words in page.evaluate(SIDEWAYS)]
        found += [f"{width} px wide: {words}" for words in too_small(page)]
    if not screen.startswith("screen"):
        found += read_through(page, [(320, 844)])
        found += read_through(page, [(390, 844), (360, 640)], [WIDE])
    resize(page, 390 if 390 in widths_of(screen) else 1280)
    if screen.startswith("screen"):
        tall = page.evaluate("document.scrollingElement.scrollHeight")
        found += [f"nobody scrolls a television: {tall} px"] if tall > 800 else []
    for theme, options in zip(THEMES, (None, COLOURS), strict=True):
        show_in(page, theme, motion)
        found += [f"{theme}: {words}" for words in harm(page, options)]
    return found
