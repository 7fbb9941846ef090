"""The layout law: head, room, foot. The choice is in sight on every phone, whatever is said.

Screens of recorded games of all three, at four sizes and in three languages, without a server.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.browser.kept_pictures import STORIES, Screen, screens_of
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import becomes
from tests.kit.languages import each_language

pytestmark = pytest.mark.browser

#: Width and height in pixels, and the size of the text.
SIZES = ((360, 640, 1.0), (390, 844, 1.0), (320, 568, 1.0), (320, 568, 1.5))
#: Pixels of head and foot together, of a sill of one row and of two; in large text a share.
ONE_ROW, TWO_ROWS, LARGE = 156, 196, 0.4
#: Where a turn's first choice begins at the latest, as a share of the height.
FIRST = 0.4
#: Screens on which a seat chooses, and how much of what it can tap is in sight in usual text, on a
#: phone that is at least so wide.
CHOICES, IN_SIGHT = (
    {
        "empires-setup": 320,
        "empires-roll": 320,
        "empires-build": 320,
        "cosmogenesis-turn": 320,
        "cosmogenesis-taken": 320,
        "cosmogenesis-extra": 360,
        "cosmogenesis-round-end": 360,
        "crafting-setup": 390,
        "crafting-craft": 360,
    },
    0.6,
)
#: Moments of Mira's turns: before she does this the nth time, or so many moves later; how much of
#: what she can tap then is in sight at least.
MOMENTS = {
    "crafting/games/four-players-last-goal.txt": {
        ("shift", 0, 0): 0.8,
        ("took", 1, 1): 0.55,
        ("took", 3, 1): 0.5,
        ("shift", -1, 0): 0.8,
        ("took", -1, 1): 0.6,
    },
    "empires/games/two-players-hybrid.txt": {
        ("build", 0, 0): 0.8,
        ("build", 2, 0): 0.7,
        ("roll", 0, 0): 0.8,
        ("confirm", 1, 0): 0.6,
        ("build", -1, 0): 0.6,
    },
    "cosmogenesis/games/four-players.txt": {
        ("planet", 0, 0): 1,
        ("extra-comet", 1, 0): 0.85,
        ("comet", 1, 0): 1,
        ("moon", 2, 0): 1,
        ("life", 0, 0): 1,
    },
}
#: Pages of the table without the three parts.
ELSEWHERE = ("lobby", "join", "-tv")
#: The page in this size of text, from its top.
IN_TEXT = """(size) => {
  document.documentElement.style.fontSize = size;
  scrollTo(0, 0);
  dispatchEvent(new Event("resize"));
}"""
#: Heights and places of the three parts; what lies between room and tabs; what is cut of the tabs.
LAID = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect();
  const head = document.querySelector("#slot-top"), foot = document.querySelector(".dock");
  const sticks = getComputedStyle(head).position === "sticky";
  const room = document.querySelector("main");
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const inTurn = [...document.querySelectorAll(
    "#slot-turn :is(button, a[href], label, summary):not([aria-disabled=true])")].filter(seen);
  const tops = inTurn.map((each) => each.getBoundingClientRect().top);
  const low = foot.getBoundingClientRect().top;
  const strangers = [...document.querySelectorAll(".dock > *, #foot > *")]
    .filter((each) => seen(each) && each.getBoundingClientRect().height > 0 &&
      !each.matches("#foot, #waits, #toast, #slot-last, .sill, .acts, .tabs, [popover]"));
  const tabs = [...document.querySelectorAll(".tabs > *")];
  return {
    head: sticks ? head.offsetHeight : 0,
    foot: foot.offsetHeight,
    rows: document.querySelector(".dock .act.many") ? 2 : 1,
    first: tops.length ? Math.min(...tops) : null,
    share: tops.length ? inTurn.filter((each) =>
      each.getBoundingClientRect().bottom <= low + 1).length / tops.length : 1,
    cards: [...document.querySelectorAll("#slot-turn .deck .drawn")].map(
      (each) => each.getBoundingClientRect().bottom <= low + 1),
    below: [...document.querySelectorAll(".tick")].filter(seen).filter((each) => {
      const [box, words] = [".box", ".grow"].map((what) =>
        each.querySelector(what)?.getBoundingClientRect());
      return box && words && words.top >= box.bottom;
    }).length,
    strangers: strangers.map((each) => each.outerHTML.slice(0, 80)),
    rowsOfTabs: new Set(
      tabs.map((each) => Math.round(each.getBoundingClientRect().top))).size,
    greyed: document.querySelectorAll(".dock .btn.main.off").length,
    words: [...document.querySelectorAll(".dock .word")].filter(seen).length,
    over: Boolean(document.querySelector("#finish")),
    sideways: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def laid(page: Page, size: tuple[int, int, float]) -> dict[str, Any]:
    """The measures of the screen that is open, on a phone of this size."""
    width, height, text = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(IN_TEXT, f"{100 * text}%")
    wait_until_drawn(page)
    found: dict[str, Any] = page.evaluate(LAID)
    return found


def faults(found: dict[str, Any], size: tuple[int, int, float]) -> Iterator[str]:
    """What is against the law on a screen of this size."""
    _, height, text = size
    around = found["head"] + found["foot"]
    most = TWO_ROWS if found["rows"] == 2 else ONE_ROW
    if around > (most if text == 1 else max(most, LARGE * height)):
        yield f"head and foot are {around} px"
    if found["strangers"]:
        yield f"beside the sill: {found['strangers']}"
    if found["rowsOfTabs"] != 1:
        yield "tabs in more rows than one"
    if found["greyed"]:
        yield "a greyed main button"
    if found["words"] != (0 if found["over"] else 1):
        yield f"{found['words']} words at once"
    if found["below"]:
        yield f"{found['below']} ticks stand above their words"
    if found["sideways"]:
        yield f"{found['sideways']} px sideways"


@pytest.mark.spine(
    "crafting/games/four-players-last-goal.txt-en",
    "empires/games/two-players-hybrid.txt-de",
    "cosmogenesis/games/four-players.txt-fr",
)
@pytest.mark.some(3)
@each_language
@pytest.mark.parametrize("story", STORIES)
def test_head_room_and_foot(chromium: Browser, tmp_path: Path, story: str, language: str) -> None:
    wrong, seen = list[str](), 0
    for screen, size, found in measured(chromium, tmp_path, story, language):
        seen += 1
        wrong += [f"{screen.name} at {size}: {words}" for words in faults(found, size)]
        if size[2] == 1 and size[0] >= CHOICES.get(screen.name, size[0] + 1):
            assert found["first"] <= FIRST * size[1], (screen.name, size, found)
            assert found["share"] >= IN_SIGHT, (screen.name, size, found)
        if found["cards"]:
            assert sum(found["cards"]) >= IN_SIGHT * len(found["cards"]), (screen.name, size, found)
        print(
            screen.name,
            language,
            *size,
            *(found[key] for key in ("head", "foot", "first", "share")),
        )
    assert wrong == []
    assert seen >= 24


@pytest.mark.some(2)
@pytest.mark.parametrize("guided", [False, True], ids=["alone", "guided"])
@pytest.mark.parametrize("story", MOMENTS)
def test_what_can_be_tapped_in_a_turn_is_in_sight(
    chromium: Browser, tmp_path: Path, story: str, *, guided: bool
) -> None:
    """On a small phone, before anything is scrolled, explained or not: as BENCHMARKS.md has it."""
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        if guided:
            table.be_guided()
        table.start()
        if guided:
            table.be_taught()
        page, explained, seen = pages("mira"), 0, 0
        for (verb, nth, more), least in MOMENTS[story].items():
            table.play_to(table.before(verb, nth) + more)
            page.goto(f"{ORIGIN}/t/KEPT")
            found = laid(page, SIZES[0])
            print(story, guided, verb, nth, found["first"], found["share"])
            assert found["first"] <= FIRST * SIZES[0][1], (verb, nth, found)
            assert found["share"] >= least, (verb, nth, found)
            seen += 1
            explained += page.locator("#coach, #hint > *").count()
        assert seen == 5 and (explained > 0) is guided


#: The points of the first nebula, and where the foot begins.
NEBULA = """() => document.querySelector(".piece").getBoundingClientRect().bottom <=
  document.querySelector(".dock").getBoundingClientRect().top"""
#: The points of each nebula are one line, its name beside them in two lines at most.
BESIDE = """() => [...document.querySelectorAll(".piece")].every((each) => {
  const [name, points] = [each.querySelector("b"), each.querySelector(".first")];
  return name.getBoundingClientRect().right <= points.getBoundingClientRect().left &&
    each.offsetHeight <= 64;
})"""


@pytest.mark.some(2)
@each_language
def test_large_text_has_the_first_nebula_in_sight(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    """On the smallest phone, with stars and life in hand and a supernova to be told."""
    story = "crafting/games/four-players-last-goal.txt"
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        table.language = language
        table.start()
        page = pages("mira")
        for nth in (1, 3, -1):
            table.play_to(table.before("took", nth) + 1)
            page.goto(f"{ORIGIN}/t/KEPT")
            assert list(faults(laid(page, SIZES[-1]), SIZES[-1])) == []
            becomes(page, NEBULA, True)
            becomes(page, BESIDE, True)


#: Heights of the lists of what was taken, and whether they stand open.
STRIPS = """() => [...document.querySelectorAll("details.got")].map((each) =>
  [each.offsetHeight, each.open])"""
#: Of the strip, in pixels: a row of signs below its title.
STRIP = 44


@pytest.mark.spine("last-en")
@each_language
@pytest.mark.parametrize("round_", ["first", "last"])
def test_what_was_taken_is_a_strip_on_a_guided_table(
    chromium: Browser, tmp_path: Path, round_: str, language: str
) -> None:
    """Open while the guide says what to take, never after: with hints in the last round neither."""
    with (
        a_table(tmp_path, "crafting/games/four-players-last-goal.txt") as table,
        phones_at(chromium, table) as pages,
    ):
        table.language = language
        table.be_guided()
        table.start()
        table.be_taught()
        table.play_to(table.before("collect", 0 if round_ == "first" else -1))
        table.tap(1, "collect placed")
        page = pages("mira")
        page.goto(f"{ORIGIN}/t/KEPT")
        if round_ == "first":
            becomes(page, STRIPS, lambda found: [is_open for _, is_open in found] == [True])
            table.be_told("take")
            page.goto(f"{ORIGIN}/t/KEPT")
        expect(page.locator("#coach, #hint > *").first).to_be_attached()
        for size in SIZES[:2]:
            found = laid(page, size)
            becomes(page, STRIPS, [[STRIP, False]])
            assert found["share"] >= IN_SIGHT, (size, found)
            assert list(faults(found, size)) == []


#: The points that are seen under Table.
POINTS = """() => [...document.querySelectorAll("#slot-table .points")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true })).length"""


@pytest.mark.parametrize("story", STORIES)
def test_under_table_each_players_points_stand_once(
    chromium: Browser, tmp_path: Path, story: str
) -> None:
    with a_table(tmp_path, story) as table, phones_at(chromium, table) as pages:
        table.start()
        table.play_to(table.end() // 2)
        seats = len(table.site.store.latest("KEPT").seats)
        page = pages("mira")
        page.goto(f"{ORIGIN}/t/KEPT/table")
        wait_until_drawn(page)
        becomes(page, POINTS, seats)


#: Heights of what starts the game and of the lobby, and where the first seat ends.
LOBBY = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  return { foot: box(".dock").height, low: box(".dock").top, seat: box(".seat-cells > li").bottom };
}"""
#: What starts the game has at most this share of the height, in large text too.
STARTS = 0.2


