"""The television's great moments, of two to eight players: nothing is cut, nothing lies on another,
and who is paid is in sight. Without a server: recorded games, played as far as the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion import transcript
from companion.games import CATALOGUE
from tests.browser.test_from_the_sofa import too_small
from tests.browser.test_table_screen import CUT_OFF
from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import at_rest, becomes
from tests.kit.places import GAMES

pytestmark = pytest.mark.browser

SIZES = ((1280, 720), (1920, 1080))
#: Words that lie on other words, a mark or a button, and what stands beyond the screen's edge.
OVERLAPS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
  while (walker.nextNode()) {
    const text = walker.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest(".sr, .skip, svg, script, style, [hidden]")) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(holder).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) words.push({ text: text.data.trim(), holder, box });
  }
  const apart = (one, other) =>
    one.right < other.left + 2 || other.right < one.left + 2 ||
    // a line's box is taller than its letters
    one.bottom < other.top + 0.3 * Math.min(one.height, other.height) ||
    other.bottom < one.top + 0.3 * Math.min(one.height, other.height);
  const found = [];
  for (const [nth, one] of words.entries()) {
    const { left, right, top, bottom } = one.box;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`"${one.text}" is beyond the edge`);
    for (const other of words.slice(nth + 1))
      if (one.holder !== other.holder && !apart(one.box, other.box))
        found.push(`"${one.text}" on "${other.text}"`);
    for (const mark of document.querySelectorAll(".board .badge, .board .qrlink, #moments button"))
      if (!mark.contains(one.holder) && mark.checkVisibility({ opacityProperty: true }) &&
          !apart(one.box, mark.getBoundingClientRect()))
        found.push(`"${one.text}" on ${mark.className}`);
  }
  return found;
}"""
#: Of the systems that are drawn, how much of its box each has from its star to its last orbit.
FILLED = """() => [...document.querySelectorAll(".galaxies .lying .sysbox")].map((box) => {
  const board = document.querySelector(box.querySelector("use").getAttribute("href"));
  const last = [...board.querySelectorAll(".on")].at(-1);
  const drawing = box.querySelector("svg"), to = drawing.getScreenCTM();
  const x = to.a * Number(last.getAttribute("x")) + to.e;
  const { left, width } = box.getBoundingClientRect();
  return (x - left) / width;
})"""
#: Who is to be paid, as the board says it, and how many of them have their number in sight.
PAID = """() => [...document.querySelectorAll(".realms .paid b")].map((each) => {
  const { top, bottom, height } = each.getBoundingClientRect();
  const row = each.closest("li").getBoundingClientRect();
  return height > 0 && top >= row.top - 1 && bottom <= row.bottom + 1;
})"""
#: Of each card in a lane its share of the screen's height; how wide the edge is of each that pays,
#: as a share too; and how many numbers of the pay stand beside the lanes, which have them.
CARDS = """() => {
  const cards = [...document.querySelectorAll(".realms .kchip")];
  const edge = (card) => parseFloat(/([\\d.]+)px inset/.exec(getComputedStyle(card).boxShadow)[1]);
  return {
    heights: cards.map((card) => card.getBoundingClientRect().height / innerHeight),
    edges: cards.filter((card) => card.matches(".pays")).map((card) => edge(card) / innerHeight),
    again: [...document.querySelectorAll(".counts li")].filter((each) => each.checkVisibility())
      .length,
  };
}"""
EMPIRES = {
    2: "two-players-hybrid",
    4: "four-players-hybrid",
    7: "seven-players-single",
    8: "eight-players-single",
}
COSMOGENESIS = {2: "two-players", 4: "four-players"}
CRAFTING = {
    2: "two-players-crystals",
    3: "three-players-last-goal",
    4: "four-players-last-goal",
}


def after(story: str, verb: str, nth: int) -> int:
    """How many moves are done when somebody has done this."""
    moves = transcript.read_transcript((GAMES / story).read_text("utf-8")).moves
    return [at for at, move in enumerate(moves, 1) if move.action.split()[0] == verb][nth]


