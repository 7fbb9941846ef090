"""What another has just done is whole on the phone of whoever waits, however long the line is."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kit.browser.kept_tables import ORIGIN, a_table, phones_at
from tests.kit.browser.reading import wait_until_drawn

pytestmark = pytest.mark.browser

#: Letters of a line that may be cut: it lists what many gained, and is whole below.
MOST = 90
#: Where in the game one looks.
LOOKS = range(4, 60, 3)
CUT = """() => {
  const line = document.querySelector("#moved p");
  return line && [line.textContent, line.scrollHeight > line.clientHeight + 1];
}"""


@pytest.mark.spine("cosmogenesis/games/four-players.txt-de")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "game", ["cosmogenesis/games/four-players.txt", "crafting/games/three-players-last-goal.txt"]
)
def test_what_was_done_is_whole_on_a_narrow_phone(
    tmp_path: Path, chromium: Browser, game: str, language: str
) -> None:
    with a_table(tmp_path, game) as table, phones_at(chromium, table) as open_page:
        table.start()
        table.language = language
        page = open_page("mira")
        page.set_viewport_size({"width": 360, "height": 640})
        seen: dict[str, bool] = {}
        for done in LOOKS:
            table.play_to(done)
            page.goto(f"{ORIGIN}/t/KEPT")
            wait_until_drawn(page)
            words, cut = page.evaluate(CUT) or ("", False)
            seen[words] = cut
        assert sum(40 < len(words) <= MOST for words in seen) > 1, seen
        assert [words for words, cut in seen.items() if cut and len(words) <= MOST] == []
