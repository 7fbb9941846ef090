"""The end of a round in Crafting is a scene: the goals slide on in their places, once a move,
nothing else moves for it, and who wants no motion has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion import transcript
from tests.kit.browser.kept_tables import ORIGIN, KeptTable, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn
from tests.kit.browser.waiting import becomes, holds
from tests.kit.places import GAMES

pytestmark = pytest.mark.browser

GAME = "crafting/games/four-players-last-goal.txt"
#: Pictures want no motion; here it is what is looked at.
MOVING = """() => {
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
    for (const { selectorText, style } of sheet.cssRules)
      if (selectorText?.startsWith("*")) style.removeProperty("animation");
}"""
#: The names of what moves the goals, and where everything of the page stands.
SLIDES = """() => [...new Set([...document.querySelectorAll(".on-space")]
  .map((each) => getComputedStyle(each).animationName).filter((name) => name !== "none"))].sort()"""
PLACES = """() => [...document.querySelectorAll("#slot-turn > *, .small-track > li")]
  .map((each) => Math.round(each.getBoundingClientRect().top))"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeptTable]:
    with a_table(Path(tmp_path_factory.mktemp("round-end")), GAME) as it:
        it.start()
        yield it


@pytest.fixture(scope="module")
def open_page(chromium: Browser, table: KeptTable) -> Iterator[Callable[[str], Page]]:
    with phones_at(chromium, table) as page:
        yield page


def before_scoring() -> list[int]:
    """How much is played before each goal is scored."""
    moves = transcript.read_transcript((GAMES / GAME).read_text()).moves
    return [n for n, move in enumerate(moves) if move.action.split()[0] == "score"]


def seen(page: Page, motion: str) -> list[str]:
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    page.goto(f"{ORIGIN}/t/KEPT")
    wait_until_drawn(page)
    page.evaluate(MOVING)
    names: list[str] = page.evaluate(SLIDES)
    return names


def test_the_goals_slide_once_a_move_and_nothing_else_moves(
    open_page: Callable[[str], Page], table: KeptTable
) -> None:
    page, scored = open_page("mira"), before_scoring()[1]
    for played, slides in (
        (scored, "goals-move"),
        (scored + 1, None),
        (scored + 2, "goal-turns-up"),
    ):
        table.play_to(played)
        assert seen(page, "no-preference") == ([slides] if slides else [])
        moving = page.evaluate(PLACES)
        assert not seen(page, "reduce")
        holds(page, PLACES, moving)


COUNT = "what => document.querySelectorAll(what).length"
#: What of these lies below the edge of the foot, in words; 4 px of a last row's edge may.
BELOW = """(what) => {
  const low = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll("#slot-turn :is(" + what + ")")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => each.getBoundingClientRect().bottom > low + 4)
    .map((each) => each.innerText);
}"""


@pytest.mark.spine
def test_points_and_goals_are_in_sight_on_a_low_phone(chromium: Browser, tmp_path: Path) -> None:
    """With four players: as the goal scores, before the next is drawn, and while another plays."""
    rows = ".tally li, .counts li:has(form), .small-track li"
    scored = before_scoring()[1]
    moves = transcript.read_transcript((GAMES / GAME).read_text()).moves
    later = range(scored + 4, len(moves))
    another = next(n for n in later if moves[n].action.startswith("shift") and moves[n].seat > 1)
    with a_table(tmp_path, GAME) as table, phones_at(chromium, table) as pages:
        table.start()
        page = pages("mira")
        for played, what, least in (
            (scored, rows, 8),
            (scored + 1, f"{rows}, #panel-next-goal .btn", 8),
            # What one should have and plans comes first now, and then everybody's points in a line.
            (another, ".tally li", 4),
        ):
            table.play_to(played)
            page.set_viewport_size({"width": 360, "height": 640})
            page.goto(f"{ORIGIN}/t/KEPT")
            wait_until_drawn(page)
            becomes(
                page, COUNT, lambda found, least=least: found >= least, f"#slot-turn :is({rows})"
            )
            becomes(page, BELOW, [], what)
