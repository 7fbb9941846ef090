"""What a waiting seat reads of its next turn: each amount in words that fit its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.board import DONE
from companion.games.crafting.show.table import plays_last_round
from companion.referee.panels import Counts
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened
from tests.kit.kept_games import kept_games, states


def test_one_of_a_thing_is_told_as_one() -> None:
    ahead = next(panel for panel in GAME.show(opened("crafting"), 2) if panel.id == "ahead")
    assert isinstance(ahead, Counts)
    told = [english_translator().say(row.detail) for row in ahead.counts if row.detail]
    assert told and not any(
        part.split()[0] == "1" and part.endswith(("stars", "gravitons", "cards", "crystals"))
        for line in told
        for part in line.split(", ")
    )
    assert any(f", 1 {thing}" in f", {line}" for line in told for thing in ("graviton", "energy"))


@pytest.mark.parametrize("file", kept_games("crafting"), ids=lambda file: file.stem)
def test_each_control_stands_once_and_none_where_no_turn_comes(file: Path) -> None:
    looked = over = 0
    for state in states("crafting", file):
        for seat in state.all_seats:
            over += (last := plays_last_round(state) and state.board(seat).step == DONE)
            for panel in GAME.show(state, seat):
                if isinstance(panel, Counts) and panel.id == "ahead":
                    looked += 1
                    assert not last
                    controls = [row.label for row in panel.counts]
                    assert len(set(controls)) == len(controls)
    assert looked and over
