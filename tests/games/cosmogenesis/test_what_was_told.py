"""What hands have to do and could not know: the round's counter, and which piece the seat told,
beside what lies before it: one that lies there otherwise shows at once.
"""

from __future__ import annotations

import pytest

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State
from companion.referee.panels import Checklist
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened
from tests.kit.kept_games import kept_games, states
from tests.kit.scenarios import played_on

SAY = english_translator().say


def round_ends() -> list[State]:
    (file,) = [each for each in kept_games("cosmogenesis") if each.stem == "two-players"]
    return [s for s in states("cosmogenesis", file) if GAME.current_step(s, 1) == "round"]


def test_the_list_of_a_rounds_end_moves_its_counter_but_after_the_last_round() -> None:
    told = dict[int, list[str]]()
    for s in round_ends():
        lists = [each for each in GAME.show(s, 1) if isinstance(each, Checklist)]
        lines = [line for each in lists for part in each.sections for line in part.lines]
        told[s.round] = [SAY(each.words) for each in lines if "counter" in SAY(each.words)]
    assert told == {
        **{n: [f"Round counter from {n} to {n + 1}"] for n in range(1, 6)},
        6: [],
    }


@pytest.mark.parametrize(
    ("text", "piece", "hands"),
    [
        ("planet ii rock-3", "size 3 rock", "the planet to orbit 2"),
        ("planet ii gas-red-2", "large gas giant (red)", "the planet to orbit 2"),
        ("moon iii rock-1 1", "size 1 rock, orbit 1", "the moon to orbit 1"),
        ("stellar stellar-6", "Stellar 6", "Stellar 6 face up in your right notch"),
        ("exotic ii exotic-4", "Exotic object 4", ""),
    ],
)
def test_the_piece_that_was_told_is_told_back(text: str, piece: str, hands: str) -> None:
    s = played_on(GAME, opened(2, None), "1 begin 1", "1 set 1 rock-4")
    action = GAME.read(text)
    which, told = GAME.which(s, 1, action), GAME.piece_instructions(s, 1, action)
    assert which is not None and SAY(which) == piece
    assert told is not None and hands in SAY(told)
