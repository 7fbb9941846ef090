"""Before the game: who may sit, name, order, choose, lock and start, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import chance, play
from companion.tables import Table

Halls = Callable[..., play.TableStore]


@pytest.fixture
def lobby(hall: play.TableStore) -> Table:
    return play.open_table(hall, "tally", 3, "pa")


def refused(what: Callable[..., object], *args: object) -> str:
    with pytest.raises(play.NotAllowed) as refusal:
        what(*args)
    return refusal.value.reason.source


def test_an_opened_table_is_found_by_its_code_everywhere(halls: Halls) -> None:
    opened = play.open_table(halls(), "tally", 3, "pa")
    found = play.look(halls(), opened.code)
    assert found == opened
    assert (found.host, len(found.chairs), found.options) == ("pa", 3, (("heap", "20"),))
    with pytest.raises(play.UnknownTable):
        play.look(halls(), "ZZZZ")


def test_only_games_and_sizes_that_exist_are_opened(hall: play.TableStore) -> None:
    assert "no game" in refused(play.open_table, hall, "chess", 2, "pa")
    assert "players" in refused(play.open_table, hall, "tally", 5, "pa")
    assert hall.ledger.codes() == []


def test_a_code_that_is_in_use_is_not_given_again(
    hall: play.TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["AAAA", "AAAA", "AAAA", "BBBB"])
    monkeypatch.setattr(chance, "new_code", lambda length: next(codes))
    assert play.open_table(hall, "tally", 2, "pa").code == "AAAA"
    assert play.open_table(hall, "tally", 3, "pb").code == "BBBB"
    assert play.look(hall, "AAAA").host == "pa"


def test_codes_grow_when_the_short_ones_are_used_up(
    hall: play.TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "new_code", lambda length: "A" * length)
    codes = [play.open_table(hall, "tally", 2, "pa").code for _ in range(3)]
    assert codes == ["AAAA", "AAAAA", "AAAAAA"]


def test_seats_are_taken_once_and_given_free(hall: play.TableStore, lobby: Table) -> None:
    assert play.sit(hall, lobby.code, 2, "pb").seats_of("pb") == (2,)
    seq = play.look(hall, lobby.code).seq
    assert play.sit(hall, lobby.code, 2, "pb").seq == seq
    assert "taken" in refused(play.sit, hall, lobby.code, 2, "pc")
    assert "another phone" in refused(play.free, hall, lobby.code, 2, "pc")
    assert play.free(hall, lobby.code, 2, "pa").chair(2).phone == ""
    assert play.sit(hall, lobby.code, 2, "pc").seats_of("pc") == (2,)
    assert play.free(hall, lobby.code, 2, "pc").seats_of("pc") == ()
    with pytest.raises(play.UnknownSeat):
        play.sit(hall, lobby.code, 4, "pc")
    with pytest.raises(play.UnknownSeat):
        play.free(hall, lobby.code, 0, "pa")


def test_a_locked_table_takes_no_new_phone(hall: play.TableStore, lobby: Table) -> None:
    play.sit(hall, lobby.code, 1, "pb")
    assert play.lock(hall, lobby.code, "pa").locked
    assert "locked" in refused(play.sit, hall, lobby.code, 2, "pc")
    assert play.sit(hall, lobby.code, 2, "pb").seats_of("pb") == (1, 2)
    assert play.sit(hall, lobby.code, 3, "pa").seats_of("pa") == (3,)
    assert not play.unlock(hall, lobby.code, "pa").locked


def test_names_are_cleaned_and_belong_to_the_seat_or_the_host(
    hall: play.TableStore, lobby: Table
) -> None:
    play.sit(hall, lobby.code, 2, "pb")
    named = play.rename(hall, lobby.code, 2, "  Bo\u202e \n\tvan  der " + "x" * 99, "pb")
    assert named.chair(2).name == "Bo van der xxxxxxxxxxxxx"
    assert play.rename(hall, lobby.code, 1, "\ud800Ana\x00", "pa").chair(1).name == "Ana"
    assert play.rename(hall, lobby.code, 2, "Bo", "pa").chair(2).name == "Bo"
    assert "There's already" in refused(play.rename, hall, lobby.code, 1, "bO", "pa")
    assert "another phone" in refused(play.rename, hall, lobby.code, 2, "Cy", "pc")
    assert play.rename(hall, lobby.code, 2, "", "pb").chair(2).name == ""


def test_each_colour_is_given_once(hall: play.TableStore, lobby: Table) -> None:
    play.sit(hall, lobby.code, 2, "pb")
    assert play.recolour(hall, lobby.code, 2, "green", "pb").chair(2).colour == "green"
    assert "has this colour" in refused(play.recolour, hall, lobby.code, 2, "violet", "pb")
    assert "isn't available" in refused(play.recolour, hall, lobby.code, 2, "beige", "pb")
    assert play.recolour(hall, lobby.code, 1, "cyan", "pa").chair(1).colour == "cyan"


def test_order_size_and_options_are_the_hosts_and_end_with_the_start(
    hall: play.TableStore, lobby: Table
) -> None:
    code = lobby.code
    play.sit(hall, code, 3, "pc")
    deeds: list[tuple[Callable[..., Table], tuple[object, ...]]] = [
        (play.reorder, ((3, 1, 2),)),
        (play.resize, (4,)),
        (play.choose_option, ("heap", "5")),
    ]
    for deed, args in deeds:
        assert "Only the host" in refused(deed, hall, code, *args, "pc")
        deed(hall, code, *args, "pa")
    after = play.look(hall, code)
    assert after.seats_of("pc") == (1,) and len(after.chairs) == 4
    assert dict(after.options) == {"heap": "5"}
    assert "host's phone" in refused(play.start, hall, code, "pc")
    started = play.start(hall, code, "pa")
    assert started.state.heap == 5 and started.to_act == {1}
    assert play.start(hall, code, "pa").seq == started.seq
    for deed, args in deeds:
        assert "already started" in refused(deed, hall, code, *args, "pa")


def test_what_makes_no_sense_is_refused(hall: play.TableStore, lobby: Table) -> None:
    code = lobby.code
    assert "No one" in refused(play.start, hall, code, "pa")
    play.sit(hall, code, 3, "pc")
    assert "Free it before" in refused(play.resize, hall, code, 2, "pa")
    assert "players" in refused(play.resize, hall, code, 5, "pa")
    for order in ((1, 2), (1, 1, 2), (0, 1, 2), (1, 2, 3, 4)):
        assert "exactly once" in refused(play.reorder, hall, code, order, "pa")
    for key, value in (("heap", "7"), ("weather", "fair")):
        assert "doesn't have that option" in refused(
            play.choose_option, hall, code, key, value, "pa"
        )
    for deed in (play.lock, play.unlock):
        assert "Only the host" in refused(deed, hall, code, "pc")
    assert play.look(hall, code).seq == 2


def test_watchers_are_woken_by_what_changes(hall: play.TableStore, lobby: Table) -> None:
    with hall.bell.watch(lobby.code, "pa") as ana:
        play.sit(hall, lobby.code, 2, "pb")
        assert ana.wait(0)
        play.sit(hall, lobby.code, 2, "pb")
        assert not ana.wait(0)


def test_forgotten_tables_are_read_again(halls: Halls) -> None:
    hall = halls(limit=2)
    tables = [play.open_table(hall, "tally", 2, f"p{number}") for number in range(5)]
    assert len(hall._tables) == 2
    assert [play.look(hall, table.code) for table in tables] == tables
    assert len(hall._tables) == 2
