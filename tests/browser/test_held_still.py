"""What others do moves nothing that is read, and leaves no hole: their actions come while a page is
at its middle.

Measured is each action's sum of all shifts that the browser counts, recent input included. Good is
under 0.1 for a page as it loads. Where one's own turn begins by what others did, the page begins at
its top. The room of a piece was chosen by the games of `CHOSEN`; those of `OTHER` hold it as well.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browser.handsets import HIDE, Phone
from tests.kit.browser.openings import CRAFTING, is_live, two_at_a_table
from tests.kit.browser.waiting import at_rest, becomes, holds
from tests.kit.kept_games import kept_games, transcript_of

pytestmark = pytest.mark.browser

#: Sums up all shifts since it was asked last. A toast that comes or goes on top of the foot moves
#: neither its buttons nor what is read, but its sticky box is counted.
WATCH = """() => {
  window.shifted = 0;
  const grows = ({ node, previousRect: was, currentRect: now }) =>
    node?.id === "foot" && Math.abs(was.bottom - now.bottom) < 1;
  const add = (all) => {
    for (const { value, sources } of all) if (!sources.every(grows)) shifted += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  window.takeShifted = () => {
    add(observer.takeRecords());
    const sum = shifted;
    shifted = 0;
    return sum;
  };
}"""
MIDDLE = "() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)"
#: Where every piece of the page's middle is on the glass.
TOPS = """() => {
  const found = {};
  for (const each of document.querySelectorAll('main [id^="slot-"] > [id]')) {
    const { top, bottom, height } = each.getBoundingClientRect();
    if (height && bottom > 0 && top < innerHeight) found[each.id] = Math.round(top);
  }
  return found;
}"""
#: Bands over the whole width of the page, from the first thing on it to the last, in which nothing
#: is, higher than 24 px: neither words, drawings and controls nor the edge of a card. Where each
#: begins, its height, what is above and what below.
HOLES = """() => {
  const most = 24;
  const found = [];
  const add = (box, what) =>
    box.width > 1 && box.height > 1 && found.push([box.top, box.bottom, what]);
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const walk = (each) => {
    if (each.matches("[popover], .sr, template, script")) return;
    if (getComputedStyle(each).display === "contents") {
      for (const part of each.children) walk(part);
      return;
    }
    if (!seen(each)) return;
    if (each.matches("svg, img, button, input, select, summary, canvas, .btn, .badge")) {
      add(each.getBoundingClientRect(), each);
      return;
    }
    const { backgroundColor, boxShadow, borderTopWidth } = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    if (backgroundColor !== "rgba(0, 0, 0, 0)" || boxShadow !== "none" || borderTopWidth !== "0px")
      for (const edge of [box.top, box.bottom])
        if (box.width > 1 && box.height > 1) found.push([edge, edge, each]);
    for (const part of each.childNodes) {
      if (part.nodeType === 1) walk(part);
      if (part.nodeType !== 3 || !part.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(part);
      for (const line of range.getClientRects()) add(line, each);
    }
  };
  walk(document.querySelector("main"));
  found.sort((one, other) => one[0] - other[0]);
  const holes = [], foot = document.querySelector(".dock").getBoundingClientRect().top;
  const floats = document.getElementById("panel-wood")?.getBoundingClientRect().bottom < foot;
  let low = Infinity, above = null;
  for (const [top, bottom, what] of found) {
    // What hands exchange stays just above the foot, and its own place lies beneath that.
    const isBeneath = floats && low > foot - most;
    if (top - low > most && !isBeneath)
      holes.push([low, top - low, above.outerHTML.slice(0, 90), what.outerHTML.slice(0, 90)]);
    if (low === Infinity || bottom > low) [low, above] = [bottom, what];
  }
  return holes;
}"""
#: For how many actions of others it is looked at.
OTHERS = 25
#: The most that one of them may shift.
MOST = 0.05
#: Pixels that what stays may move: less than a line, where a mark of a row comes or goes.
NEAR = 24
#: The drawing of what hands exchange: it stands in the room until the next tap, and what lies below
#: makes room for it.
EXCHANGE = "panel-wood"
#: The seat and step that the head shows.
PHASE = "document.getElementById('panel-banner').dataset.phase"
#: Kept games, and how far into them it is looked at.
CHOSEN = (
    ("cosmogenesis", "four-players-open", 30),
    ("crafting", "four-players-last-goal", 30),
    ("empires", "four-players-hybrid", 30),
)
OTHER = (
    ("cosmogenesis", "four-players", 60),
    ("cosmogenesis", "three-players", 120),
    ("crafting", "four-players-overlap", 50),
    ("empires", "four-players-tie-credits", 25),
)
#: Whether that is this phone's own.
MINE = "document.getElementById('mine').dataset.mine !== 'no'"
#: Width, height and language of the phone.
SCREENS = ((320, 640, "en"), (390, 844, "en"), (390, 844, "de"))


class Watched:
    """Mira's page at a kept game of four; the others are one phone."""

    def __init__(
        self,
        phone: Callable[..., Phone],
        slug: str,
        stem: str,
        begun: int,
        screen: tuple[int, int, str] = SCREENS[1],
    ) -> None:
        recorded = transcript_of(next(each for each in kept_games(slug) if each.stem == stem))
        self.moves = iter(recorded.moves)
        width, height, locale = screen
        self.mira = phone(viewport={"width": width, "height": height}, locale=locale)
        self.others = phone()
        self.others.code = self.mira.open_at_once(slug, "Mira", recorded.seats)
        self.others.visit(f"{self.others.address}/j/{self.mira.code}")
        for seat in range(2, recorded.seats + 1):
            self.others.sit(seat, f"P{seat}")
        for key, value in recorded.options:
            self.mira.choose(key, value)
        self.mira.start()
        for _ in range(begun):
            self.play()
        self.mira.go()
        is_live(self.mira)
        self.page.evaluate(WATCH)
        self.to_the_middle()

    @property
    def page(self) -> Page:
        return self.mira.page

    def play(self) -> int:
        """The next move of the game; whose it is."""
        move = next(self.moves)
        (self.mira if move.seat == 1 else self.others).send(move.seat, move.action)
        return move.seat

    def follow(self) -> int:
        """The same, until the page shows it and is at rest."""
        seen = "document.getElementById('seen').value"
        before = self.page.evaluate(seen)
        seat = self.play()
        becomes(self.page, seen, lambda now: now != before)
        at_rest(self.page)
        return seat

    def to_the_middle(self) -> None:
        """Mira reads there, and nothing has moved yet."""
        self.page.evaluate(MIDDLE)
        at_rest(self.page)
        self.shifts()

    def close_sheet(self) -> None:
        """What the table is asked lies over the page: the turn below begins when it closes."""
        if self.page.locator(":popover-open").count():
            self.page.keyboard.press("Escape")

    def shifts(self) -> float:
        """What has moved since it was asked last."""
        return float(self.page.evaluate("takeShifted()"))


@pytest.mark.spine("crafting-50-390-en", "empires-30-320-en", "cosmogenesis-60-390-de")
@pytest.mark.some(6)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: f"{screen[0]}-{screen[2]}")
@pytest.mark.parametrize("game", CHOSEN + OTHER, ids=lambda game: f"{game[0]}-{game[2]}")
def test_what_others_do_moves_nothing(
    phone: Callable[..., Phone], game: tuple[str, str, int], screen: tuple[int, int, str]
) -> None:
    watched, shifts, moved = Watched(phone, *game, screen), list[float](), 0
    while len(shifts) < OTHERS:
        before, phase = watched.page.evaluate(TOPS), watched.page.evaluate(PHASE)
        if watched.follow() == 1:
            watched.to_the_middle()
            continue
        holds(watched.page, HOLES, [])
        now = watched.page.evaluate(TOPS)
        shifts.append(watched.shifts())
        if watched.page.evaluate(PHASE) != phase and watched.page.evaluate(MINE):
            watched.close_sheet()
            becomes(watched.page, "scrollY", 0)
            shifts.pop()
            watched.to_the_middle()
            continue
        if EXCHANGE in {*before, *now}:
            shifts[-1] = 0.0
        else:
            moved += any(abs(now.get(each, top) - top) > NEAR for each, top in before.items())
    assert max(shifts) < MOST, shifts
    assert not moved or game in OTHER, "what stays on the page is where it was"


def test_an_undo_a_request_and_a_phone_asleep_leave_no_hole(phone: Callable[..., Phone]) -> None:
    watched = Watched(phone, *CHOSEN[1])
    page, others = watched.page, watched.others
    while watched.follow() == 1 or page.evaluate(MINE):
        pass

    def take_back(line: int) -> None:
        """Another undoes what it did: the nth line of the newest, which names its seat."""
        told = page.locator(f"#now-{line}")
        href = told.locator("a").get_attribute("href") or ""
        name = told.locator(".badge").get_attribute("aria-label") or ""
        entry, seat = href.rpartition("/")[2], name.partition(",")[0].removeprefix("P")
        assert others._post("take-back", seat=seat, entry=entry).status == 303

    asked = page.locator("#asks-sheet:popover-open")
    undone, sleeps = page.locator("#log s"), page.locator("#awaited")
    for done, is_seen in (
        (lambda: take_back(1), lambda: expect(undone).to_have_count(1)),
        (lambda: take_back(3), lambda: expect(asked).to_be_visible()),
        (lambda: others.page.evaluate(HIDE, True), lambda: expect(sleeps).to_be_attached()),
        (lambda: others.page.evaluate(HIDE, False), lambda: expect(sleeps).to_have_count(0)),
    ):
        watched.to_the_middle()
        done()
        is_seen()
        at_rest(page)
        assert watched.shifts() < MOST
        holds(page, HOLES, [])
        watched.close_sheet()
        expect(asked).to_have_count(0)
        at_rest(page)
        holds(page, HOLES, [])


@pytest.mark.spine
def test_a_phone_that_falls_asleep_and_wakes_moves_nothing(phone: Callable[..., Phone]) -> None:
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all", "end nebula 1 psi")
    before = mira.page.evaluate(TOPS)
    ben.page.evaluate(HIDE, True)
    note = mira.page.locator("#awaited")
    expect(note).to_contain_text("Waiting for Ben.")
    at_rest(mira.page)
    holds(mira.page, TOPS, lambda now: now.items() >= before.items())
    ben.page.evaluate(HIDE, False)
    expect(note).to_have_count(0)
    at_rest(mira.page)
    holds(mira.page, TOPS, before)


def test_the_lobbys_picture_goes_when_the_host_starts(phone: Callable[..., Phone]) -> None:
    host, guest = phone(), phone()
    host.open_table("Mira", 2)
    guest.join(host.join_address(), "Ben", 2)
    is_live(guest)
    top = "document.getElementById('top').offsetHeight"
    tall = guest.page.evaluate(top)
    host.start()
    expect(guest.page.locator("#panel-banner")).to_be_visible()
    at_rest(guest.page)
    started = guest.page.evaluate(top)
    guest.reload()
    becomes(guest.page, top, started)
    assert tall > started


def test_the_own_turn_begins_at_the_top(phone: Callable[..., Phone]) -> None:
    """Otherwise its first tap closes a gap, and the second one hits something else."""
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    top = "document.querySelector('#panel-wheel').getBoundingClientRect().top"
    mira.send(1, "end nebula 1 psi")
    ben.sees("Your turn")
    expect(ben.button("Your own marble hasn't moved yet")).to_be_visible()
    at_rest(ben.page)
    begun = ben.page.evaluate(top)
    ben.reload()
    becomes(ben.page, top, begun)


@pytest.mark.spine
def test_an_own_end_begins_at_the_top_whenever_the_page_hears_of_it(
    phone: Callable[..., Phone],
) -> None:
    """No tap of this page is near; what another takes back leaves who reads where they are. Below
    an open sheet a turn begins at the top when that is closed.
    """
    mira, ben = two_at_a_table(phone, *CRAFTING, "place all")
    mira.set_consent("0")
    for each in (mira, ben):
        each.page.set_viewport_size({"width": 320, "height": 480})
    mira.page.evaluate("scrollTo(0, 200)")
    becomes(mira.page, "scrollY > 100")
    ben.press("Ask")
    expect(ben.part("#ask:popover-open")).to_be_visible()
    mira.send(1, "end nebula 1 psi")
    becomes(mira.page, MINE, False)
    becomes(mira.page, "scrollY", 0)
    ben.sees("Your turn")
    at_rest(ben.page)
    ben.page.evaluate("scrollTo(0, 200)")
    becomes(ben.page, "scrollY > 100")
    ben.press("Close", ben.sheet())
    becomes(ben.page, "scrollY", 0)
    at_rest(ben.page)
    ben.page.evaluate("scrollTo(0, 200)")
    becomes(ben.page, "scrollY > 100")
    mira.page.locator("#slot-last button").tap()
    becomes(ben.page, MINE, False)
    at_rest(ben.page)
    holds(ben.page, "scrollY > 0")
