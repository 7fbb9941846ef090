"""The end on two phones and a table screen: told in the same steps, shared, played once more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion import transcript
from companion.transcript import Transcript
from tests.kit.browser.handsets import Phone
from tests.kit.browser.house import House
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.moved_clock import MovedClock
from tests.kit.browser.openings import NAMES, is_live
from tests.kit.browser.reading import drawn_in, wait_until_drawn
from tests.kit.browser.ruler import look_over
from tests.kit.browser.screens import GAMES, PICTURES, THEMES
from tests.kit.browser.waiting import at_rest, becomes, holds

pytestmark = pytest.mark.browser

#: Seconds between two steps: the clock is moved on from one to the next, and none comes by itself.
PACE = 60.0
TOLD = ["Who won?", "Nebulae", "Time chamber", "Goals", "Cards, powers", "Advanced life", ""]
TELEVISION = {"width": 1280, "height": 720}
#: Notes every heading of the ceremony, and what of the whole result could be seen then; "" when
#: all is told.
NOTE_STEPS = """() => {
  const whole = "#panel-result, #panel-breakdown, #panel-graph, #tab-table";
  window.steps = [];
  const look = () => {
    const told = document.getElementById("ceremony");
    if (!told) return;
    const words = told.hidden ? "" : told.querySelector("h1").textContent.trim();
    if (window.steps.at(-1)?.[0] === words) return;
    const seen = [...document.querySelectorAll(whole)].filter((each) => each.checkVisibility());
    window.steps.push([words, seen.map((each) => each.id)]);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver(look).observe(document.body, all);
}"""
HEADINGS = "window.steps.map(([words]) => words)"


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> MovedClock:
    return MovedClock(tmp_path_factory.mktemp("clock"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, clock: MovedClock) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), pace=PACE, program=clock.program)
    yield house
    house.stop()


@pytest.fixture(scope="module")
def played() -> Transcript:
    """A game for two that only the tie-break decides."""
    return transcript.read_transcript(
        (GAMES / "two-players-tie-break.txt").read_text(encoding="utf-8")
    )


def moves_of(played: Transcript) -> list[tuple[int, str]]:
    return [(move.seat, move.action) for move in played.moves]


def seated(
    phone: Callable[..., Phone], played: Transcript, bens: str = NAMES[1], **more: bool
) -> tuple[Phone, Phone]:
    """Mira and Ben, one action before the end. `bens`: what Ben calls himself."""
    mira, ben = phone(**more), phone(**more)
    mira.open_at_once("crafting", NAMES[0], 2)
    ben.code = mira.code
    ben.sit(2, bens)
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    for seat, some in groupby(moves_of(played)[:-1], key=lambda move: move[0]):
        (mira, ben)[seat - 1].send(seat, *(action for _, action in some))
    mira.has_done(len(played.moves) - 1)
    return mira, ben


def end(phones: tuple[Phone, Phone], played: Transcript) -> None:
    seat, action = moves_of(played)[-1]
    phones[seat - 1].send(seat, action)


def at_the_end(phone: Callable[..., Phone], played: Transcript) -> tuple[Phone, Phone]:
    """Mira and Ben when all is told."""
    phones = seated(phone, played)
    tell_all(phones, played)
    return phones


def tell_all(phones: tuple[Phone, Phone], played: Transcript) -> None:
    """The game ends, and nothing is left to reveal."""
    end(phones, played)
    assert phones[0].send_unveil() == 303
    for each in phones:
        each.go()
        expect(result(each)).to_be_visible()
        is_live(each)


def result(phone: Phone) -> Locator:
    return phone.page.locator("#panel-result")


def tells(phone: Phone, words: str) -> None:
    """Waits until this is the last heading that came to this screen."""
    becomes(phone.page, HEADINGS, lambda told: told[-1:] == [words])


@pytest.mark.spine
def test_all_screens_tell_it_step_by_step_together(
    phone: Callable[..., Phone], played: Transcript, clock: MovedClock
) -> None:
    mira, ben = seated(phone, played)
    screen = phone(viewport=TELEVISION)
    screen.code = mira.code
    watchers = {"": mira, "/shared": ben, "/screen": screen}
    for path, each in watchers.items():
        each.go(path)
        is_live(each)
        each.page.evaluate(NOTE_STEPS)
    end((mira, ben), played)
    for step, words in enumerate(TOLD):
        clock.move_on(PACE if step else 0)
        for each in watchers.values():
            tells(each, words)
    for each in (mira, screen):
        expect(result(each)).to_be_visible()
        expect(result(each)).to_contain_text("both have")
    for each in watchers.values():
        at_rest(each.page)
        # Each step has come, and none before its time.
        holds(each.page, HEADINGS, TOLD)
        holds(each.page, "window.steps.slice(0, -1).flatMap(([, seen]) => seen)", [])


def test_the_telling_is_for_everybody(
    phone: Callable[..., Phone], played: Transcript, clock: MovedClock
) -> None:
    # A page that is too wide shall scroll, where an emulated phone would shrink it.
    mira, ben = seated(phone, played, bens="Maximiliane of Ulm", is_mobile=False)
    screen = phone(viewport=TELEVISION, is_mobile=False)
    screen.code = mira.code
    for path, each in (("", mira), ("/screen", screen)):
        each.go(path)
        is_live(each)
    end((mira, ben), played)
    clock.move_on(PACE * TOLD.index("Goals"))
    found = []
    for each in (mira, screen):
        expect(each.page.locator("#ceremony h1")).to_have_text("Goals")
    for name, each in (("ceremony", mira), ("screen-ceremony", screen)):
        found += look_over(each.page, name, "no-preference")
        expect(each.page.locator("#ceremony h1")).to_have_text("Goals")
    assert found == []


def test_one_tap_shows_everybody_everything(
    phone: Callable[..., Phone], played: Transcript
) -> None:
    mira, ben = seated(phone, played)
    for each in (mira, ben):
        each.go()
        is_live(each)
        each.page.evaluate(NOTE_STEPS)
    end((mira, ben), played)
    mira.press("Show everything now")
    for each in (mira, ben):
        expect(result(each)).to_be_visible()
        expect(each.page.locator("#panel-breakdown")).to_be_visible()
        tells(each, "")
    holds(ben.page, HEADINGS, lambda told: len(told) < len(TOLD))


@pytest.mark.parametrize("way", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}])
def test_without_motion_or_scripts_it_is_there_at_once(
    phone: Callable[..., Phone], played: Transcript, way: dict[str, object]
) -> None:
    mira, ben = seated(phone, played)
    calm = phone(**way)
    calm.code = mira.code
    calm.go()  # who was here before the end may look at the result
    end((mira, ben), played)
    for path in ("", "/screen"):
        calm.go(path)
        expect(result(calm)).to_be_visible()
        expect(calm.page.locator("#ceremony")).not_to_be_visible()
    ben.go()
    expect(result(ben)).not_to_be_visible()


def test_the_whole_result_in_both_themes(phone: Callable[..., Phone], played: Transcript) -> None:
    mira, _ = at_the_end(phone, played)
    for theme in THEMES:
        mira.page.emulate_media(color_scheme=theme)
        mira.page.screenshot(path=PICTURES / f"ending-390-{theme}.png", full_page=True)
    page = mira.page
    expect(page.locator("#chronicle")).to_contain_text("took the lead")
    expect(page.locator("#chronicle")).to_contain_text("Time at the table")
    sideways = "document.scrollingElement.scrollWidth - innerWidth"
    becomes(page, sideways, lambda wider: wider <= 0)
    mira.press("Save result")
    links = mira.sheet().get_by_role("link")
    for name in ("Picture", "Table for a spreadsheet", "For programs", "The whole game as text"):
        with page.expect_download() as saving:
            mira.tap(links.filter(has_text=name))
        assert saving.value.path().stat().st_size > 100
    stats = links.filter(has_text="BG Stats").get_attribute("href") or ""
    assert stats.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")


#: Whether every button of the next thing to do holds all its words.
HOLDS = """() => [...document.querySelectorAll("#panel-dock .btn")].map((each) =>
  each.scrollWidth <= each.clientWidth)"""


def test_other_values_have_room_below_the_photo_finish(chromium: Browser, tmp_path: Path) -> None:
    """While all are asked, what the foot holds else stands in the room."""
    game = "crafting/games/three-players-last-goal.txt"
    with a_table(tmp_path, game) as table, phones_at(chromium, table) as pages:
        table.start()
        table.play_to(table.end() - 3)
        page = pages("others")
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(f"{ORIGIN}/t/KEPT?seat=3")
        wait_until_drawn(page)
        becomes(page, HOLDS, [True, True])


#: The words of what can be done after a game that lie within its button, large enough to be read.
WAYS = "#finish > .tap > :is(.btn, form)"
IN_SIGHT = """(ways) => [...document.querySelectorAll(ways)].flatMap((each) => {
  const [word, button] = [each.querySelector("small"), each]
    .map((one) => one?.getBoundingClientRect());
  const fits = word && word.height > 8 && word.left >= button.left && word.right <= button.right;
  return fits ? [each.querySelector("small").textContent] : [];
})"""


def test_each_way_on_has_its_word(phone: Callable[..., Phone], played: Transcript) -> None:
    mira, _ = at_the_end(phone, played)
    for width in (320, 360, 390):
        mira.page.set_viewport_size({"width": width, "height": 640})
        becomes(mira.page, IN_SIGHT, ["Save", "Rematch", "Another", "Share"], WAYS)


#: How far a way on hangs into the tabs.
HANGS = """(ways) => {
  const box = (each) => each.getBoundingClientRect();
  const lowest = Math.max(...[...document.querySelectorAll(ways)].map((each) => box(each).bottom));
  return lowest - box(document.querySelector(".tabs")).top;
}"""


def test_beside_undo_each_way_on_keeps_its_word(chromium: Browser, tmp_path: Path) -> None:
    """On the narrowest phone the room comes first; in large text none lies below the tabs."""
    game = "empires/games/two-players-hybrid.txt"
    with a_table(tmp_path, game) as table, phones_at(chromium, table) as pages:
        table.start()
        table.play_to(table.end())
        page = pages("mira")
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(f"{ORIGIN}/t/KEPT")
        expect(page.locator("#last")).to_be_visible()
        becomes(page, IN_SIGHT, ["Save", "Rematch", "Another", "Share"], WAYS)
        page.set_viewport_size({"width": 320, "height": 568})
        for size in (100, 150):
            with drawn_in(page, "", size):
                becomes(page, HANGS, lambda pixels: pixels <= 0, WAYS)


def test_over_plain_http_the_picture_is_shown_to_be_shared(
    phone: Callable[..., Phone], played: Transcript
) -> None:
    """There is no sharing and no clipboard; a link into the house would open for nobody outside."""
    mira, _ = at_the_end(phone, played)
    holds(mira.page, "[!!navigator.share, !!navigator.clipboard]", [False, False])
    mira.page.evaluate(
        """() => document.addEventListener("copy", () => {
          window.copied = document.activeElement.value;
        })"""
    )
    expect(mira.page.locator("a[data-share]")).to_have_attribute("data-share", "")
    mira.press_link("Share result")
    sheet = mira.sheet()
    expect(sheet).to_contain_text("Press and hold the picture to share it")
    picture = sheet.get_by_role("img", name="Crafting the Cosmos: Ben (114), Mira (114)")
    expect(picture).to_be_visible()
    wide = "document.querySelector('#send img').naturalWidth"
    becomes(mira.page, wide, lambda pixels: pixels > 500)
    with mira.page.expect_download() as saving:
        mira.tap(sheet.get_by_role("link", name="Save picture"))
    assert saving.value.path().read_bytes().startswith(b"\x89PNG")
    mira.press("Copy as text", sheet)
    expect(sheet).to_contain_text("The result is copied.")
    becomes(mira.page, "window.copied", "Crafting the Cosmos: Ben (114), Mira (114)")
    expect(sheet).not_to_contain_text("http")


def test_a_rematch_asks_everybody_on_the_result(
    phone: Callable[..., Phone], played: Transcript
) -> None:
    mira, ben = seated(phone, played)
    screen = phone(viewport=TELEVISION)
    screen.code = old = mira.code
    screen.go("/screen")
    tell_all((mira, ben), played)
    is_live(screen)
    mira.press("Rematch")
    expect(mira.page.locator("#slot-seats")).to_contain_text("Ben")
    code = mira.page.url.rpartition("/")[2]
    assert code != old
    expect(ben.page.locator("#onward")).to_contain_text("Rematch!")
    # The television goes along by itself.
    screen.page.wait_for_url(f"**/t/{code}/screen")
    assert ben.page.url.endswith(old), "nobody is pulled off the result"
    expect(result(ben)).to_be_visible()
    ben.press("Join")
    ben.page.wait_for_url(f"**/t/{code}")
    expect(ben.page.locator("#seat-2")).to_contain_text("you")
    mira.press("Start with 2")
    expect(ben.banner).to_contain_text("Set up the table")


def test_another_game_with_the_same_people_takes_two_taps_and_one(
    phone: Callable[..., Phone], played: Transcript
) -> None:
    mira, ben = seated(phone, played)
    screen = phone(viewport=TELEVISION)
    screen.code = mira.code
    screen.go("/screen")
    tell_all((mira, ben), played)
    is_live(screen)
    mira.taps = ben.taps = 0
    mira.press("Another game")
    mira.press("Cosmogenesis", mira.sheet())
    expect(mira.page.locator("#slot-seats")).to_contain_text("Ben")
    expect(mira.page.locator("h1").first).to_contain_text("Cosmogenesis")
    code = mira.page.url.rpartition("/")[2]
    screen.page.wait_for_url(f"**/t/{code}/screen")
    expect(ben.page.locator("#onward")).to_contain_text("Next: Cosmogenesis")
    ben.press("Join")
    ben.page.wait_for_url(f"**/t/{code}")
    expect(ben.page.locator("#seat-2")).to_contain_text("you")
    assert (mira.taps, ben.taps) == (2, 1)


def test_the_facts_are_what_the_page_says(phone: Callable[..., Phone], played: Transcript) -> None:
    mira, _ = at_the_end(phone, played)
    facts = json.loads(mira.read("/result.json").text)
    totals = [str(player["total"]) for player in facts["players"]]
    expect(mira.page.locator("#panel-breakdown tfoot td")).to_have_text(totals)
    expect(result(mira)).to_contain_text(facts["reason"])
