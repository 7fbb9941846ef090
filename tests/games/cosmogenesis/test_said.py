"""What the log says where a number alone would read oddly."""

from __future__ import annotations

import tomllib

import pytest

from companion.games.cosmogenesis import GAME
from companion.referee.panels import Notice
from companion.referee.text import Text, Translator, english_translator
from companion.web.language.languages import LANGUAGES
from companion.web.language.shortened import first_sentence
from companion.web.page.echo import LETTERS_BESIDE
from tests.games.cosmogenesis.positions import opened
from tests.kit.kept_games import kept_games, moves, states
from tests.kit.places import CODE
from tests.kit.spoken import tongue

#: Letters of three small lines between two buttons, of 360 pixels in a phone's own typeface: a wide
#: one (DejaVu) holds about 80, and the rest is behind a tap.
THREE_LINES = 86


def as_the_sill_has_it(spoken: Translator, todo: Text) -> str:
    """What hands do, where it has no room without its first words."""
    whole = spoken.say(Text("On the table: {hands}", hands=todo))
    return whole if len(whole) <= LETTERS_BESIDE else spoken.say(todo)


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
    spoken = tongue(language, "Katharina")
    assert len(as_the_sill_has_it(spoken, todo)) <= THREE_LINES


#: Verbs whose words are a list: what each player takes, and what becomes of what is discarded.
LISTS = {"begin", "discard"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_actions_of_kept_games_do_to_the_tokens_fits_the_sill(language: str) -> None:
    assert GAME.piece_instructions is not None
    spoken, told = tongue(language, "Katharina"), set[Text]()
    for file in kept_games("cosmogenesis"):
        for (seat, line), state in zip(moves(file), states("cosmogenesis", file), strict=False):
            if line.split()[0] not in LISTS:
                told |= {GAME.piece_instructions(state, seat, GAME.read(line)) or Text("")}
    lines = [as_the_sill_has_it(spoken, text) for text in told]
    assert len(lines) > 40
    assert [line for line in lines if len(line) > THREE_LINES] == []


def test_life_that_stays_says_where_it_is_within_the_sentence() -> None:
    over = opened(2, None, "1 begin 1", "1 set 1 rock-3 life 0", "1 set 1.1 rock-1 life 0", "turns")
    (stays,) = [each for each in GAME.show(over, 1) if each.id == "stays"]
    assert isinstance(stays, Notice) and stays.detail is not None
    said = english_translator().say(stays.detail)
    assert "on the planet in orbit 1 (no water)" in said and "on moon 1 in orbit 1 (" in said


@pytest.mark.parametrize("language", ["", ".de", ".es", ".fr"])
def test_the_guide_says_of_who_takes_only_what_every_turn_has(language: str) -> None:
    """Its step is every later turn's, also a round's first, in which no sector is used yet."""
    file = CODE / "games" / "cosmogenesis" / f"lessons{language}.toml"
    led = tomllib.loads(file.read_text("utf-8"))["led"]
    assert led["take-on"]["watch"] == first_sentence(led["take"]["watch"])
