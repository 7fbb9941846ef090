"""What an action shows the table that is new to it: taking it back is never silent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.cosmogenesis.pieces import ROUNDS
from companion.games.cosmogenesis.rules.chance import saw_hidden
from companion.games.cosmogenesis.rules.round import FinishRound
from companion.games.cosmogenesis.rules.setup import Begin
from companion.games.cosmogenesis.rules.turn import End
from companion.games.cosmogenesis.state import setup


@pytest.mark.parametrize(
    ("action", "round_", "shown"),
    [
        (Begin(1), 1, False),
        (Begin(None), 1, False),
        (FinishRound(), 1, True),
        (FinishRound(), ROUNDS - 1, True),
        (FinishRound(), ROUNDS, False),
        (End(), 1, False),
    ],
)
def test_a_refilled_board_is_seen_and_nothing_else(action: Any, round_: int, shown: bool) -> None:
    assert saw_hidden(replace(setup(2, {}), round=round_), action) is shown
