"""From the sofa: nothing on a television is too small, however many play and whatever their names.

Apart from the table screen's other tests: these tables teach their house the tiles of a box.
"""

from __future__ import annotations

import pytest

from companion import transcript
from tests.browser.test_table_screen import CUT_OFF
from tests.kit.browser.reading import WIDE, Least, drawn_in, unreadable
from tests.kit.browser.screens import PICTURES, Visitor
from tests.kit.places import GAMES

pytestmark = pytest.mark.browser

#: Of each game and number of seats a recorded one, and how much of it is played.
PLAYED = {
    f"{file}-{share}": (file, share)
    for share in (50, 95)
    for file in (
        *("crafting/games/two-players-crystals", "crafting/games/three-players-last-goal"),
        *("crafting/games/four-players-overlap", "empires/games/two-players-hybrid"),
        *("empires/games/four-players-hybrid", "empires/games/seven-players-single"),
        *("empires/games/eight-players", "empires/games/eight-players-at-once"),
        *("cosmogenesis/games/two-players", "cosmogenesis/games/three-players-other-rules"),
        *("cosmogenesis/games/three-players", "cosmogenesis/games/four-players"),
    )
}
#: Orbits' numbers and what else is on a board, in CSS pixels: no tree has their text.
ON_BOARDS = """() => [...document.querySelectorAll(".galaxies .sys")].map((drawing) =>
  parseFloat(getComputedStyle(drawing).getPropertyValue("--board")) * drawing.getScreenCTM().a)"""


@pytest.mark.some(4)
@pytest.mark.parametrize("case", PLAYED)
def test_nothing_is_too_small_for_a_sofa(visitor: Visitor, case: str) -> None:
    """However many play, with names of 20 wide letters: 2.2 % of the height or more. A name may be
    shortened; beside it stands its symbol.
    """
    file, share = PLAYED[case]
    mira, name = visitor.mira, (GAMES / file).with_suffix(".txt")
    played = transcript.read_transcript(name.read_text("utf-8"))
    mira.open_at_once(played.slug, "W" * 20, played.seats)
    for seat, letter in zip(range(2, played.seats + 1), "MÖGQOÄ&", strict=False):
        mira.sit(seat, letter * 20)
    for key, value in played.options:
        mira.choose(key, value)
    mira.start()
    for move in played.moves[: len(played.moves) * share // 100]:
        mira.send(move.seat, move.action)
    mira.go("/screen")
    found = []
    for width, height in ((1280, 720), (1920, 1080)):
        mira.page.set_viewport_size({"width": width, "height": height})
        with drawn_in(mira.page, WIDE):
            told = unreadable(mira.page, Least(0.022 * height + 0.3))
            found += [f"{width}: {words}" for words in told if words.endswith(" px")]
            found += [f"{width}: {words}" for words in mira.page.evaluate(CUT_OFF)]
            boards = mira.page.evaluate(ON_BOARDS)
            found += [f"{width}: a board" for size in boards if size < 0.022 * height]
            if width == 1280:
                mira.page.screenshot(path=PICTURES / f"table-screen-{name.stem}-{share}.png")
    assert found == []
