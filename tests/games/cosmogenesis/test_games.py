"""Whole games of Cosmogenesis, kept and random, counted a second time by a plain bookkeeper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.cosmogenesis import GAME
from tests.games.cosmogenesis.plain_keeper import Keeper
from tests.games.cosmogenesis.random_games import Played, check, play
from tests.kit.kept_games import each_file_of, kept_games, last_state, moves, transcript_of

FILES = kept_games("cosmogenesis")
SOME = 18


@each_file_of("cosmogenesis")
def test_the_bookkeeper_gets_the_same_end(file: Path) -> None:
    end = last_state("cosmogenesis", file)
    check(Played(transcript_of(file).seats, dict(transcript_of(file).options), moves(file), end))


def test_every_number_of_players_and_kind_of_end_is_played() -> None:
    assert {transcript_of(file).seats for file in FILES} == {2, 3, 4}
    outcomes = [GAME.outcome(last_state("cosmogenesis", file)) for file in FILES]
    ends = {outcome.rule for outcome in outcomes if outcome is not None}
    assert ends == {"game.winner", "game.tie"}


@pytest.mark.parametrize("seed", range(SOME))
def test_random_legal_play_ends_and_is_counted_twice(seed: int) -> None:
    check(play(seed))


def test_the_bookkeeper_can_be_wrong() -> None:
    """The check has teeth: one asteroid less, and it is noticed."""
    played = play(0)
    seat = played.state.turn_order[0]
    system = played.state.system(seat)
    without = replace(system, asteroids=system.asteroids + 1)
    played.state = played.state.with_system(seat, without)
    with pytest.raises(AssertionError):
        check(played)


def test_the_keeper_reads_what_it_counts() -> None:
    keeper = Keeper(2, {})
    for seat, line in ((1, "begin 2"), (1, "planet ii rock-1"), (1, "collide iii rock-2 1")):
        keeper.read(seat, line)
    assert [body["size"] for body in keeper.players[1]["orbits"][0]] == [2, 1]
    assert keeper.players[1]["asteroids"] == 2 and keeper.monolith == 2
