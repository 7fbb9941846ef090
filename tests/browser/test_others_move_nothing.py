"""What others do moves no control under the thumb of who plays: each of their acts is a word of the
sill, or has a place that is always its own.

Measured at 360x640 in the middle of the page: all controls of the room, of the clock and of the
foot, before the act and once the page shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.test_held_still import MIDDLE, Watched
from tests.kit.browser.handsets import Phone
from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import at_rest, becomes

pytestmark = pytest.mark.browser

SCREEN = (360, 640, "en")
#: All controls of the page that can be tapped, by what they are: left, top, width and height. But
#: for the log's newest lines, which are what others do.
CONTROLS = """() => {
  const found = {};
  for (const each of document.querySelectorAll(
      ":is(main, #top, .acts, #slot-last) :is(a, button, summary, input, select)")) {
    const isSeen = each.checkVisibility({ visibilityProperty: true });
    if (!isSeen || each.closest("[popover], #lately")) continue;
    const { left, top, width, height } = each.getBoundingClientRect();
    const what = [each.closest("[id]").id, each.localName, each.name ?? "", each.type ?? ""];
    (found[what.join(" ")] ??= []).push([left, top, width, height].map(Math.round));
  }
  return found;
}"""
#: Where each number that can be set is.
STEPPERS = """() => [...document.querySelectorAll("#slot-turn .stepper")]
  .map((each) => Math.round(each.getBoundingClientRect().top))"""
#: What the sill says, with what it would say below.
SAID = "() => [...document.querySelectorAll('.sill .ws')].map((each) => each.textContent).join(' ')"
HINTED = """() => {
  const hint = document.querySelector("#slot-facts > *").cloneNode(true);
  hint.querySelector(".ws").textContent = "A hint, as long as two lines of the sill may be";
  document.getElementById("hint").append(hint);
}"""
UNHINTED = "() => document.getElementById('hint').replaceChildren()"
OFFERED = re.compile(r'data-share="[^"]*(/t/[^"]+)"')
MINE = re.compile(r'data-own="(\d+)"')
PROPOSED = re.compile(r'name="proposal" value="(\d+)"')


@dataclass(frozen=True)
class Act:
    """What others do, and what the sill then says, or no longer."""

    name: str
    does: Callable[[], object]
    says: str = ""
    unsays: str = ""


class Acts:
    """Everything that others can do beside playing: a phone with several seats, and a new one."""

    def __init__(self, watched: Watched, new: Phone) -> None:
        self.mira, self.others, self.new = watched.mira, watched.others, new
        self.new.code = self.mira.code

    def one_by_one(self) -> Iterator[Act]:
        others = self.others
        yield Act("pause", others.pause, says="Paused.")
        yield Act("goes on", lambda: others._post("pause", on="0"), unsays="Paused.")
        yield Act("asks for a seat", lambda: self.asks(self.mira), says="Another phone:")
        yield Act("withdraws it", self.withdraws, unsays="Another phone:")
        yield Act("gives a seat away", lambda: self.asks(others))
        yield Act("takes it back", lambda: others._post("reclaim/2"))
        yield Act("asks the table", self.proposes, says="asks the table")
        yield Act("asks no more", self.unproposes, unsays="asks the table")
        yield Act("a hint", lambda: self.mira.page.evaluate(HINTED), says="")
        yield Act("no hint", lambda: self.mira.page.evaluate(UNHINTED), says="")

    def asks(self, offering: Phone) -> None:
        """The new phone takes what this one offers: at once, if it is the seat's own."""
        found = OFFERED.search(offering.read("/hand-over/2").text)
        assert found
        token = found[1].rpartition("/")[2]
        assert self.new._post("take-over", token=token).status == 303

    def withdraws(self) -> None:
        asked = re.search(
            r'keep/2".*?name="asked" value="(\d+)"', self.new.read("").text, re.DOTALL
        )
        assert asked
        assert self.new._post("keep/2", asked=asked[1]).status == 303

    def proposes(self) -> None:
        entry = MINE.search(self.mira.read("").text)
        assert entry
        assert self.others._post("take-back", seat="3", entry=entry[1]).status == 303

    def unproposes(self) -> None:
        wish = PROPOSED.search(self.others.read("").text)
        assert wish
        assert self.others._post("withdraw", seat="3", proposal=wish[1]).status == 303


def moved(watched: Watched, act: Act) -> list[str]:
    """The controls that this act moves, or that come or go with it."""
    page = watched.page
    page.evaluate(MIDDLE)
    at_rest(page)
    before = page.evaluate(CONTROLS)
    assert len(before) > 2
    act.does()
    watched.mira.is_up_to_date()
    if act.says:
        becomes(page, SAID, lambda said: act.says in str(said))
    if act.unsays:
        becomes(page, SAID, lambda said: act.unsays not in str(said))
    watched.close_sheet()
    at_rest(page)
    now = page.evaluate(CONTROLS)
    return [
        f"{act.name}: {what} {before.get(what)} {now.get(what)}"
        for what in sorted({*before, *now})
        if before.get(what) != now.get(what)
    ]


#: Games, and where in them one looks: on Mira's turn, while she waits, and while all count.
PLACES = (
    ("crafting", "four-players-last-goal", 6),
    ("crafting", "four-players-last-goal", 30),
    ("empires", "four-players-hybrid", 12),
    ("empires", "four-players-hybrid", 40),
    ("cosmogenesis", "four-players-open", 32),
    ("cosmogenesis", "four-players-open", 45),
)
#: Where in a game all count for a goal: Mira for herself and her neighbour, then a third seat.
COUNTING = ("crafting", "four-players-last-goal", 263)


def faults(watched: Watched, acts: Iterator[Act]) -> str:
    return "\n".join(fault for act in acts for fault in moved(watched, act))


@pytest.mark.spine("crafting-30")
@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place[0]}-{place[2]}")
def test_what_others_do_moves_no_control(
    phone: Callable[..., Phone], place: tuple[str, str, int]
) -> None:
    watched = Watched(phone, *place, SCREEN)
    watched.mira.set_clock("count")
    watched.mira.is_up_to_date()
    assert not faults(watched, Acts(watched, phone()).one_by_one())


def test_what_others_count_moves_no_stepper(chromium: Browser, tmp_path: Path) -> None:
    """Neither where the own number is still asked for, nor where others' are awaited."""
    slug, stem, begun = COUNTING
    with (
        a_table(tmp_path, f"{slug}/games/{stem}.txt") as table,
        phones_at(chromium, table) as pages,
    ):
        table.start()
        seen: dict[str, list[object]] = {"mira": [], "others": []}
        for done in range(begun, begun + 4):
            table.play_to(done)
            for name, found in seen.items():
                page = pages(name)
                page.set_viewport_size({"width": 360, "height": 640})
                page.goto(f"{ORIGIN}/t/KEPT")
                wait_until_drawn(page)
                found.append(page.evaluate(STEPPERS))
        for name, found in seen.items():
            assert found[0] and found == [found[0]] * 4, f"{name}: {found}"
