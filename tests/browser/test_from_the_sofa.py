"""From the sofa: nothing on a television is too small, however many play and whatever their names.

Apart from the table screen's other tests: these tables teach their house the tiles of a box.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion import transcript
from tests.browser.test_table_screen import CUT_OFF
from tests.kit.browser.reading import WIDE, Least, drawn_in, unreadable
from tests.kit.browser.screens import PICTURES, Visitor
from tests.kit.browser.waiting import becomes
from tests.kit.places import GAMES

pytestmark = pytest.mark.browser

#: Recorded games, one for each number of seats, and of all games.
CRAFTING = (
    *("crafting/games/two-players-crystals", "crafting/games/three-players-last-goal"),
    "crafting/games/four-players-overlap",
)
#: Of each a recorded one, and how much of it is played.
PLAYED = {
    f"{file}-{share}": (file, share)
    for share in (50, 95)
    for file in (
        *CRAFTING,
        *(
            "empires/games/two-players-hybrid",
            "empires/games/four-players-hybrid",
            "empires/games/seven-players-single",
        ),
        *("empires/games/eight-players", "empires/games/eight-players-at-once"),
        *("cosmogenesis/games/two-players", "cosmogenesis/games/three-players-other-rules"),
        *("cosmogenesis/games/three-players", "cosmogenesis/games/four-players"),
    )
}
#: Orbits' numbers and what else is on a board, in CSS pixels: no tree has their text.
ON_BOARDS = """() => [...document.querySelectorAll(".galaxies .sys")].map((drawing) =>
  parseFloat(getComputedStyle(drawing).getPropertyValue("--board")) * drawing.getScreenCTM().a)"""


#: Of every lane that is shown: each name and count, from left to right, and what is cut off
#: or lies upon another.
LANES = """() => [...document.querySelectorAll(".track .standing")]
  .filter((lane) => lane.checkVisibility())
  .map((lane) => {
    const at = (each) => each.getBoundingClientRect();
    const all = [...lane.children].sort((one, other) => at(one).left - at(other).left);
    return {
      seats: all.map((each) => each.querySelector(".name").textContent),
      counts: all.map((each) => Number(each.querySelector("b")?.textContent ?? -1)),
      steps: all.map((each) => each.querySelectorAll(".lane-steps i").length),
      cut: lane.scrollWidth > lane.clientWidth + 1
        || all.some((each, nth) => nth && at(each).left < at(all[nth - 1]).right - 1),
    };
  })"""


def on_television(visitor: Visitor, file: str, share: int) -> Page:
    """The table screen when so much of a recorded game is played, with names of 20 wide letters."""
    mira = visitor.mira
    text = (GAMES / file).with_suffix(".txt").read_text("utf-8")
    played = transcript.read_transcript(text)
    mira.open_at_once(played.slug, "W" * 20, played.seats)
    for seat, letter in zip(range(2, played.seats + 1), "MÖGQOÄ&", strict=False):
        mira.sit(seat, letter * 20)
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    for move in played.moves[: len(played.moves) * share // 100]:
        mira.send(move.seat, move.action)
    mira.go("/screen")
    return mira.page


def too_small(page: Page, height: int) -> list[str]:
    """What is smaller than 2.2 % of the height."""
    told = unreadable(page, Least(0.022 * height + 0.3))
    return [words for words in told if words.endswith(" px")]


@pytest.mark.spine(
    "crafting/games/four-players-overlap-50",
    "empires/games/eight-players-50",
    "cosmogenesis/games/four-players-95",
)
@pytest.mark.some(4)
@pytest.mark.parametrize("case", PLAYED)
def test_nothing_is_too_small_for_a_sofa(visitor: Visitor, case: str) -> None:
    """However many play, with names of 20 wide letters: 2.2 % of the height or more. A name may be
    shortened; beside it stands its symbol.
    """
    file, share = PLAYED[case]
    page, found = on_television(visitor, file, share), []
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        with drawn_in(page, WIDE):
            found += [f"{width}: {words}" for words in too_small(page, height)]
            found += [f"{width}: {words}" for words in page.evaluate(CUT_OFF)]
            boards = page.evaluate(ON_BOARDS)
            found += [f"{width}: a board" for size in boards if size < 0.022 * height]
            if width == 1280:
                page.screenshot(path=PICTURES / f"table-screen-{Path(file).name}-{share}.png")
    assert found == []


@pytest.mark.some(2)
@pytest.mark.parametrize("share", [36, 64])
@pytest.mark.parametrize("file", CRAFTING)
def test_every_goal_is_a_lane(visitor: Visitor, file: str, share: int) -> None:
    """Crafting's track has a lane for each goal that anybody is known to count for: who has most is
    on the right, as many steps ahead as it has more, and it is large enough for a sofa.
    """
    page = on_television(visitor, file, share)
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        with drawn_in(page, WIDE):
            becomes(page, CUT_OFF, [])
            assert too_small(page, height) == []
            lanes = page.evaluate(LANES)
            assert lanes
            for lane in lanes:
                assert not lane["cut"] and lane["counts"] == sorted(lane["counts"]), lane
                known = [max(0, count) for count in lane["counts"]]
                assert lane["steps"] == [b - a for a, b in pairwise((0, *known))], lane
                assert len(lane["seats"]) == len(set(lane["seats"])) > 1