def televisions(
    browser: Browser,
    folder: Path,
    story: str,
    *stages: Callable[[KeptTable], int],
    language: str = "en",
) -> Iterator[Page]:
    """The table screen at every stage, in every size."""
    with a_table(folder, story) as table, phones_at(browser, table) as pages:
        table.language = language
        table.start()
        for stage in stages:
            table.play_to(stage(table))
            page = pages("watcher")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{ORIGIN}/t/KEPT/screen")
                wait_until_drawn(page)
                page.evaluate("dispatchEvent(new Event('resize'))")
                wait_until_drawn(page)
                yield page


def wrong(page: Page) -> list[str]:
    """What is cut, beyond the edge or on something else while the switches are there."""
    page.evaluate("dispatchEvent(new Event('pointermove'))")
    at_rest(page)
    return [*page.evaluate(CUT_OFF), *page.evaluate(OVERLAPS)]


@pytest.mark.parametrize("players", EMPIRES)
def test_who_is_paid_is_in_sight(chromium: Browser, tmp_path: Path, players: int) -> None:
    story = f"empires/games/{EMPIRES[players]}.txt"
    rolls = [after(story, "roll", nth) for nth in (-3, -2, -1)]
    stages = [lambda _, done=done: done for done in rolls]
    paid = 0
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
        seen = page.evaluate(PAID)
        paid += len(seen)
        assert all(seen)
        cards = page.evaluate(CARDS)
        assert min(cards["heights"]) > 0.07, "as large as one reads from a sofa"
        assert len(cards["edges"]) >= len(seen) and min(cards["edges"], default=1) > 0.003
        assert cards["again"] == 0, "who is paid is said once"
    assert paid


#: What of a seat's lane is not whole inside of it.
OUT_OF_LANE = """() => [...document.querySelectorAll(".realms > li")].flatMap((lane) => {
  const { top, bottom } = lane.getBoundingClientRect();
  return [...lane.querySelectorAll("b, p, .kchip, .race, .points")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height && (box.top < top - 1 || box.bottom > bottom + 1);
  }).map((each) => each.textContent.trim());
})"""


@pytest.mark.spine
def test_eight_are_read_at_the_set_up_and_in_the_final_round(
    chromium: Browser, tmp_path: Path
) -> None:
    story = "empires/games/eight-players.txt"
    stages = (lambda _: 0, lambda _: after(story, "end", -1) - 1)
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
        becomes(page, OUT_OF_LANE, [])
        assert too_small(page, page.viewport_size["height"]) == []  # type: ignore[index]


@pytest.mark.spine("4")
@pytest.mark.parametrize("players", EMPIRES)
def test_last_reveals_and_the_end(chromium: Browser, tmp_path: Path, players: int) -> None:
    story = f"empires/games/{EMPIRES[players]}.txt"
    moves = transcript.read_transcript((GAMES / story).read_text("utf-8")).moves
    stages = (lambda _: after(story, "end", -1), KeptTable.end)
    told = [wrong(page) for page in televisions(chromium, tmp_path, story, *stages)]
    assert told == [[]] * 4 and len(moves) > 50


@pytest.mark.parametrize("players", COSMOGENESIS)
def test_systems_fill_their_cards(chromium: Browser, tmp_path: Path, players: int) -> None:
    story = f"cosmogenesis/games/{COSMOGENESIS[players]}.txt"
    stages = (
        lambda _: after(story, "end", players),
        lambda _: after(story, "end", -players - 1),
        KeptTable.end,
    )
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
        filled = page.evaluate(FILLED)
        assert len(filled) == players and all(0.7 < share < 1 for share in filled), filled


