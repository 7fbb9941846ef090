"""Pictures of a game are small: its key visual, its signs and the display font together."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.paths import ROOT_FOLDER

#: Bytes, zipped: of a game's key visual, and of all that comes after a page can be used.
PICTURE, ALL = 6_000, 18_000
FONT = ROOT_FOLDER / "static" / "fonts" / "display.woff2"


def _zipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9))


@pytest.mark.parametrize("slug", ["crafting", "empires", "cosmogenesis"])
def test_what_comes_after_the_page_is_small(slug: str) -> None:
    art = CATALOGUE[slug].art
    picture, signs = art.file_path("picture"), art.file_path("svg")
    assert picture is not None and signs is not None
    assert _zipped(picture) <= PICTURE
    assert _zipped(picture) + _zipped(signs) + FONT.stat().st_size <= ALL
