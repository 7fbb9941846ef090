"""What an action shows the table that is new to it: taking it back is never silent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.pieces import ROUND_COUNT
from companion.games.cosmogenesis.rules.round import FinishRound
from companion.games.cosmogenesis.rules.setup import BeginGame
from companion.games.cosmogenesis.rules.turn import EndTurn
from companion.games.cosmogenesis.state import setup


@pytest.mark.parametrize(
    ("action", "round_", "shown"),
    [
        (BeginGame(1), 1, False),
        (BeginGame(None), 1, False),
        (FinishRound(), 1, True),
        (FinishRound(), ROUND_COUNT - 1, True),
        (FinishRound(), ROUND_COUNT, False),
        (EndTurn(), 1, False),
    ],
)
def test_a_refilled_board_is_seen_and_nothing_else(action: Any, round_: int, shown: bool) -> None:
    assert GAME.reveals_hidden_pieces(replace(setup(2, {}), round=round_), action) is shown
