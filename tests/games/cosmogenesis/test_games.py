"""Whole games as transcripts: each line is judged, the end is the one written below the lines, and
a bookkeeper who shares nothing with the game's code comes to the same.

After "# final" stand the winners with the rule, the ranking and the sketch of the last state.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion import transcript
from companion.games.cosmogenesis import GAME
from companion.games.cosmogenesis.state import State
from companion.referee.replay import replay
from companion.transcript import Transcript
from tests.games.cosmogenesis.plain_keeper import Keeper
from tests.games.cosmogenesis.random_games import Played, check, play

FOLDER = Path(__file__).parent / "games"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
each_game = pytest.mark.parametrize("name", NAMES)
SOME = 18


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@cache
def game_of(name: str) -> Transcript:
    return transcript.read(text_of(name))


def moves_of(name: str) -> list[tuple[int, str]]:
    return [(move.seat, move.action) for move in game_of(name).moves]


@cache
def last_state(name: str) -> State:
    """The state at the end. Raises `IllegalAction` at the first line that is against the rules."""
    game = game_of(name)
    state: State = replay(GAME, game.seats, dict(game.options), moves_of(name))
    return state


def told(name: str) -> list[str]:
    """What the file says about its end."""
    _, _, final = text_of(name).partition("# final\n")
    return [line.removeprefix("# ") for line in final.splitlines()]


@each_game
def test_the_game_ends_as_it_is_written(name: str) -> None:
    state = last_state(name)
    outcome = GAME.outcome(state)
    assert outcome is not None
    winners, ranking, *sketch = told(name)
    assert winners == f"winner {' '.join(map(str, outcome.winners))} by {outcome.rule}"
    assert ranking.split()[1:] == [f"{place.seat}:{place.total}" for place in outcome.ranking]
    assert GAME.sketch(state).splitlines() == sketch


@each_game
def test_the_bookkeeper_gets_the_same_end(name: str) -> None:
    game = game_of(name)
    played = Played(game.seats, dict(game.options), moves_of(name), last_state(name))
    check(played)


@each_game
def test_the_exported_game_can_be_read_again(name: str) -> None:
    """What only one seat knew is left out; everybody sees the same game."""
    game, moves = game_of(name), []
    for seat, line in moves_of(name):
        kept = GAME.redact(GAME.read(line))
        if kept is not None:
            moves.append((seat, GAME.write(kept)))
    again = replay(GAME, game.seats, dict(game.options), moves)
    assert GAME.sketch(again) == GAME.sketch(last_state(name))


def test_every_number_of_players_and_kind_of_end_is_played() -> None:
    assert {game_of(name).seats for name in NAMES} == {2, 3, 4}
    ends = {GAME.outcome(last_state(name)).rule for name in NAMES}  # type: ignore[union-attr]
    assert ends == {"game.winner", "game.tie"}


def test_every_action_is_played() -> None:
    verbs = {line.split()[0] for name in NAMES for _, line in moves_of(name)}
    corrections = {"mend", "set", "clear", "hold", "drop", "done"}
    assert {form.verb for form in GAME.notation.forms} - corrections <= verbs


@pytest.mark.parametrize("seed", range(SOME))
def test_random_legal_play_ends_and_is_counted_twice(seed: int) -> None:
    check(play(seed))


def test_the_bookkeeper_can_be_wrong() -> None:
    """The check has teeth: one asteroid less, and it is noticed."""
    played = play(0)
    seat = played.state.order[0]
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
