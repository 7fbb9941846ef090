"""The measures of reading find what they are for, in each family, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.kit.browser.reading import FAMILIES, NARROW, USUAL, WIDE, drawn_in, unreadable

pytestmark = pytest.mark.browser

STYLE = """<style>
  body {font: 16px var(--font); margin: 0; overflow-wrap: break-word} p {margin: 8px}
  .over {position: absolute; left: 8px; top: 8px} .tiny {font-size: 9px}
  .box {width: 60px; background: silver} .box p {margin: 0; white-space: nowrap}
  .short {width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap}
  .hides {height: 10px; overflow: hidden} .dock {position: fixed; top: 0}
  .away {position: absolute; left: -900px} .unseen {clip-path: inset(50%); position: absolute}
</style>"""
#: What stands on the page, and a word of what is said of it; none where all is well.
PAGES = {
    "<p>Goal track</p><p>6 goals left</p>": "",
    '<p>Goal track</p><p class="over">6 goals left</p>': "lies on",
    "<svg width=300 height=50><text y=20>One</text><text x=5 y=22>Two</text></svg>": "lies on",
    "<svg width=300 height=50><text y=20>One</text><text x=99 y=22>Two</text></svg>": "",
    '<svg width=30 viewBox="0 0 90 90"><text y=40>One</text></svg>': "px",
    '<p style="width:60px">Supernova</p>': "is broken",
    '<p style="width:60px">a b c d e f g h i j</p>': "",
    '<p style="width:60px;hyphens:auto">Supernova</p>': "is broken",
    '<p style="width:240px;font-size:40px;hyphens:auto">Startspielermarker</p>': "",
    '<p style="width:240px;font-size:40px">Startspielermarker</p>': "is broken",
    '<p class="tiny">small</p>': "9.0 px",
    '<div class="box"><p>Discharge this</p></div>': "stands out of",
    '<p class="short">Discharge this</p>': "is shortened",
    '<div class="hides"><p>cut</p></div>': "is cut off",
    '<p class="away">beyond</p>': "beyond the page",
    '<p>seen</p><p class="over unseen">for screen readers</p>': "",
    '<p>seen</p><p class="dock">what stays while the page scrolls</p>': "",
}


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    yield page
    page.close()


@pytest.mark.parametrize("drawn", PAGES)
def test_what_cannot_be_read_is_found(page: Page, drawn: str) -> None:
    page.set_content(STYLE + drawn)
    for family in FAMILIES:
        with drawn_in(page, family):
            told = "; ".join(unreadable(page))
        assert PAGES[drawn] in told and bool(told) == bool(PAGES[drawn]), told


def test_the_families_are_there_and_differ_in_width(page: Page) -> None:
    page.set_content(STYLE + '<span id="words">Supernovae and gravitons</span>')
    width: dict[str, float] = {}
    for family in (*FAMILIES, "a family that nobody has"):
        with drawn_in(page, family):
            width[family] = page.evaluate("document.all.words.getBoundingClientRect().width")
    assert width[NARROW] * 1.1 < width[USUAL] < width[WIDE] / 1.1


def test_the_text_grows_with_what_its_reader_has_set(page: Page) -> None:
    page.set_content(STYLE + '<p style="font-size: 1rem">words</p>')
    assert unreadable(page) == []
    with drawn_in(page, WIDE, 50):
        assert unreadable(page) == ['"words" is 8.0 px']
