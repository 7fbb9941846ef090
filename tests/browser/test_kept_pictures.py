"""Screens of all three games look as their kept pictures: a drawing that is blank, broken or in the
wrong place is seen here, on whatever machine. `make screens` keeps new ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageDraw
from playwright.sync_api import Browser

from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.kept_pictures import (
    FOUND,
    KEPT,
    LARGEST,
    MOST,
    STEADY,
    STORIES,
    all_screens,
    difference,
    open_picture,
    pictures,
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with a_chromium(more=STEADY) as browser:
        yield browser


@pytest.mark.spine
@pytest.mark.parametrize("story", STORIES)
def test_the_screens_look_as_they_are_kept(chromium: Browser, tmp_path: Path, story: str) -> None:
    others = []
    for screen, now in pictures(chromium, tmp_path, story):
        assert screen.file.is_file(), f"{screen.file.name} is not kept: make screens"
        kept = open_picture(screen.file)
        if (share := difference(kept, now)) > MOST:
            FOUND.mkdir(parents=True, exist_ok=True)
            now.save(FOUND / f"{screen.file.stem}.png")
            others.append(f"{screen.file.stem}: {share:.1%} of it differs")
    assert others == [], f"look at {FOUND}; where it is wanted: make screens"


def test_what_is_kept_is_what_is_looked_at() -> None:
    wanted = {screen.file for screen in all_screens()}
    assert wanted == set(KEPT.glob("*.webp")) and len(wanted) >= 40
    assert [file.name for file in wanted if file.stat().st_size > LARGEST] == []


@pytest.mark.parametrize("game", ["crafting-turn-320-dark", "cosmogenesis-own-390-light"])
def test_a_blank_drawing_is_a_difference(game: str) -> None:
    """The comparison is no use if it cannot fail: a twelfth of a screen emptied, a small shift of
    a letter's edges not.
    """
    kept = open_picture(KEPT / f"{game}.webp")
    assert difference(kept, kept) == 0
    softer = kept.resize((kept.width * 2, kept.height * 2)).resize(kept.size)
    assert difference(kept, softer) <= MOST
    blank = kept.copy()
    box = (0, kept.height // 3, kept.width, kept.height // 3 + kept.height // 12)
    ImageDraw.Draw(blank).rectangle(box, kept.getpixel((2, kept.height // 2)))
    assert difference(kept, blank) > MOST
