"""A reason that is told to another seat speaks of its own seat by name, in every language: every
objection of every scenario, and of what could be tried along the kept games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.ruling import Objection
from companion.referee.told import reason_for
from companion.web.language.languages import LANGUAGES, speaks
from tests.kit.kept_games import kept_games, states
from tests.kit.positions import POSITIONS
from tests.kit.scenarios import judge_line
from tests.kit.sentences import everything
from tests.kit.spoken import tongue

#: What speaks to whoever reads. A table is one's own whoever reads it.
TO_ONE = {
    "en": r"\b(?:you|yours?)\b(?! table)",
    "de": r"\b(?:du|dir|dich|dein\w*)\b(?! Tisch)",
    "es": r"\b(?:tú|ti|tus?|tienes|has|puedes|debes)\b(?! mesa)",
    "fr": r"\b(?:tu|toi|ton|ta|tes|as)\b(?! table)",
    "it": r"\b(?:tu|ti|tuo|tua|tuoi|tue|hai|puoi|devi)\b(?! tavolo)",
}
#: Every so manieth state of a kept game is looked at, and so many files.
EVERY, FILES = 9, 3
NAME = "Katharina"

Found = set[tuple[int, Objection]]

each_game = pytest.mark.parametrize("slug", CATALOGUE)


def of_scenarios(slug: str) -> Iterator[tuple[int, Objection]]:
    game, each = CATALOGUE[slug], POSITIONS[slug]
    for scenario in each.scenarios:
        if scenario.verdict == "refused":
            ruling = judge_line(game, each.at(scenario), scenario.action)
            yield from ((ruling.seat, no) for no in ruling.objections)


def of_kept_games(slug: str) -> Iterator[tuple[int, Objection]]:
    game = CATALOGUE[slug]
    for file in kept_games(slug)[:FILES]:
        for state in islice(states(slug, file), 0, None, EVERY):
            for seat in state.all_seats:
                yield from refused(game, state, seat)


def refused(game: Game, state: Any, seat: int) -> Iterator[tuple[int, Objection]]:
    for action in game.candidates(state, seat):
        yield from ((seat, no) for no in judge(game, state, seat, action).objections)


def told_sentences(slug: str, found: Found, language: str) -> dict[str, str]:
    """Each reason as another seat reads it, with the English that its own seat does."""
    game, say = CATALOGUE[slug], tongue(language, NAME).say
    texts = {(seat, no.reason) for seat, no in found}
    return {say(reason_for(why, seat, 0, game.told_of_seat)): why.source for seat, why in texts}


def spoken_to_one(slug: str, found: Found) -> set[tuple[str, str]]:
    languages = [each for each in LANGUAGES if speaks(each, CATALOGUE[slug])]
    return {
        (source, sentence)
        for language in languages
        for sentence, source in told_sentences(slug, found, language).items()
        if re.search(TO_ONE[language], sentence, re.IGNORECASE)
    }


@each_game
def test_no_refusal_of_a_scenario_speaks_to_who_didnt_act(slug: str) -> None:
    found = set(of_scenarios(slug))
    assert len(found) > 20
    assert spoken_to_one(slug, found) == set()


@pytest.mark.long
@each_game
def test_no_refusal_in_a_kept_game_speaks_to_who_didnt_act(slug: str) -> None:
    found = set(of_kept_games(slug))
    assert len(found) > 20
    assert spoken_to_one(slug, found) == set()


@each_game
def test_its_own_seat_is_spoken_to_as_before(slug: str) -> None:
    for seat, objection in of_scenarios(slug):
        own = reason_for(objection.reason, seat, seat, CATALOGUE[slug].told_of_seat)
        assert own is objection.reason


@each_game
def test_what_is_told_of_a_seat_is_something_that_is_said_to_it(slug: str) -> None:
    game = CATALOGUE[slug]
    said = {each.source for each in everything()}
    assert set(game.told_of_seat) <= said
    for each in game.told_of_seat.values():
        assert not re.search(TO_ONE["en"], each.source, re.IGNORECASE)