@pytest.mark.parametrize("language", ["de", "es", "fr", "it"])
def test_the_rounds_stand_between_title_and_switches(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    story = "cosmogenesis/games/four-players.txt"
    stages = [lambda _, done=done: done for done in (0, after(story, "end", 5))]
    for page in televisions(chromium, tmp_path, story, *stages, language=language):
        assert wrong(page) == []


#: How wide and high what is drawn on a card of the tour is, as shares of the part that it has.
DRAWN = """() => {
  const part = document.querySelector("#tour > :is(.shows, .scenery)");
  const all = [...part.querySelectorAll("svg, h2, .badge, .el, b, li, td")]
    .map((each) => each.getBoundingClientRect()).filter((box) => box.width);
  const { width, height } = part.getBoundingClientRect();
  const far = (start, end, all_of) =>
    (Math.max(...all.map((box) => box[end])) - Math.min(...all.map((box) => box[start]))) / all_of;
  return [far("left", "right", width), far("top", "bottom", height)];
}"""


@pytest.mark.parametrize(
    ("slug", "story"),
    [("crafting", CRAFTING[2]), ("empires", EMPIRES[2]), ("cosmogenesis", COSMOGENESIS[2])],
)
def test_the_tours_pictures_fill_their_part(
    chromium: Browser, tmp_path: Path, slug: str, story: str
) -> None:
    game = f"{slug}/games/{story}.txt"
    with a_table(tmp_path, game) as table, phones_at(chromium, table) as pages:
        for card in range(1, 1 + len(CATALOGUE[slug].lessons.tour)):
            headers = {"Origin": ORIGIN}
            form = {"card": str(card)}
            table.clients["mira"].post("/t/KEPT/tour", base_url=ORIGIN, data=form, headers=headers)
            page = pages("watcher")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"{ORIGIN}/t/KEPT/screen")
                wait_until_drawn(page)
                assert wrong(page) == []
                wide, high = page.evaluate(DRAWN)
                assert 0.65 < wide < 1.02 and 0.17 < high < 1.02, (card, wide, high)


#: Of every system: how much light it has, and what is said in the place of its sectors.
LIT = """() => [...document.querySelectorAll(".galaxies .realm")].map((realm) => [
  Number(getComputedStyle(realm.querySelector(".sysbox")).opacity),
  realm.querySelector(".sects > .has").textContent.trim(),
  realm.querySelector(".sects > .has use").getAttribute("href").split("#")[1],
])"""


def test_a_system_lights_up_when_it_is_counted(chromium: Browser, tmp_path: Path) -> None:
    story = "cosmogenesis/games/four-players.txt"
    counted = after(story, "next", -1)
    stages = [lambda _, done=counted + more: done for more in (0, 1, 3)]
    lit = []
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
        if page.locator("#finish_line").count():
            assert not lit[1:], "only until somebody counts"
            lit.append(0)
            continue
        told = page.evaluate(LIT)
        assert all(
            each in ([1, "Counted", "ok"], [0.4, "Still counting", "clock"]) for each in told
        ), told
        lit.append(sum(words == "Counted" for _, words, _ in told))
    assert lit == [0, 0, 2, 2, 3, 3]


@pytest.mark.parametrize("players", CRAFTING)
def test_the_last_round_is_a_picture(chromium: Browser, tmp_path: Path, players: int) -> None:
    """From its start to its end, beside whatever is new; not before."""
    story = f"crafting/games/{CRAFTING[players]}.txt"
    stages = (
        lambda _: after(story, "collect", -2 * players),
        lambda _: after(story, "collect", -players),
        lambda _: after(story, "collect", -1),
    )
    seen = []
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
        flags = page.locator(".last-round > .icon").all()
        boxes = [flag.bounding_box() for flag in flags]
        high = page.viewport_size["height"]  # type: ignore[index]
        assert all(box and box["height"] > 0.06 * high for box in boxes)
        assert not boxes or too_small(page, high) == []
        seen.append(len(boxes))
    assert (seen[:2], seen[-2:]) == ([0, 0], [1, 1])


@pytest.mark.parametrize("players", CRAFTING)
def test_a_goal_and_the_end_of_crafting(chromium: Browser, tmp_path: Path, players: int) -> None:
    story = f"crafting/games/{CRAFTING[players]}.txt"
    stages = (
        lambda _: 0,
        lambda _: after(story, "score", -2) - 1,
        lambda _: after(story, "score", -2),
        KeptTable.end,
    )
    for page in televisions(chromium, tmp_path, story, *stages):
        assert wrong(page) == []
