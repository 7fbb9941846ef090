"""The pictures that are kept of the screens, and how one is held against a screen of today.

Blocks of eight by eight pixels are compared by their means, and a few may differ: letters have
other edges in another Chromium, but a drawing that is gone is gone in every one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

from tests.kit.browser.cosmogenesis_screens import turn_of
from tests.kit.browser.handsets import starting
from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at, take_picture
from tests.kit.browser.screens import Theme
from tests.kit.places import ROOT, TESTS

KEPT = TESTS / "browser" / "kept"
#: Where a picture that differs is left, to be looked at.
FOUND = ROOT / "artefacts" / "kept"
#: Pixels of a block's side, and how many blocks may differ, of all.
BLOCK, MOST = 8, 0.005
#: A block differs where it is so much lighter or darker, of 255, or has so much more or less of a
#: colour: what a kept picture loses by being small stays far below.
DARKER, COLOURED = 12, 32
#: Bytes of a kept picture, and the scales and qualities that are tried until it is so small.
LARGEST, QUALITIES = 20_000, ((1, 60), (1, 45), (1, 30), (2, 60), (2, 40), (2, 20))

#: A browser that draws letters as any other does, whatever its machine would have.
STEADY = ("--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb")

#: How many moves are done.
Stage = Callable[[KeptTable], int]


@dataclass(frozen=True)
class Screen:
    """What a phone shows at a path below its table, so wide, in a theme; `taps`: the words of the
    buttons that are pressed first.
    """

    name: str
    phone: str
    path: str
    width: int
    theme: Theme
    taps: tuple[str, ...]

    @property
    def file(self) -> Path:
        return KEPT / f"{self.name}-{self.width}-{self.theme}.webp"


def _screen(line: str) -> Screen:
    """Written as name, phone, path (or "-"), width, theme and taps (with ":" before each)."""
    words, *taps = line.split(" :")
    name, phone, path, width, theme = words.split()
    light: Theme = "light" if theme == "light" else "dark"
    return Screen(name, phone, path.strip("-"), int(width), light, tuple(taps))


def _before(verb: str, nth: int, more: int = 0) -> Stage:
    """Before Mira does this, the last or the nth time, or so many moves later."""
    return lambda table: table.before(verb, nth) + more


#: Of each game a recorded one: stages on the way through it, and below each what is looked at.
STORIES: dict[str, tuple[Stage | str, ...]] = {
    "crafting/games/four-players-last-goal.txt": (
        lambda table: 0,
        "crafting-lobby mira - 390 dark",
        "crafting-join late /j 320 light",
        "crafting-lobby-tv watcher /screen 1280 dark",
        KeptTable.start,
        "crafting-setup mira - 390 light",
        "crafting-setup-tv watcher /screen 1280 dark",
        _before("collect", 1),
        "crafting-turn mira - 320 dark",
        "crafting-turn others - 390 light",
        "crafting-say mira - 320 light :Describe your turn",
        "crafting-ask mira - 390 light :Ask",
        _before("took", -1, 1),
        "crafting-craft mira - 390 light",
        "crafting-tile mira - 390 dark :Other tile",
        "crafting-galaxy mira /own 390 dark",
        "crafting-goals mira /shared 320 light",
        "crafting-table mira /table 390 dark",
        "crafting-waiting others ?seat=3 390 dark",
        "crafting-watcher watcher - 320 dark",
        "crafting-tv watcher /screen 1280 dark",
        lambda table: table.before("reveal", 0),
        "crafting-goal-scored others ?seat=2 320 light",
        "crafting-finish mira - 390 dark",
        "crafting-finish-tv watcher /screen 1280 dark",
        KeptTable.end,
        "crafting-result mira - 390 dark",
        "crafting-result-tv watcher /screen 1280 dark",
    ),
    "empires/games/two-players-hybrid.txt": (
        lambda table: 0,
        "empires-lobby watcher - 390 light",
        KeptTable.start,
        "empires-setup mira - 320 dark",
        _before("roll", -1),
        "empires-roll mira - 390 dark",
        "empires-tv watcher /screen 1280 dark",
        _before("build", -1),
        "empires-build mira - 390 light",
        "empires-own mira /own 390 dark",
        "empires-shared mira /shared 320 light",
        "empires-waiting others - 320 dark",
        "empires-watcher watcher /table 390 light",
        KeptTable.end,
        "empires-result mira - 320 light",
        "empires-result-tv watcher /screen 1280 dark",
    ),
    "cosmogenesis/games/four-players.txt": (
        KeptTable.start,
        "cosmogenesis-setup mira - 390 dark",
        "cosmogenesis-setup-tv watcher /screen 1280 dark",
        lambda table: 90,  # after a collision
        "cosmogenesis-swap others ?seat=4 390 dark",
        "cosmogenesis-swap-tv watcher /screen 1280 dark",
        lambda table: 138,  # before an additional action
        "cosmogenesis-extra mira - 390 light",
        _before("next", -1),
        "cosmogenesis-round-end mira - 320 light",
        "cosmogenesis-round-tv watcher /screen 1280 dark",
        lambda table: len(turn_of(1, -6)),
        "cosmogenesis-turn mira - 390 dark",
        "cosmogenesis-taken mira - 390 light :II",
        "cosmogenesis-where mira - 390 dark :II: Rock 2",
        "cosmogenesis-where mira - 320 light :II: Rock 2",
        "cosmogenesis-own mira /own 390 light",
        "cosmogenesis-objectives mira /shared 390 dark",
        "cosmogenesis-table mira /table 320 dark",
        "cosmogenesis-waiting others ?seat=3 390 light",
        "cosmogenesis-watcher watcher - 320 dark",
        "cosmogenesis-tv watcher /screen 1280 dark",
        KeptTable.end,
        "cosmogenesis-result mira - 390 dark",
        "cosmogenesis-result-tv watcher /screen 1280 dark",
    ),
}


def all_screens() -> list[Screen]:
    """All that is looked at."""
    return [_screen(each) for story in STORIES.values() for each in story if isinstance(each, str)]


def pictures(browser: Browser, folder: Path, story: str) -> Iterator[tuple[Screen, Image.Image]]:
    """Every screen of this story, as it looks today."""
    with a_table(folder, story) as table, phones_at(browser, table) as page:
        for screen in screens_of(table, story):
            phone = page(screen.phone)
            show(phone, screen)
            yield screen, take_picture(phone, screen.width)


def screens_of(table: KeptTable, story: str) -> Iterator[Screen]:
    """The screens of a story, each when the table is played so far."""
    for each in STORIES[story]:
        if isinstance(each, str):
            yield _screen(each)
        else:
            table.play_to(each(table))


def show(page: Page, screen: Screen) -> None:
    """Brings a phone to this screen."""
    tall = 720 if screen.width == 1280 else 844
    page.set_viewport_size({"width": screen.width, "height": tall})
    page.emulate_media(color_scheme=screen.theme, reduced_motion="reduce")
    page.goto(f"{ORIGIN}/j/KEPT" if screen.path == "/j" else f"{ORIGIN}/t/KEPT{screen.path}")
    for label in screen.taps:
        page.get_by_role("button", name=starting(label)).filter(visible=True).first.click()


def encoded(image: Image.Image) -> bytes:
    """The picture as it is kept: whole in the best quality that is small enough, or half as wide.
    Raises `AssertionError` where that is too large.
    """
    for scale, quality in QUALITIES:
        out = BytesIO()
        image.reduce(scale).save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= LARGEST:
            return out.getvalue()
    raise AssertionError(f"{image.size} has more than {LARGEST} bytes in every quality")


def open_picture(file: Path) -> Image.Image:
    """A kept picture."""
    with Image.open(file) as kept:
        return kept.convert("RGB")


def difference(kept: Image.Image, now: Image.Image) -> float:
    """How many of a picture's blocks are another's, as a share of all; 1 where the sizes differ by
    more than a block.
    """
    scale = now.width // kept.width
    if abs(kept.width * scale - now.width) + abs(kept.height * scale - now.height) > BLOCK:
        return 1.0
    marks = _differing(kept, now)
    return marks.histogram()[255] / (marks.width * marks.height)


def _differing(kept: Image.Image, now: Image.Image) -> Image.Image:
    """A pixel a block, white where it differs."""
    means = [kept.reduce(BLOCK * kept.width // now.width), now.reduce(BLOCK)]
    size = (min(each.width for each in means), min(each.height for each in means))
    one, other = (each.crop((0, 0, *size)) for each in means)
    light = ImageChops.difference(one.convert("L"), other.convert("L"))
    marks = light.point(lambda value: 255 * (value >= DARKER))
    for colour in ImageChops.difference(one, other).split():
        marks = ImageChops.lighter(marks, colour.point(lambda value: 255 * (value >= COLOURED)))
    return marks
