"""The big button is never an accident: beside real dice and real pieces nothing is rolled or drawn
by it, and what is chosen beforehand stands in the open where it changes how one plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.panels import Choices, Dock
from companion.transcript import Transcript
from tests.kit.kept_games import kept_games, transcript_of

#: Of Crafting the app may draw all goals and deal the marbles: people choose that by this button.
GAMES = ("empires", "cosmogenesis")


def states(slug: str, played: Transcript) -> Iterator[Any]:
    game = CATALOGUE[slug]
    state = game.setup(played.seats, dict(played.options))
    yield state
    for move in played.moves:
        state = game.apply(state, move.seat, game.read(move.action))
        yield state


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_no_big_button_rolls_or_draws(slug: str) -> None:
    game, small = CATALOGUE[slug], set[str]()
    for state in states(slug, transcript_of(kept_games(slug)[0])):
        for panel in (each for seat in game.seats_to_act(state) for each in game.show(state, seat)):
            if isinstance(panel, Choices | Dock):
                drawn = [
                    choice
                    for choice in panel.choices
                    if choice.action and game.draw_for_action(state, game.read(choice.action))
                ]
                assert [choice.action for choice in drawn if choice.main] == []
                small |= {choice.action for choice in drawn}
    assert small, "the app offers to draw or roll all the same"


def test_culture_cards_are_chosen_in_the_open() -> None:
    """They change how one plays: they are no house rule that waits folded away."""
    open_ones = {option.key for option in CATALOGUE["empires"].options if not option.house}
    assert "culture" in open_ones
    questions = {each.key for each in CATALOGUE["empires"].rulebook.questions}
    assert questions and not questions & open_ones
