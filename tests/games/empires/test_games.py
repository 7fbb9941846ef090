"""Whole games of Cosmos: Empires: counted by a bookkeeper of their own, and of every kind."""

from __future__ import annotations

from pathlib import Path

from companion.games.empires import GAME
from companion.games.empires.pieces import BASE_CULTURES, CARDS
from companion.games.empires.rules.end import ranking_key
from companion.games.empires.state import State
from tests.games.empires.slow_count import Bookkeeper
from tests.kit import kept_games
from tests.kit.kept_games import each_file_of, moves, transcript_of

FILES = kept_games.kept_games("empires")


def last_state(file: Path) -> State:
    state: State = kept_games.last_state("empires", file)
    return state


@each_file_of("empires")
def test_the_bookkeeper_gets_the_same_end(file: Path) -> None:
    state, options = last_state(file), dict(transcript_of(file).options)
    keeper = Bookkeeper(
        transcript_of(file).seats,
        options.get("card.collective-self") != "no",
        options.get("culture.militaristic-tie") == "shared",
    )
    for seat, action in moves(file):
        if not action.startswith(("keep", "done", "scout")):
            keeper.read(seat, action)
    for seat, player in keeper.players.items():
        assert state.empire(seat).credits == player.credits
        assert ranking_key(state, seat)[1] == keeper.final_total(seat)


def test_every_kind_of_table_is_played() -> None:
    tables = {
        (transcript_of(file).seats, dict(transcript_of(file).options)["culture"]) for file in FILES
    }
    for seats in (2, 4, 7, 8):
        assert (seats, "off") in tables
        assert {(seats, "single"), (seats, "hybrid")} & tables


def test_every_kind_of_end_is_reached() -> None:
    ends = set()
    for file in FILES:
        state = last_state(file)
        outcome = GAME.outcome(state)
        assert outcome is not None
        first, second = (ranking_key(state, place.seat) for place in outcome.ranking[:2])
        ends.add((outcome.rule, first[1] == second[1], first[2] == second[2]))
    assert {rule for rule, _, _ in ends} == {"end.winner", "end.at-once", "end.tie"}
    assert {("end.tie", True, False), ("end.tie", True, True)} <= ends


def test_every_card_and_culture_is_played() -> None:
    words: set[str] = set()
    for file in FILES:
        for _, action in moves(file):
            words.update(action.split())
    assert set(CARDS) | set(BASE_CULTURES) <= words


def test_all_eight_culture_cards_are_shown_at_one_table() -> None:
    shown = [{slug for e in last_state(file).empires for slug in e.known} for file in FILES]
    seats = {
        transcript_of(file).seats
        for file, slugs in zip(FILES, shown, strict=True)
        if len(slugs) == 8
    }
    assert {2, 4, 8} <= seats