@pytest.mark.spine("en")
@each_language
def test_the_lobby_shows_who_is_here_above_what_starts_the_game(
    chromium: Browser, tmp_path: Path, language: str
) -> None:
    """The guide and Start stay beside each other, whatever the text's size."""
    with a_table(tmp_path, next(iter(STORIES))) as table, phones_at(chromium, table) as pages:
        table.language = language
        for phone in ("mira", "others"):
            page = pages(phone)
            page.goto(f"{ORIGIN}/t/KEPT")
            for width, height, text in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(IN_TEXT, f"{100 * text}%")
                wait_until_drawn(page)
                found = page.evaluate(LOBBY)
                assert found["foot"] <= STARTS * height, (phone, width, text, found)
                assert found["seat"] <= found["low"], (phone, width, text, found)


#: What is asked goes on and on.
LONG = "words => document.querySelector('#asks-sheet .note p').append(words)"
#: The open question's answers, and where its sheet ends.
ANSWERS = """() => {
  const sheet = document.getElementById("asks-sheet");
  if (!sheet.matches(":popover-open")) sheet.showPopover();
  return [...sheet.querySelectorAll(".taps .btn")].map((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const over = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
    return bottom <= innerHeight && sheet.contains(over);
  });
}"""


def test_a_long_question_is_answered_in_sight(chromium: Browser, tmp_path: Path) -> None:
    """ "Approve" and "No", whatever it takes along, on the smallest phone in large text."""
    with a_table(tmp_path, next(iter(STORIES))) as table, phones_at(chromium, table) as pages:
        table.start()
        table.play_to(table.end() // 2)
        own = [each for each in table.site.store.latest("KEPT").entries if each.seat == 1][-12]
        back, headers = {"seat": "1", "entry": f"{own.seq}"}, {"Origin": ORIGIN}
        table.clients["mira"].post("/t/KEPT/take-back", base_url=ORIGIN, data=back, headers=headers)
        page = pages("others")
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(f"{ORIGIN}/t/KEPT")
        page.evaluate(IN_TEXT, "150%")
        page.evaluate(LONG, " It takes more along." * 40)
        wait_until_drawn(page)
        becomes(page, ANSWERS, [True, True])


def measured(
    browser: Browser, folder: Path, story: str, language: str
) -> Iterator[tuple[Screen, tuple[int, int, float], dict[str, Any]]]:
    """The measures of every screen of the story's game, at every size."""
    with a_table(folder, story) as table, phones_at(browser, table) as pages:
        table.language = language
        looked = set[str]()
        for screen in screens_of(table, story):
            if screen.name in looked or any(part in screen.name for part in ELSEWHERE):
                continue
            looked.add(screen.name)
            page = pages(screen.phone)
            page.goto(f"{ORIGIN}/t/KEPT{screen.path}")
            for size in SIZES:
                yield screen, size, laid(page, size)
