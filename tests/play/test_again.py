"""After the end: the whole result at once, and another game with the same people."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import play
from companion.play import NotAllowed, TableStore, Tap
from companion.tables import Table


@pytest.fixture
def over(hall: TableStore) -> Table:
    """A finished game of Ana, on seat 1 with phone pa, who is the host, and Ben with pb."""
    opened = play.open_table(hall, "tally", 3, "pa")
    code = opened.code
    play.choose_option(hall, code, "heap", "5", "pa")
    for seat, phone, name in ((1, "pa", "Ana"), (2, "pb", "Ben")):
        play.sit(hall, code, seat, phone)
        play.rename(hall, code, seat, name, phone)
    play.recolour(hall, code, 1, "green", "pa")
    play.set_consent(hall, code, "all", "pa")
    play.start(hall, code, "pa")
    for seat, phone, count in ((1, "pa", 3), (2, "pb", 2)):
        play.act(hall, code, Tap(phone, seat, f"take {count}", f"i{seat}", 0))
    table = play.look(hall, code)
    assert table.outcome is not None
    return table


def test_the_same_people_sit_at_a_new_table_when_they_have_said_yes(
    hall: TableStore, over: Table
) -> None:
    again = play.play_again(hall, over.code, "pb")
    assert again.code != over.code
    assert [chair.phone for chair in again.chairs] == ["", "pb", ""]
    assert [(c.name, c.colour) for c in again.chairs] == [(c.name, c.colour) for c in over.chairs]
    assert (again.game.slug, again.host, again.consent) == ("tally", "pb", "all")
    assert dict(again.options) == dict(over.options)
    assert not again.started
    assert hall.look(over.code).onward == again.code
    assert play.play_again(hall, over.code, "pa").chairs == over.chairs


def test_everybody_is_led_to_the_same_table(hall: TableStore, over: Table) -> None:
    first = play.play_again(hall, over.code, "pb")
    assert play.play_again(hall, over.code, "pa").code == first.code
    assert sorted(hall.ledger.codes()) == sorted({over.code, first.code})


def test_a_seat_that_somebody_else_has_taken_meanwhile_is_not_taken_back(
    hall: TableStore, over: Table
) -> None:
    again = play.play_again(hall, over.code, "pb")
    play.sit(hall, again.code, 1, "px")
    assert play.play_again(hall, over.code, "pa").chair(1).phone == "px"


def test_a_rematch_that_was_deleted_can_be_asked_for_again(hall: TableStore, over: Table) -> None:
    first = play.play_again(hall, over.code, "pb")
    play.delete_table(hall, first.code, "pb")
    second = play.play_again(hall, over.code, "pa")
    assert second.code != first.code and hall.look(over.code).onward == second.code


def test_a_locked_table_stays_locked(hall: TableStore, over: Table) -> None:
    play.lock(hall, over.code, "pa")
    assert play.play_again(hall, over.code, "pa").locked
    assert not over.locked


def test_the_second_of_two_processes_goes_where_the_first_went(
    halls: Callable[..., TableStore], hall: TableStore, over: Table
) -> None:
    other = halls()
    other.look(over.code)
    first = play.play_again(hall, over.code, "pa")
    assert play.play_again(other, over.code, "pb").code == first.code


def test_only_after_the_end_and_only_people_at_the_table(hall: TableStore, table: Table) -> None:
    for ask in (play.play_again, play.unveil):
        with pytest.raises(NotAllowed, match="not over"):
            ask(hall, table.code, "pa")


def test_strangers_ask_for_nothing(hall: TableStore, over: Table) -> None:
    for ask in (play.play_again, play.unveil):
        with pytest.raises(NotAllowed, match="Only phones at this table"):
            ask(hall, over.code, "px")
    assert hall.look(over.code) == over


def test_the_result_is_unveiled_once(hall: TableStore, over: Table) -> None:
    seen = play.unveil(hall, over.code, "pb")
    assert seen.unveiled == seen.seq == over.seq + 1
    assert play.unveil(hall, over.code, "pa").seq == seen.seq
    assert seen.outcome == over.outcome
