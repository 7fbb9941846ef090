"""All points that a nebula tile may print can be tapped: the rare ones when unfolded."""

from __future__ import annotations

from companion.games.crafting import GAME
from companion.games.crafting.pieces import MAX_TILE_POINTS
from companion.games.crafting.rules.nebula import CompleteNebula
from companion.games.crafting.show.sheets import craft_sheets
from companion.referee.panels import Sheet


def complete_sheet() -> Sheet:
    sheets = craft_sheets(GAME.setup(2, {}), 1)
    return next(sheet for sheet in sheets if sheet.id == "complete")


def test_all_points_that_an_action_may_name_can_be_tapped() -> None:
    field = next(f for f in complete_sheet().fields if "points" in f.label.source.lower())
    told = [int(pick.value) for pick in (*field.picks, *field.rare)]
    assert told == list(range(1, MAX_TILE_POINTS + 1))
    for points in told:
        read = GAME.read(f"complete 1 psi {points} h")
        assert isinstance(read, CompleteNebula) and read.points == points
