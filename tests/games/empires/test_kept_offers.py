"""The sheet of missing cards is worked out once for all seats, and always holds what it would hold
if it were worked out anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.empires import GAME
from companion.games.empires.show.own import _add_sheet
from companion.referee.panels import Sheet
from tests.kit.kept_games import each_file_of, states


@pytest.mark.long
@each_file_of("empires")
def test_what_is_kept_is_what_would_be_worked_out(file: Path) -> None:
    judged = 0
    for state in states("empires", file):
        sheets = {_add_sheet(state, seat) for seat in state.all_seats}
        assert len(sheets) == 1, "one for all seats"
        for seat in state.all_seats:
            fresh: Sheet = _add_sheet.__wrapped__(state, seat)  # type: ignore[attr-defined]
            assert {fresh} == sheets
            assert repr(fresh) == repr(_add_sheet(state, seat))
            judged += 1
    assert judged


def test_an_action_that_builds_nothing_leaves_the_very_same_sheet() -> None:
    before = GAME.apply(GAME.setup(3, {}), 1, GAME.read("begin 1"))
    after = GAME.apply(before, 1, GAME.read("mend credits 7"))
    assert after != before
    assert _add_sheet(before, 1) is _add_sheet(after, 2)
    added = GAME.apply(after, 1, GAME.read("add t-wing"))
    assert added.built_copies("t-wing") == 1 and _add_sheet(added, 1) is not _add_sheet(after, 1)
