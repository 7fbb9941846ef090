"""The table screen from two metres: it fits every screen that lies down, whatever the game is at,
nothing is cut off, and what matters is large. Looked at without taps: nobody touches a television.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import product

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from companion import transcript
from tests.kit.browser.cosmogenesis_screens import COSMOGENESIS
from tests.kit.browser.empires_screens import EMPIRES
from tests.kit.browser.handsets import Phone
from tests.kit.browser.openings import is_live
from tests.kit.browser.reading import (
    FAMILIES,
    TEXT_SIZES,
    Least,
    drawn_in,
    unreadable,
    wait_until_drawn,
)
from tests.kit.browser.screens import (
    GAMES,
    LAID_OUT,
    PICTURES,
    SHIFTED,
    THEMES,
    Visitor,
    show_in,
)
from tests.kit.browser.waiting import becomes

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1280, 720), (1280, 800), (1366, 768), (1920, 1080))
IN_FAMILIES = ((1024, 768), (1280, 720), (1920, 1080))
#: CSS pixels that the main words have at least on a screen 1280 wide, and all words there are.
LARGE, SMALL = 24, 16
#: Boxes whose inside is larger than they are, and what stands beyond the edge of the screen.
CUT_OFF = """() => {
  const all = ".board > *, .board section, .board .card, .all-seats > li, .ceremony";
  const isCut = (box) => box.clientHeight && !box.closest(".wheel")
    && (box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2);
  const size = (box) => [box.scrollWidth, box.scrollHeight, box.clientWidth, box.clientHeight];
  const page = document.scrollingElement, cut = [...document.querySelectorAll(all)].filter(isCut);
  const scrolls = page.scrollHeight > innerHeight || page.scrollWidth > innerWidth;
  const told = cut.map((box) => `${box.id || box.className}: ${size(box)}`);
  return scrolls ? [...told, "the page scrolls"] : told;
}"""
MAIN = ", ".join(
    (
        *(".top h1", ".top p", ".all-seats b", ".points", ".corner b", ".goal b:has(+ small)"),
        *(".log li:first-child .grow", ".code", ".win h1", ".win p", "tfoot td"),
    )
)


STATES: dict[str, Callable[[Visitor], Phone]] = {
    "lobby": lambda v: v.visit(f"/t/{v.lobby()}/screen"),
    "setup": lambda v: v.at("setup", [], "/screen"),
    "dealt": lambda v: v.at("dealt", LAID_OUT[:-1], "/screen"),
    "shift": lambda v: v.at("shift", SHIFTED, "/screen"),
    "craft": lambda v: v.at("craft", v.crafting(), "/screen"),
    "score": lambda v: v.at("score", v.before_last("score"), "/screen"),
    "reveal": lambda v: v.at("reveal", v.before_first("reveal"), "/screen"),
    "result": lambda v: v.at("result", v.whole, "/screen"),
}
#: Of each game a television in the middle of it.
IN_PLAY: dict[str, Callable[[Visitor], Phone]] = {
    "crafting": STATES["craft"],
    "empires": EMPIRES["screen-empires"],
    "cosmogenesis": COSMOGENESIS["screen-cosmo"],
}


@pytest.mark.spine("shift")
@pytest.mark.some(4)
@pytest.mark.parametrize("state", STATES)
def test_it_fits_and_can_be_read(visitor: Visitor, state: str) -> None:
    page = STATES[state](visitor).page
    found = []
    page.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_until_drawn(page)
        found += [f"{width}x{height}: {words}" for words in page.evaluate(CUT_OFF)]
    assert found + too_tight(page) == []


def too_tight(page: Page) -> list[str]:
    """What is cut off or cannot be read from the other side of the room, in any family."""
    expect(page.locator(MAIN).first).to_be_attached()
    found = []
    for (width, height), family in product(IN_FAMILIES, FAMILIES):
        least = Least(SMALL * min(width / 1280, 1), LARGE * min(width / 1280, 1), MAIN)
        page.set_viewport_size({"width": width, "height": height})
        for size in TEXT_SIZES if width == 1280 else TEXT_SIZES[:1]:
            with drawn_in(page, family, size):
                where = f"{family} {size} % {width}x{height}"
                told = [*page.evaluate(CUT_OFF), *unreadable(page, least)]
                found += [f"{where}: {words}" for words in told]
    return found


def test_the_measures_find_what_is_wrong(visitor: Visitor) -> None:
    """The checks above are no use if they cannot fail."""
    page = STATES["craft"](visitor).page
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_until_drawn(page)
    room = Least(SMALL, LARGE, MAIN)
    becomes(page, CUT_OFF, [])
    assert unreadable(page, room) == []
    page.evaluate("document.querySelector('.all-seats b').style.fontSize = '20px'")
    assert unreadable(page, room) == ['"Mira" is 20.0 px']
    page.evaluate("document.querySelector('.all-seats li').style.whiteSpace = 'nowrap'")
    page.evaluate("document.querySelector('.all-seats p').textContent = 'x'.repeat(400)")
    becomes(page, CUT_OFF, bool)


def test_what_is_too_much_is_shown_smaller(visitor: Visitor) -> None:
    page = STATES["craft"](visitor).page
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_until_drawn(page)
    side = page.locator("#slot-side")
    expect(side).not_to_have_attribute("data-tight", "1")
    page.evaluate(
        """() => {
          const track = document.querySelector(".track");
          const lines = [...track.children, ...track.children];
          for (const line of lines) track.append(line.cloneNode(true));
          dispatchEvent(new Event("resize"));
        }"""
    )
    wait_until_drawn(page)
    expect(side).to_have_attribute("data-tight", re.compile("[1-5]"))
    becomes(page, CUT_OFF, [])


@pytest.mark.spine
def test_eight_players_have_room(visitor: Visitor) -> None:
    """In the middle of another game, with everybody's cards and pay to show."""
    mira = visitor.mira
    text = (GAMES.parent.parent / "empires" / "games" / "eight-players.txt").read_text("utf-8")
    played = transcript.read_transcript(text)
    mira.open_at_once(played.slug, "Mira", played.seats)
    for seat in range(2, played.seats + 1):
        mira.sit(seat, f"Player {seat}")
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    for move in played.moves[: len(played.moves) // 2]:
        mira.send(move.seat, move.action)
    mira.go("/screen")
    for width, height in SIZES:
        mira.page.set_viewport_size({"width": width, "height": height})
        wait_until_drawn(mira.page)
        becomes(mira.page, CUT_OFF, [])
    assert too_tight(mira.page) == []
    mira.page.screenshot(path=PICTURES / "table-screen-eight.png")
    for seat in range(2, played.seats + 1):
        expect(mira.page.locator(".all-seats")).to_contain_text(f"Player {seat}")


@pytest.mark.parametrize("moves", [(), ("begin 1",)])
def test_empires_before_the_first_roll(phone: Callable[..., Phone], moves: tuple[str, ...]) -> None:
    """The set-up's picture, and then the lanes, have most of the screen."""
    mira = phone()
    mira.open_at_once("empires", "Mira", 3)
    mira.sit(2, "Ben")
    mira.sit(3, "Ana")
    mira.start()
    mira.send(1, *moves)
    mira.go("/screen")
    for width, height in SIZES:
        mira.page.set_viewport_size({"width": width, "height": height})
        wait_until_drawn(mira.page)
        becomes(mira.page, CUT_OFF, [])
        large = mira.page.locator("#slot-scores" if moves else "#slot-middle").bounding_box()
        corner = mira.page.locator("#slot-invite").bounding_box()
        assert large and large["width"] > 0.6 * width
        assert corner and corner["y"] + corner["height"] > 0.95 * height


@pytest.mark.spine("crafting")
@pytest.mark.parametrize("state", ["shift", *IN_PLAY])
def test_the_code_in_the_corner_reads_from_afar(visitor: Visitor, state: str) -> None:
    """A picture of the television at a third of its size is enough, as from the end of a sofa; once
    the first round is over, when hardly anybody comes, it is small: half the size is enough of a
    usual television, and a small one as it is.
    """
    phone = (STATES | IN_PLAY)[state](visitor)
    late = phone.page.locator("#mine[data-under-way]").count() > 0
    assert late == (state in IN_PLAY)
    corner = phone.page.locator("#slot-invite")
    for (width, height), theme in product(((1280, 720), (1920, 1080)), THEMES):
        phone.page.set_viewport_size({"width": width, "height": height})
        show_in(phone.page, theme)
        wait_until_drawn(phone.page)
        with Image.open(BytesIO(phone.page.screenshot())) as whole:
            share = 3 if not late else width // 960
            for way in (Image.Resampling.LANCZOS, Image.Resampling.BOX):
                small = whole.resize((width // share, height // share), way)
                found = [each.text.lower() for each in zxingcpp.read_barcodes(small)]
                assert [f"/j/{phone.code.lower()}-" in text for text in found] == [True]
        box = corner.bounding_box()
        assert box and box["height"] < height / (6 if late else 5), "it takes no more than a corner"


def test_it_fits_when_the_game_starts_while_it_is_looked_at(phone: Callable[..., Phone]) -> None:
    host, screen = phone(), phone()
    screen.code = host.open_table("Mira", 2)
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.go("/screen")
    is_live(screen)
    host.sit(2, "Ben")
    host.start()
    expect(screen.page.locator("#panel-banner")).to_be_visible()
    wait_until_drawn(screen.page)
    becomes(screen.page, CUT_OFF, [])
    below = "document.querySelector('.board').getBoundingClientRect().bottom > innerHeight"
    becomes(screen.page, below, False)


def test_upright_it_is_a_page_to_scroll(visitor: Visitor) -> None:
    page = STATES["craft"](visitor).page
    page.set_viewport_size({"width": 800, "height": 1280})
    wait_until_drawn(page)
    becomes(page, "document.scrollingElement.scrollWidth", lambda wide: wide <= 800)
    for place in ("#slot-scores", "#slot-middle", "#slot-side", "#slot-log", "#slot-invite"):
        expect(page.locator(place)).to_be_visible()


def test_on_a_phone_it_tells_the_televisions_address(phone: Callable[..., Phone]) -> None:
    host = phone()
    code = host.open_table("Mira", 2)
    host.unfold("Settings")
    host.press_link("Show on a tablet or TV")
    told = host.page.locator(".elsewhere")
    expect(told).to_contain_text(f"/t/{code}/screen")
    host.page.set_viewport_size({"width": 1280, "height": 720})
    expect(told).to_be_hidden()
    host.page.set_viewport_size({"width": 390, "height": 844})
    host.press_link("Back")
    expect(host.page.locator("#slot-seats")).to_be_visible()


@pytest.mark.spine
def test_it_shows_nothing_to_one_seat_alone(visitor: Visitor) -> None:
    """Even on the phone of somebody at the table, it is nobody's."""
    page = STATES["shift"](visitor).page
    expect(page.locator(".all-seats")).to_contain_text("Mira")
    forms = page.locator(".board form, .board [name=action]")
    expect(forms).to_have_count(0)


#: Controls whose words lie on the ring: the corner of their box that is nearest the middle counts.
ON_THE_RING = """() => {
  const ring = document.querySelector(".wheel > svg").getBoundingClientRect();
  const x = ring.x + ring.width / 2, y = ring.y + ring.height / 2;
  const outer = (149 / 358) * ring.width;
  const near = (low, high, at) => Math.max(low - at, 0, at - high);
  const words = [...document.querySelectorAll(".corner, .corner b")].flatMap((corner) => {
    const range = document.createRange();
    range.selectNodeContents(corner);
    return [...range.getClientRects()].map((box) => [corner.textContent.trim(), box]);
  });
  return words.filter(([, box]) =>
    Math.hypot(near(box.left, box.right, x), near(box.top, box.bottom, y)) < outer
  ).map(([told]) => told);
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_names_of_the_controls_stand_beside_the_wheel(
    visitor: Visitor, width: int, height: int
) -> None:
    page = STATES["craft"](visitor).page
    page.set_viewport_size({"width": width, "height": height})
    wait_until_drawn(page)
    expect(page.locator(".corner")).to_have_count(4)
    becomes(page, ON_THE_RING, [])
