"""Takes the pictures anew that the screens are held against: `make screens`.

    python -m tests.browser.keep_pictures

One that looks as before stays as it is. Look at what `git diff` shows before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.kept_pictures import (
    KEPT,
    MOST,
    STEADY,
    STORIES,
    all_screens,
    difference,
    encoded,
    open_picture,
    pictures,
)


def keep() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, a_chromium(more=STEADY) as browser:
        for story in STORIES:
            for screen, now in pictures(browser, Path(folder), story):
                file = screen.file
                if not file.is_file() or difference(open_picture(file), now) > MOST / 10:
                    file.write_bytes(encoded(now))
                    print(file.name)
    for file in set(KEPT.glob("*.webp")) - {screen.file for screen in all_screens()}:
        file.unlink()


if __name__ == "__main__":
    keep()
