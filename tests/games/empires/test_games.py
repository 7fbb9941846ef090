"""Whole games as transcripts: each line is judged, and the end is the one written below the lines.

After "# final" stand the winner with the rule, the ranking and the sketch of the last state.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.games.empires import GAME
from companion.games.empires.pieces import CARDS, CULTURES
from companion.games.empires.rules.end import standing
from companion.games.empires.state import State
from companion.referee.replay import replay
from tests.games.empires.kept_games import NAMES, game_of, text_of
from tests.games.empires.slow_count import Bookkeeper

each_game = pytest.mark.parametrize("name", NAMES)


@cache
def last_state(name: str) -> State:
    """The state at the end. Raises `IllegalAction` at the first line that is against the rules."""
    game = game_of(name)
    moves = [(move.seat, move.action) for move in game.moves]
    state: State = replay(GAME, game.seats, dict(game.options), moves)
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
    winner, ranking, *sketch = told(name)
    assert winner == f"winner {outcome.winners[0]} by {outcome.rule}"
    assert ranking.split()[1:] == [f"{place.seat}:{place.total}" for place in outcome.ranking]
    assert GAME.sketch(state).splitlines() == sketch


@each_game
def test_the_bookkeeper_gets_the_same_end(name: str) -> None:
    game, state = game_of(name), last_state(name)
    options = dict(game.options)
    keeper = Bookkeeper(
        game.seats,
        options.get("card.collective-self") != "no",
        options.get("culture.militaristic-tie") == "shared",
    )
    for move in game.moves:
        if not move.action.startswith(("keep", "done", "scout")):
            keeper.read(move.seat, move.action)
    for seat, player in keeper.players.items():
        assert state.empire(seat).credits == player.credits
        assert standing(state, seat)[1] == keeper.final_total(seat)


@each_game
def test_the_exported_game_can_be_read_again(name: str) -> None:
    """What was told in secret is left out before the end; the rest gives the same game."""
    game = game_of(name)
    moves = []
    for move in game.moves:
        kept = GAME.redact(GAME.read(move.action))
        if kept is not None:
            moves.append((move.seat, GAME.write(kept)))
    again = replay(GAME, game.seats, dict(game.options), moves)
    assert GAME.sketch(again) == GAME.sketch(last_state(name))


def played_by(name: str) -> tuple[int, str]:
    """How many play, and how with culture cards."""
    return game_of(name).seats, dict(game_of(name).options)["culture"]


def test_every_kind_of_table_is_played() -> None:
    tables = {played_by(name) for name in NAMES}
    for seats in (2, 4, 7, 8):
        assert (seats, "off") in tables
        assert {(seats, "single"), (seats, "hybrid")} & tables


def test_every_kind_of_end_is_reached() -> None:
    ends = set()
    for name in NAMES:
        state = last_state(name)
        outcome = GAME.outcome(state)
        assert outcome is not None
        first, second = (standing(state, place.seat) for place in outcome.ranking[:2])
        ends.add((outcome.rule, first[1] == second[1], first[2] == second[2]))
    assert {rule for rule, _, _ in ends} == {"end.winner", "end.at-once", "end.tie"}
    assert {("end.tie", True, False), ("end.tie", True, True)} <= ends


def test_every_card_culture_and_action_is_played() -> None:
    words: set[str] = set()
    for name in NAMES:
        for move in game_of(name).moves:
            words.update(move.action.split())
    assert set(CARDS) | set(CULTURES) <= words
    corrections = {"mend", "add", "remove", "card"}
    assert {form.verb for form in GAME.notation.forms} - corrections <= words


def test_all_eight_culture_cards_are_shown_at_one_table() -> None:
    shown = [{slug for e in last_state(name).empires for slug in e.known} for name in NAMES]
    seats = {
        game_of(name).seats for name, slugs in zip(NAMES, shown, strict=True) if len(slugs) == 8
    }
    assert {2, 4, 8} <= seats
