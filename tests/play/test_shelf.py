"""What people typed in about their own box is there at their later tables, and only at theirs."""

from __future__ import annotations

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.ledger import StoredNote, Unavailable
from companion.play import TableStore, act, corrections, lobby
from companion.play.answer import Played, Tap
from companion.referee.replay import replay_moves
from companion.tables import Table
from companion.transcript.checking import checked_events
from companion.transcript.reading import read_game_file
from companion.transcript.text_file import write_transcript

TILE, NAME = "tile 3 delta h1he2c3=10", "tile.3.h1he2c3"
START = ("deal dark 2 1 dark dark dark", "goal stable-life", "begin")


@pytest.fixture
def store(games_store: TableStore) -> TableStore:
    return games_store


def seated(store: TableStore, *phones: str) -> Table:
    """A table that the first phone has opened; each phone has a seat."""
    table = lobby.open_table(store, "crafting", 2, phones[0])
    for seat, phone in enumerate(phones, start=1):
        table = lobby.sit_down_at_seat(store, table.code, seat, phone)
    return table


def begun(store: TableStore, *phones: str) -> Table:
    return lobby.start_game(store, seated(store, *phones).code, phones[0])


def tap(store: TableStore, table: Table, *actions: str) -> Table:
    for action in actions:
        answer = act.play_tap(store, table.code, Tap(table.seat_at(1).phone, 1, action))
        assert isinstance(answer, Played)
    return store.latest(table.code)


def known(table: Table) -> dict[str, str]:
    return {key: value for key, value in table.options if key.startswith("tile.")}


def test_a_tile_that_was_told_is_known_at_the_next_table(store: TableStore) -> None:
    tap(store, begun(store, "pa", "pb"), TILE)
    assert known(lobby.open_table(store, "crafting", 2, "pa")) == {NAME: "10"}
    table = begun(store, "pb", "pc")
    assert [(tile.size, tile.code) for tile in table.state.known_box_tiles] == [(3, "h1he2c3=10")]


def test_strangers_and_other_games_know_nothing_of_it(store: TableStore) -> None:
    tap(store, begun(store, "pa", "pb"), TILE)
    assert known(begun(store, "px", "py")) == {}
    assert known(lobby.open_table(store, "empires", 2, "pa")) == {}


def test_what_anybody_at_the_table_knows_counts_from_the_start(store: TableStore) -> None:
    tap(store, begun(store, "pa", "pb"), TILE)
    table = seated(store, "pc", "pb")
    assert known(table) == {}
    assert known(lobby.start_game(store, table.code, "pc")) == {NAME: "10"}
    # And so the opener's own next table knows it.
    assert known(lobby.open_table(store, "crafting", 2, "pc")) == {NAME: "10"}


def test_the_newest_value_counts(store: TableStore) -> None:
    first = tap(store, begun(store, "pa", "pb"), TILE)
    tap(store, first, "tile 3 delta h1he2c3=11 h1he2c3=10")
    assert known(lobby.open_table(store, "crafting", 2, "pb")) == {NAME: "11"}
    tap(store, begun(store, "pb", "pc"), "tile 3 delta h1he2c3=12")
    table = lobby.open_table(store, "crafting", 2, "pc")
    assert known(table) == {NAME: "12"}


def test_a_slip_that_was_put_right_is_gone(store: TableStore) -> None:
    table = tap(store, begun(store, "pa", "pb"), "tile 3 delta h3=10", "tile 3 delta ?")
    assert known(lobby.open_table(store, "crafting", 2, "pa")) == {}
    table = tap(store, table, TILE)
    corrections.take_back_entry(store, table.code, Tap("pa", 1, ""), table.entries[-1].seq)
    assert known(lobby.open_table(store, "crafting", 2, "pa")) == {}


def test_a_transcript_replays_alone(store: TableStore) -> None:
    tap(store, begun(store, "pa", "pb"), TILE)
    table = tap(store, begun(store, "pa", "pb"), *START)
    text = write_transcript(table)
    assert f"option {NAME} 10" in text
    told = transcript.read_transcript(text)
    moves = [(move.seat, move.action) for move in told.moves]
    state = replay_moves(table.game, told.seats, dict(told.options), moves)
    assert state.known_box_tiles == table.state.known_box_tiles
    assert checked_events(read_game_file(text), CATALOGUE, "px", 1.0)


@pytest.mark.parametrize("line", ["tile.3.h9x 10", "tile.4.h1 3", "tile.3.h1 0", "tile.3 10"])
def test_a_file_cannot_bring_what_no_tile_prints(store: TableStore, line: str) -> None:
    text = f"game crafting\nseats 2\noption {line}\n1 deal dark 2 1 dark dark dark\n"
    with pytest.raises(transcript.BadGameFile):
        checked_events(read_game_file(text), CATALOGUE, "px", 1.0)


def test_a_table_goes_on_where_nothing_can_be_shelved(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(shelved: object) -> None:
        raise Unavailable("full")

    monkeypatch.setattr(store.ledger, "store_notes", full)
    table = tap(store, begun(store, "pa", "pb"), TILE)
    assert table.state.board(1).tiles[-1].code == "h1he2c3=10"


def test_the_ledger_keeps_the_newest_of_each_name(store: TableStore) -> None:
    rows = [
        StoredNote("pa", "crafting", "n", "old", 1.0),
        StoredNote("pa", "crafting", "n", "new", 3.0),
        StoredNote("pa", "crafting", "n", "late", 2.0),
        StoredNote("pb", "crafting", "n", "other", 1.0),
    ]
    store.ledger.store_notes(rows)
    assert store.ledger.notes("pa", "crafting") == [rows[1]]
    assert store.ledger.notes("pa", "empires") == []
