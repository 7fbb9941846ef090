"""What the log says where a number alone would read oddly."""

from __future__ import annotations

from companion.games.cosmogenesis import GAME
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened


def test_the_end_of_a_round_says_that_no_life_evolves() -> None:
    over = opened(2, None, "1 begin 1", "turns")
    said = english_translator().say(GAME.say(over, 1, GAME.read("next"), 1))
    assert said == "Round 1 is over: no life evolves"
