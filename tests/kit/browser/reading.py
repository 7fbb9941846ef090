"""Reading: what cannot be read on a page, whatever sans the machine has and however large its text.

Looked at in place: one visit serves all families, sizes and widths. The families are those of
`.ci/tools`; a page that holds with a narrow, a usual and a wide one holds with what lies between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Page

NARROW, USUAL, WIDE = "Liberation Sans Narrow", "Liberation Sans", "DejaVu Sans"
FAMILIES = (NARROW, USUAL, WIDE)
#: The size of the root's text against the usual one.
TEXT_SIZES = (100, 200)
UNREADABLE = Path(__file__).with_name("reading.js").read_text(encoding="utf-8")
SET = """([family, size]) => {
  const style = document.documentElement.style;
  style.setProperty("--font", family ? `"${family}"` : "");
  style.fontSize = size === 100 ? "" : `${size}%`;
  dispatchEvent(new Event("resize"));
}"""
#: Two frames: screen.js fits the table screen in the first.
DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


@dataclass(frozen=True)
class Least:
    """The smallest words that can be read, in CSS pixels: any, and the ones that matter most."""

    any: float = 11.5
    main: float = 0.0
    which: str = ""


PHONE = Least()


def wait_until_drawn(page: Page) -> None:
    """Waits until the page has fitted what it shows."""
    page.evaluate("document.fonts.ready")
    page.evaluate(DRAWN)


def unreadable(page: Page, least: Least = PHONE) -> list[str]:
    """What cannot be read on the page as it is drawn now."""
    asked = {"smallest": least.any, "main": least.which, "mainSmallest": least.main}
    found: list[str] = page.evaluate(UNREADABLE, asked)
    return found


@contextmanager
def drawn_in(page: Page, family: str, size: int = 100) -> Iterator[None]:
    """The page in this family and text size, as a machine that has no other would draw it."""
    page.evaluate(SET, [family, size])
    wait_until_drawn(page)
    yield
    page.evaluate(SET, ["", 100])


def read_through(
    page: Page,
    viewports: Iterable[tuple[int, int]],
    families: Iterable[str] = FAMILIES,
    sizes: Iterable[int] = TEXT_SIZES,
    least: Least = PHONE,
) -> list[str]:
    """What cannot be read in any of these windows, families and text sizes."""
    found = []
    for (width, height), family, size in product(viewports, families, sizes):
        page.set_viewport_size({"width": width, "height": height})
        with drawn_in(page, family, size):
            where = f"{family} {size} % {width}x{height}"
            found += [f"{where}: {words}" for words in unreadable(page, least)]
    return found
