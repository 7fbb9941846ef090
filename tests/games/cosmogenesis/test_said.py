"""What the log says where a number alone would read oddly."""

from __future__ import annotations

import pytest

from companion.games.cosmogenesis import GAME
from companion.referee.text import Text, english_translator
from companion.web.language.languages import LANGUAGES
from tests.games.cosmogenesis.positions import opened
from tests.test_sill_words import speaking

#: Letters of three small lines between two buttons, of 360 pixels.
THREE_LINES = 96


def test_the_end_of_a_round_says_that_no_life_evolves() -> None:
    over = opened(2, None, "1 begin 1", "turns")
    said = english_translator().say(GAME.say(over, 1, GAME.read("next"), 1))
    assert said == "Round 1 is over: no life evolves"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ["life 1", "life 1.2", "expand", "extra-moon 1", "extra-comet"])
def test_what_an_additional_action_does_to_the_tokens_fits_the_sill(
    action: str, language: str
) -> None:
    lines = ("1 begin 1", "1 set 1 rock-3", "1 set 1.1 asteroid", "1 set 1.2 asteroid")
    state = opened(2, None, *lines, "1 mend asteroids 3", "1 belt asteroid")
    assert GAME.piece_instructions is not None
    todo = GAME.piece_instructions(state, 1, GAME.read(action))
    assert todo is not None
    spoken = speaking(language)
    assert len(f"{spoken.say(Text('On the table:'))} {spoken.say(todo)}") <= THREE_LINES
