"""Takes a picture of every screen in both themes and at every width, into artefacts/pictures.

    python -m tests.browser.take_pictures [SCREEN ...]

For people to look at; it checks nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit.browser.beside import BESIDE
from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.screens import (
    SCREENS,
    THEMES,
    a_visitor,
    picture,
    resize,
    show_in,
    widths_of,
)

ALL = {**SCREENS, **BESIDE, **EMPIRES, **COSMOGENESIS}


def take_pictures(screens: Sequence[str]) -> None:
    with (
        TemporaryDirectory() as folder,
        a_chromium() as browser,
        a_visitor(browser, Path(folder)) as visitor,
    ):
        for screen in screens:
            page = ALL[screen](visitor).page
            for width in widths_of(screen):
                resize(page, width)
                for theme in THEMES:
                    show_in(page, theme)
                    picture(page, screen, theme)


if __name__ == "__main__":
    take_pictures(sys.argv[1:] or tuple(ALL))
