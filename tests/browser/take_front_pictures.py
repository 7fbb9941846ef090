"""Takes the pictures that the README begins with, into docs/pictures: `make pictures`.

    python -m tests.browser.take_front_pictures

A phone, a refusal, the table screen, and ten seconds of a demonstration. It checks nothing.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.cli.test_demo import Demo
from tests.kit.browser.browsers import a_chromium
from tests.kit.browser.screens import SCREENS, Visitor, a_visitor, show_in
from tests.kit.browser.waiting import at_rest, passes
from tests.kit.places import ROOT

FRONT = ROOT / "docs" / "pictures"
PHONE, TELEVISION = (390, 720), (1280, 720)
#: Name: which screen, its window, and how wide the picture is.
STILL = {
    "phone": ("shift", PHONE, 390),
    "refusal": ("why", PHONE, 390),
    "television": ("screen", TELEVISION, 960),
}
#: Frames of the moving one, milliseconds each, and how wide it is.
FRAMES, EACH, WIDE = 20, 500, 640
QUALITY = 70


def shot(page: Page, wide: int) -> Image.Image:
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)


def take_stills(visitor: Visitor) -> None:
    for name, (screen, (width, height), wide) in STILL.items():
        page = SCREENS[screen](visitor).page
        page.set_viewport_size({"width": width, "height": height})
        show_in(page, "dark")
        page.evaluate("scrollTo(0, 0)")
        at_rest(page)
        shot(page, wide).save(FRONT / f"{name}.webp", quality=QUALITY, method=6)


def take_moving(browser: Browser, folder: Path) -> None:
    """What a television shows of two players who play by themselves."""
    demo = Demo(folder, pace=0.4)
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    show_in(page, "dark", "no-preference")
    page.goto(f"http://127.0.0.1:{demo.port}/t/{demo.code}/screen")
    page.locator("#slot-scores .all-seats, #slot-scores li").first.wait_for()
    at_rest(page)
    frames = []
    for _ in range(FRAMES):
        frames.append(shot(page, WIDE))
        passes(page, EACH)
    frames[0].save(
        FRONT / "evening.webp",
        save_all=True,
        append_images=frames[1:],
        duration=EACH,
        loop=0,
        quality=55,
        method=6,
    )
    context.close()
    demo.end(15)


def take() -> None:
    FRONT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, a_chromium() as browser:
        with a_visitor(browser, Path(folder)) as visitor:
            take_stills(visitor)
        take_moving(browser, Path(folder))


if __name__ == "__main__":
    take()
