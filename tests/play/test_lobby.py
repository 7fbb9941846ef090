"""Before the game: who may sit, name, order, choose, lock and start, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import chance
from companion.play import NotAllowed, TableStore, UnknownSeat
from companion.play.lobby import (
    change_seat_colour,
    change_seat_count,
    choose_option,
    free_seat,
    lock_table,
    name_seat,
    open_table,
    renumber_seats,
    sit_down_at_seat,
    start_game,
    unlock_table,
)
from companion.play.store import UnknownTable
from companion.tables import Table

Halls = Callable[..., TableStore]


@pytest.fixture
def lobby(store: TableStore) -> Table:
    return open_table(store, "tally", 3, "pa")


def refused(what: Callable[..., object], *args: object) -> str:
    with pytest.raises(NotAllowed) as refusal:
        what(*args)
    return refusal.value.reason.source


def test_an_opened_table_is_found_by_its_code_everywhere(stores: Halls) -> None:
    opened = open_table(stores(), "tally", 3, "pa")
    found = stores().latest(opened.code)
    assert found == opened
    assert (found.host, len(found.seats), found.options) == ("pa", 3, (("heap", "20"),))
    with pytest.raises(UnknownTable):
        stores().latest("ZZZZ")


def test_only_games_and_sizes_that_exist_are_opened(store: TableStore) -> None:
    assert "no game" in refused(open_table, store, "chess", 2, "pa")
    assert "players" in refused(open_table, store, "tally", 5, "pa")
    assert store.ledger.table_codes() == []


def test_a_code_that_is_in_use_is_not_given_again(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["AAAA", "AAAA", "AAAA", "BBBB"])
    monkeypatch.setattr(chance, "new_table_code", lambda length: next(codes))
    assert open_table(store, "tally", 2, "pa").code == "AAAA"
    assert open_table(store, "tally", 3, "pb").code == "BBBB"
    assert store.latest("AAAA").host == "pa"


def test_codes_grow_when_the_short_ones_are_used_up(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "new_table_code", lambda length: "A" * length)
    codes = [open_table(store, "tally", 2, "pa").code for _ in range(3)]
    assert codes == ["AAAA", "AAAAA", "AAAAAA"]


def test_seats_are_taken_once_and_given_free(store: TableStore, lobby: Table) -> None:
    assert sit_down_at_seat(store, lobby.code, 2, "pb").seats_of("pb") == (2,)
    seq = store.latest(lobby.code).seq
    assert sit_down_at_seat(store, lobby.code, 2, "pb").seq == seq
    assert "taken" in refused(sit_down_at_seat, store, lobby.code, 2, "pc")
    assert "another phone" in refused(free_seat, store, lobby.code, 2, "pc")
    assert free_seat(store, lobby.code, 2, "pa").seat_at(2).phone == ""
    assert sit_down_at_seat(store, lobby.code, 2, "pc").seats_of("pc") == (2,)
    assert free_seat(store, lobby.code, 2, "pc").seats_of("pc") == ()
    with pytest.raises(UnknownSeat):
        sit_down_at_seat(store, lobby.code, 4, "pc")
    with pytest.raises(UnknownSeat):
        free_seat(store, lobby.code, 0, "pa")


def test_a_locked_table_takes_no_new_phone(store: TableStore, lobby: Table) -> None:
    sit_down_at_seat(store, lobby.code, 1, "pb")
    assert lock_table(store, lobby.code, "pa").locked
    assert "locked" in refused(sit_down_at_seat, store, lobby.code, 2, "pc")
    assert sit_down_at_seat(store, lobby.code, 2, "pb").seats_of("pb") == (1, 2)
    assert sit_down_at_seat(store, lobby.code, 3, "pa").seats_of("pa") == (3,)
    assert not unlock_table(store, lobby.code, "pa").locked


def test_names_are_cleaned_and_belong_to_the_seat_or_the_host(
    store: TableStore, lobby: Table
) -> None:
    sit_down_at_seat(store, lobby.code, 2, "pb")
    named = name_seat(store, lobby.code, 2, "  Bo\u202e \n\tvan  der " + "x" * 99, "pb")
    assert named.seat_at(2).name == "Bo van der xxxxxxxxxxxxx"
    assert name_seat(store, lobby.code, 1, "\ud800Ana\x00", "pa").seat_at(1).name == "Ana"
    assert name_seat(store, lobby.code, 2, "Bo", "pa").seat_at(2).name == "Bo"
    assert "There's already" in refused(name_seat, store, lobby.code, 1, "bO", "pa")
    assert "another phone" in refused(name_seat, store, lobby.code, 2, "Cy", "pc")
    assert name_seat(store, lobby.code, 2, "", "pb").seat_at(2).name == ""


def test_each_colour_is_given_once(store: TableStore, lobby: Table) -> None:
    sit_down_at_seat(store, lobby.code, 2, "pb")
    assert change_seat_colour(store, lobby.code, 2, "green", "pb").seat_at(2).colour == "green"
    assert "has this colour" in refused(change_seat_colour, store, lobby.code, 2, "violet", "pb")
    assert "isn't available" in refused(change_seat_colour, store, lobby.code, 2, "beige", "pb")
    assert change_seat_colour(store, lobby.code, 1, "cyan", "pa").seat_at(1).colour == "cyan"


def test_order_size_and_options_are_the_hosts_and_end_with_the_start(
    store: TableStore, lobby: Table
) -> None:
    code = lobby.code
    sit_down_at_seat(store, code, 3, "pc")
    deeds: list[tuple[Callable[..., Table], tuple[object, ...]]] = [
        (renumber_seats, ((3, 1, 2),)),
        (change_seat_count, (4,)),
        (choose_option, ("heap", "5")),
    ]
    for deed, args in deeds:
        assert "Only the host" in refused(deed, store, code, *args, "pc")
        deed(store, code, *args, "pa")
    after = store.latest(code)
    assert after.seats_of("pc") == (1,) and len(after.seats) == 4
    assert dict(after.options) == {"heap": "5"}
    assert "host's phone" in refused(start_game, store, code, "pc")
    started = start_game(store, code, "pa")
    assert started.state.heap == 5 and started.seats_to_act == {1}
    assert start_game(store, code, "pa").seq == started.seq
    for deed, args in deeds:
        assert "already started" in refused(deed, store, code, *args, "pa")


def test_what_makes_no_sense_is_refused(store: TableStore, lobby: Table) -> None:
    code = lobby.code
    assert "No one" in refused(start_game, store, code, "pa")
    sit_down_at_seat(store, code, 3, "pc")
    assert "Free it before" in refused(change_seat_count, store, code, 2, "pa")
    assert "players" in refused(change_seat_count, store, code, 5, "pa")
    for order in ((1, 2), (1, 1, 2), (0, 1, 2), (1, 2, 3, 4)):
        assert "exactly once" in refused(renumber_seats, store, code, order, "pa")
    for key, value in (("heap", "7"), ("weather", "fair")):
        assert "doesn't have that option" in refused(choose_option, store, code, key, value, "pa")
    for deed in (lock_table, unlock_table):
        assert "Only the host" in refused(deed, store, code, "pc")
    assert store.latest(code).seq == 2


def test_watchers_are_woken_by_what_changes(store: TableStore, lobby: Table) -> None:
    with store.stream_hub.watch(lobby.code, "pa") as ana:
        sit_down_at_seat(store, lobby.code, 2, "pb")
        assert ana.wait(0)
        sit_down_at_seat(store, lobby.code, 2, "pb")
        assert not ana.wait(0)


def test_forgotten_tables_are_read_again(stores: Halls) -> None:
    store = stores(limit=2)
    tables = [open_table(store, "tally", 2, f"p{number}") for number in range(5)]
    assert len(store._tables) == 2
    assert [store.latest(table.code) for table in tables] == tables
    assert len(store._tables) == 2
