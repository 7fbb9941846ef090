"""Where the browser comes from. A missing one is said plainly, and never passed over."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
#: What the companion is called in these tests. No browser takes this name for a secure context, as
#: it would take 127.0.0.1: over plain http a phone in a house has no wake lock, share or worker.
NAME = "cosmos.test"
#: No sandbox: containers run as root. No proxy: the house is here. Over https it has a certificate
#: that nobody has signed.
ARGUMENTS = [
    "--no-sandbox",
    "--no-proxy-server",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    "--ignore-certificate-errors",
]


class NoChromium(Exception):
    """There is none: what to do about it."""

    def __init__(self) -> None:
        super().__init__("These tests need Chromium: install it, or say in CHROMIUM where it is.")


def find_chromium() -> str:
    """Where Chromium is: as CHROMIUM says, or on the path. Raises `NoChromium`."""
    told = os.environ.get("CHROMIUM", "")
    names = (told,) if told else NAMES
    found = next((path for name in names if (path := shutil.which(name))), "")
    if not found or not Path(found).is_file():
        raise NoChromium
    return found


#: The Playwright of this process and who uses it: a second one in one thread fails.
_shared: list[Playwright] = []
_users = 0


@contextmanager
def a_playwright() -> Iterator[Playwright]:
    """Playwright for as long as somebody needs it: who is done last ends it."""
    global _users
    if not _shared:
        _shared.append(sync_playwright().start())
    _users += 1
    try:
        yield _shared[0]
    finally:
        _users -= 1
        if not _users:
            _shared.pop().stop()


@contextmanager
def a_chromium(
    wrapped: Callable[[str], Path] = Path, more: Sequence[str] = ()
) -> Iterator[Browser]:
    """A browser without windows, for as long as it is needed. `wrapped`: what to start instead of
    this program; `more`: further arguments of it. Raises `NoChromium`.
    """
    path = wrapped(find_chromium())
    with a_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, *more])
        yield browser
        browser.close()
