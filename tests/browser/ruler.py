"""The ruler: what keeps a screen from being for everybody. It measures and judges nothing."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGET = 44
#: Everything that can be tapped and is to be seen, with its size; a radio or a tick is as large
#: as its label. What is scrolled out of a sheet counts as well.
CONTROLS = """() => {
  const all = document.querySelectorAll("a[href], button, input, select, summary, [tabindex]");
  const open = document.querySelector("[popover]:popover-open");
  return [...all]
    .filter((each) => each.type !== "hidden" && !each.matches(".skip, [tabindex='-1']"))
    .filter((each) => !open || open.contains(each))
    .map((each) => each.closest("label") ?? each)
    .filter((each) => each.checkVisibility({visibilityProperty: true}))
    .map((each) => {
      const {width, height} = each.getBoundingClientRect();
      const name = each.getAttribute("aria-label") ?? each.textContent.trim().replace(/\\s+/g, " ");
      return [`${each.tagName} "${name.slice(0, 40)}"`, width, height];
    });
}"""
SIDEWAYS = """() => [
    document.scrollingElement, ...document.querySelectorAll("[popover]:popover-open"),
  ]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.tagName}#${each.id}: ${each.scrollWidth} > ${each.clientWidth}`)"""


def too_small(page: Page) -> list[str]:
    """The controls that a finger could miss."""
    return [
        f"{name} is {width:.0f} x {height:.0f}"
        for name, width, height in page.evaluate(CONTROLS)
        if min(width, height) < TARGET - 0.5
    ]


def harm(page: Page) -> list[str]:
    """What axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
