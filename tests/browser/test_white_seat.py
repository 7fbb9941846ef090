"""A white seat is seen in the light theme, wherever it is drawn: every patch that takes the seat's
white, and every line that stands for it, has an edge of 3:1 against what lies beside it.

Found by painting: what changes when white becomes another colour is a drawing of the seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page

from companion.play import lobby
from tests.kit.browser.kept_pictures import STORIES, Screen, screens_of, show
from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn

pytestmark = pytest.mark.browser

#: Contrast of a drawing's edge (WCAG 1.4.11), and the share of its outline that has it: where two
#: seats' pieces touch, or words stand close by, some of it is hidden.
CONTRAST, OUTLINED = 3.0, 0.5
#: Pixels: how far off an edge may lie (a ring is 2 px wide, and blurred), and what is too small to
#: be judged: a corner, a speck of a blurred edge.
NEAR, SPECK = 3, 24
#: A channel that differs by so much, of 255, has changed.
CHANGED = 60
#: What paints a white seat, in all colours but its own.
PAINTS = ("--seat-white", "--seat-white-line")
OTHERWISE = "([name, value]) => document.documentElement.style.setProperty(name, value)"
#: Pages that the kept stories don't open.
MORE = ("/history", "/table", "/lobby")
#: The lobby as those see it who sit there, who joins, and the television.
LOBBY = (
    Screen("lobby", "mira", "", 390, "light", ()),
    Screen("join", "late", "/j", 390, "light", ()),
    Screen("lobby-tv", "watcher", "/screen", 1280, "light", ()),
)


def make_white(table: KeptTable, white: int) -> None:
    """Gives this seat the colour."""
    host = table.site.store.latest("KEPT").host
    lobby.choose_colour(table.site.store, "KEPT", white, "white", host)


def picture(page: Page) -> Image.Image:
    wait_until_drawn(page)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def faults(page: Page) -> Iterator[str]:
    """What is drawn of a white seat on the page, and can't be told from what lies beside it."""
    now = picture(page)
    for name in PAINTS:
        page.evaluate(OTHERWISE, [name, "#00c000"])
        otherwise = picture(page)
        page.evaluate(OTHERWISE, [name, ""])
        for box, share in unseen(now, otherwise):
            yield f"{name} at {box}: {share:.0%} of its outline is seen"


def unseen(
    now: Image.Image, otherwise: Image.Image
) -> Iterator[tuple[tuple[int, int, int, int], float]]:
    """Patches that differ between the two pictures and whose outline has too little contrast: their
    boxes, and the share of the outline that has enough.
    """
    changed = Image.new("L", now.size)
    for channel in ImageChops.difference(now, otherwise).split():
        changed = ImageChops.lighter(changed, channel.point(lambda x: 255 * (x > CHANGED)))
    for patch in patches(changed):
        if len(patch) < SPECK:
            continue
        outline = [(x, y) for x, y in patch if not inside(patch, x, y)]
        colour = sorted(luminance(now.getpixel(at)) for at in patch)[len(patch) // 2]
        seen = sum(
            any(far(colour, now, at) for at in around(now, patch, *each)) for each in outline
        )
        if seen < OUTLINED * len(outline):
            xs, ys = [x for x, _ in patch], [y for _, y in patch]
            yield (min(xs), min(ys), max(xs), max(ys)), seen / len(outline)


def patches(mask: Image.Image) -> Iterator[set[tuple[int, int]]]:
    """The connected patches of what is white in a mask."""
    grown = mask.filter(ImageFilter.MaxFilter(3))
    data, width = grown.tobytes(), grown.width
    left = {divmod(at, width)[::-1] for at, each in enumerate(data) if each}
    real = mask.load()
    while left:
        patch, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            patch.add((x, y))
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= beside
            edge += beside
        yield {at for at in patch if real[at]}


def inside(patch: set[tuple[int, int]], x: int, y: int) -> bool:
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} <= patch


def around(
    image: Image.Image, patch: set[tuple[int, int]], x: int, y: int
) -> Iterator[tuple[int, int]]:
    """The pixels near one, outside of its patch."""
    for across in range(max(x - NEAR, 0), min(x + NEAR + 1, image.width)):
        for down in range(max(y - NEAR, 0), min(y + NEAR + 1, image.height)):
            if (across, down) not in patch:
                yield across, down


def far(colour: float, image: Image.Image, at: tuple[int, int]) -> bool:
    """Whether the pixel has enough contrast with a colour's luminance."""
    dark, light = sorted((colour, luminance(image.getpixel(at))))
    return (light + 0.05) / (dark + 0.05) >= CONTRAST


def luminance(pixel: tuple[int, int, int]) -> float:
    """The relative luminance of WCAG, 0 to 1."""
    parts = [x / 255 / 12.92 if x <= 10 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in pixel]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def bright(screen: Screen) -> Screen:
    return Screen(screen.name, screen.phone, screen.path, screen.width, "light", screen.taps)


@pytest.mark.some(2)
@pytest.mark.parametrize("story", STORIES)
def test_a_white_seat_is_seen_on_every_screen(
    chromium: Browser, tmp_path: Path, story: str
) -> None:
    wrong, looked = list[str](), set[str]()
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        make_white(table, 1)
        for screen in screens_of(table, story):
            if screen.name not in looked:
                looked.add(screen.name)
                page = pages(screen.phone)
                show(page, bright(screen))
                wrong += [f"{screen.name}: {words}" for words in faults(page)]
        for path in MORE:
            page = pages("mira")
            page.goto(f"{ORIGIN}/t/KEPT{path}")
            wrong += [f"{path}: {words}" for words in faults(page)]
    assert wrong == []


def test_a_free_white_seat_is_seen_in_the_lobby(chromium: Browser, tmp_path: Path) -> None:
    wrong = list[str]()
    with a_table(tmp_path, next(iter(STORIES))) as table, phones_at(chromium, table) as pages:
        make_white(table, len(table.site.store.latest("KEPT").seats))
        for screen in LOBBY:
            page = pages(screen.phone)
            show(page, screen)
            wrong += [f"{screen.name}: {words}" for words in faults(page)]
    assert wrong == []
