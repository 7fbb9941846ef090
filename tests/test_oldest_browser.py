"""Scripts run in the oldest browsers of docs/PLAYERS.md: Chromium 92, Safari 15.4, Firefox 102.

One call that it lacks stops all scripts of the page, which then looks alive and never changes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.paths import ROOT_FOLDER

SCRIPTS = sorted((ROOT_FOLDER / "static" / "js").glob("*.js"))
#: Calls that came later and need `?.(` or a look before, with the browser that was last to have it.
LATER = {
    "checkVisibility": "Safari 17.4",
    "structuredClone": "Chromium 98",
    "hasOwn": "Chromium 93",
    "findLast": "Chromium 97",
    "findLastIndex": "Chromium 97",
    "toSorted": "Chromium 110",
    "toReversed": "Chromium 110",
    "toSpliced": "Chromium 110",
    "with": "Chromium 110",
    "groupBy": "Chromium 117",
    "fromAsync": "Chromium 121",
    "withResolvers": "Chromium 119",
    "startViewTransition": "Chromium 111",
    "scheduler": "Chromium 94",
    "any": "AbortSignal.any, Chromium 116",
    "timeout": "AbortSignal.timeout, Chromium 103",
    "isWellFormed": "Chromium 111",
    "union": "Chromium 122",
    "difference": "Chromium 122",
    "requestIdleCallback": "never in Safari",
}


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_calls_nothing_that_the_oldest_browser_lacks(file: Path) -> None:
    text = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
    called = set(re.findall(r"\.([A-Za-z]+)\(", text))
    assert {each: LATER[each] for each in called & LATER.keys()} == {}
    assert not re.search(r"\bstatic \{|\bawait using\b|/[a-z]*v[a-z]*\.test", text)


def test_which_browser_that_is_stands_in_the_papers_and_on_the_page() -> None:
    papers = (ROOT_FOLDER / "docs" / "PLAYERS.md").read_text(encoding="utf-8")
    page = (ROOT_FOLDER / "templates" / "base.html").read_text(encoding="utf-8")
    for name in ("Chromium 92", "Safari 15.4", "Firefox 102"):
        assert name in papers
    for name in ("Chrome 120", "Safari 17.2", "Firefox 121"):
        assert name in page and name in papers.replace("\n", " ")
