"""What came of an action is said until the seat's next one: it may be wrong by then."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.panels import Notice
from companion.referee.standard import panels_at_once
from companion.web.page.render import slot_id_of_panel
from companion.web.page.table import NOTICE_SLOT_IDS, is_bare_notice
from tests.kit.elements import parsed
from tests.kit.kept_games import each_kept_game, states, transcript_of
from tests.kit.phones import Phone

#: Notices that stay true over a seat's own actions, and why.
STANDING = {
    "crafting": {
        "warning",  # which round is the last
        "unplaced",  # what is lost at the turn's end
        *("round-news", "goal-told", "goals-move", "ties", "discards"),  # the round's end
        "first",  # who goes first
    },
    "empires": {
        "searching",  # from where a culture builds in this turn
        "final-round",
    },
    "cosmogenesis": set[str](),
}
#: Crafting: a crystal that stands on 5 goes beyond 6, and the turn goes on.
OPENING = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin", "mend crystal 5")
COLLECTED = (*("shift 1",) * 3, "collect placed")
AFTERWARDS = ("mend hand 3", "mend hand 4")
WORDS = "Your time crystal reached 6"


@each_kept_game
def test_no_notice_outlives_the_next_action_that_is_no_standing_truth(
    slug: str, file: Path
) -> None:
    game, stayed = CATALOGUE[slug], defaultdict[str, int](int)

    def told(state: object, seat: int) -> dict[str, Notice]:
        return {
            panel.id: panel
            for panel in panels_at_once(game, state, seat)
            if isinstance(panel, Notice)
            and is_bare_notice(panel)
            and slot_id_of_panel(panel) in NOTICE_SLOT_IDS
            and not panel.once
        }

    every = [*states(slug, file)]
    for move, before, after in zip(transcript_of(file).moves, every[:-1], every[1:], strict=True):
        had = told(before, move.seat)
        for name, notice in told(after, move.seat).items():
            stayed[name] += notice == had.get(name)
    assert {name for name, times in stayed.items() if times} <= STANDING[slug]


def test_a_new_crystal_is_told_until_the_next_action(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60, pace=0))
    ana, ben = Phone(app), Phone(app)
    code = ana.post("/tables", game="crafting", seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    ana.post(f"/t/{code}/consent", consent="0")
    for n, each in enumerate((*OPENING, *COLLECTED)):
        assert ana.tap(code, each, seat=1, intent=f"{n}").status_code == 200, each

    def said() -> str:
        return parsed(ana.get(f"/t/{code}").text).by_id["slot-facts"].words

    assert WORDS in said()
    ben.tap(code, "mend hand 3", seat=2, intent="ben")
    assert WORDS in said(), "what others do does not end it"
    for each in AFTERWARDS:
        assert ana.tap(code, each, seat=1, intent=each).status_code == 200
        assert WORDS not in said()
    assert WORDS in ana.get(f"/t/{code}").text, "the list of what was taken still says it"
    app.extensions["companion"].close()
