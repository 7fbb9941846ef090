"""Whole games of Crafting the Cosmos: what ended each; points reckoned from the lines alone."""

from __future__ import annotations

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.pieces import POWERS
from companion.games.crafting.state import State
from companion.referee.replay import IllegalAction, replay_moves
from companion.referee.ruling import Outcome
from tests.kit import kept_games
from tests.kit.kept_games import states, transcript_of

FILES = {file.stem: file for file in kept_games.kept_games("crafting")}
#: what ended each game: the supply of crystals or the sixth goal; and what decided it
ENDINGS = {
    "four-players-last-goal": ("goals", 1, "game.winner"),
    "four-players-overlap": ("crystals", 1, "game.winner"),
    "three-players-last-goal": ("goals", 1, "game.winner"),
    "three-players-shared-win": ("goals", 2, "game.tie"),
    "two-players-crystals": ("crystals", 1, "game.winner"),
    "two-players-tie-break": ("goals", 1, "game.tie"),
}
CHAMBER = (3, 6, 10, 15, 21)

each_game = pytest.mark.parametrize("name", FILES)


def moves(name: str) -> list[tuple[int, str]]:
    return kept_games.moves(FILES[name])


def played(name: str) -> State:
    """The last state, every line judged on the way."""
    end: State = kept_games.last_state("crafting", FILES[name])
    return end


def outcome(state: State) -> Outcome:
    end = GAME.outcome(state)
    assert end is not None
    return end


def test_the_games_are_of_every_kind() -> None:
    assert set(ENDINGS) == set(FILES)
    assert {transcript_of(file).seats for file in FILES.values()} == set(GAME.seats)


@each_game
def test_what_ended_a_game_and_what_decided_it(name: str) -> None:
    ended_by, winners, rule = ENDINGS[name]
    state = played(name)
    end = outcome(state)
    assert ("crystals" if state.supply == 0 else "goals") == ended_by
    assert (len(state.scored) == 6) == (ended_by == "goals")
    assert (len(end.winners), end.rule) == (winners, rule)


def test_the_tie_break_goes_by_cards_in_hand() -> None:
    state = played("two-players-tie-break")
    first, second = outcome(state).ranking
    assert first.total == second.total
    assert state.board(first.seat).hand > state.board(second.seat).hand
    assert (first.rank, second.rank) == (1, 2)


def test_a_shared_win_is_level_on_points_and_cards() -> None:
    state = played("three-players-shared-win")
    first, second, _ = outcome(state).ranking
    assert (first.rank, second.rank) == (1, 1)
    assert state.board(first.seat).hand == state.board(second.seat).hand


@each_game
def test_two_seats_are_on_at_once_only_with_the_overlap(name: str) -> None:
    most = max(
        len(GAME.seats_to_act(state))
        for state in states("crafting", FILES[name])
        if state.stage == "play"
    )
    assert (most > 1) == (dict(transcript_of(FILES[name]).options).get("overlap") == "yes")


@each_game
def test_points_add_up_from_the_lines_alone(name: str) -> None:
    """Nebulae, chamber, cards and advanced life, reckoned with nothing but the words."""
    boards = played(name).boards
    for seat, board in enumerate(boards, start=1):
        mine = [action.split() for who, action in moves(name) if who == seat]
        discharges = sum(words[0] == "discharge" for words in mine)
        sixes = sum(words[0] == "five" or "speed-of-light" in words[:2] for words in mine)
        assert board.points.nebulae == sum(int(w[3]) for w in mine if w[0] == "complete")
        assert board.points.chamber == sum(CHAMBER[:discharges])
        assert board.points.cards == 6 * sixes
        assert board.points.life == sum(life_values(mine))
        assert board.points.mended == 0


def life_values(mine: list[list[str]]) -> list[int]:
    """Those named at the reveal, or else those told as they were drawn."""
    for words in mine:
        if words[0] == "reveal" and len(words) > 1:
            return [int(value) for value in words[1:]]
    drawn = [words for words in mine if words[0] == "life" or words[:2] == ["use", "evolution"]]
    return [int(words[2]) for words in drawn]


@each_game
def test_every_goal_pays_6_and_3_by_its_counts(name: str) -> None:
    state = played(name)
    for goal in state.scored:
        best = max(goal.counts)
        alone = goal.counts.count(best) == 1
        second = max((n for n in goal.counts if n < best), default=0) if alone else 0
        wanted = tuple(6 if n and n == best else 3 if n and n == second else 0 for n in goal.counts)
        assert goal.points == wanted
    paid = [sum(goal.points[seat - 1] for goal in state.scored) for seat in state.all_seats]
    assert paid == [board.points.goals for board in state.boards]


def test_the_games_use_every_power_card() -> None:
    words = [action.split() for name in FILES for _, action in moves(name)]
    used = {w[1] for w in words if w[0] in ("use", "discharge") and w[1] in POWERS}
    assert set(POWERS) - used == set()


@each_game
@pytest.mark.parametrize("verb", ["collect", "took", "begin", "score"])
def test_a_game_with_a_line_left_out_is_refused(name: str, verb: str) -> None:
    file, lines = transcript_of(FILES[name]), moves(name)
    missing = next(i for i, (_, action) in enumerate(lines) if action.split()[0] == verb)
    with pytest.raises(IllegalAction) as refused:
        replay_moves(GAME, file.seats, dict(file.options), lines[:missing] + lines[missing + 1 :])
    assert refused.value.line == missing + 1
