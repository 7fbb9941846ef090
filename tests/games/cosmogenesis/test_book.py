"""The rulebook of Cosmogenesis: its numbers are those of the pieces."""

from __future__ import annotations

from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.pieces import (
    PLANETARY_DECK_SIZE_BY_PLAYERS,
    POINTS_BY_LIFE_STEP,
    REMOVED_TOKEN_COUNT_BY_PLAYERS,
    ROUND_COUNT,
    STELLAR_DECK_SIZE_BY_PLAYERS,
    sector_one_filled_space_count,
)
from companion.games.cosmogenesis.rules.round import NextRoundSetup, next_round_setup
from companion.referee.text import english_translator
from tests.games.cosmogenesis.positions import opened

RULES = {rule.key: rule for rule in GAME.rulebook.rules}


def test_the_numbers_are_those_of_the_pieces() -> None:
    decks, tokens = (
        english_translator().say(RULES["setup.decks"].text),
        english_translator().say(RULES["setup.tokens"].text),
    )
    assert "9, 12 or 15" in decks and list(STELLAR_DECK_SIZE_BY_PLAYERS.values()) == [9, 12, 15]
    assert "11, 15 or 19" in decks and list(PLANETARY_DECK_SIZE_BY_PLAYERS.values()) == [11, 15, 19]
    assert "10 tokens" in tokens and "20 tokens" in tokens
    assert REMOVED_TOKEN_COUNT_BY_PLAYERS == {2: 20, 3: 10, 4: 0}
    assert POINTS_BY_LIFE_STEP == (0, 1, 2, 3, 5)
    # Three odd rounds empty the stellar deck; three even ones the planetary deck, but for the
    # objectives that the players kept.
    for seats in GAME.seats:
        assert STELLAR_DECK_SIZE_BY_PLAYERS[
            seats
        ] == ROUND_COUNT // 2 * sector_one_filled_space_count(seats)
        assert PLANETARY_DECK_SIZE_BY_PLAYERS[
            seats
        ] - seats == ROUND_COUNT // 2 * sector_one_filled_space_count(seats)


def test_a_round_is_set_up_with_the_other_kind_of_objective() -> None:
    state = opened(3, {}, "1 begin 2")
    assert next_round_setup(state) == NextRoundSetup("planetary", 4, 2)
    assert next_round_setup(
        opened(3, {}, "1 begin 1", "rounds 1", "1 mend monolith 3")
    ) == NextRoundSetup("stellar", 4, 3)
    assert next_round_setup(opened(2, {}, "1 begin 1", "rounds 5")) is None
