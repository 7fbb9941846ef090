"""Everyone counts: who has confirmed, who has not, and when it is over."""

from __future__ import annotations

import pytest

from companion.play import NotAllowed, TableStore, UnknownSeat, lobby, numbers
from companion.tables import Table


def test_it_is_over_when_the_last_has_confirmed(store: TableStore, table: Table) -> None:
    asked = numbers.ask_for_recount(store, table.code, 2, "pb")
    assert asked.recount is not None and numbers.unconfirmed_seats(asked) == {1, 2, 3}
    assert numbers.ask_for_recount(store, table.code, 1, "pa").seq == asked.seq, "one at a time"
    first = numbers.confirm_numbers(store, table.code, 1, "pa")
    assert numbers.unconfirmed_seats(first) == {2, 3}
    assert numbers.confirm_numbers(store, table.code, 1, "pa").seq == first.seq
    numbers.confirm_numbers(store, table.code, 2, "pb")
    over = numbers.confirm_numbers(store, table.code, 3, "pc")
    assert over.recount is None and numbers.unconfirmed_seats(over) == frozenset()
    assert [event.kind for event in over.group_events] == ["recount", "right", "right", "recounted"]
    assert numbers.confirm_numbers(store, table.code, 3, "pc").seq == over.seq


def test_seats_without_a_phone_are_not_waited_for(store: TableStore, table: Table) -> None:
    lobby.free_seat(store, table.code, 3, "pc")
    numbers.ask_for_recount(store, table.code, 1, "pa")
    numbers.confirm_numbers(store, table.code, 1, "pa")
    assert numbers.confirm_numbers(store, table.code, 2, "pb").recount is None


def test_it_can_be_ended(store: TableStore, table: Table) -> None:
    numbers.ask_for_recount(store, table.code, 1, "pa")
    ended = numbers.end_recount(store, table.code, 2, "pb")
    assert ended.recount is None
    assert numbers.end_recount(store, table.code, 2, "pb").seq == ended.seq


def test_nobody_confirms_for_another(store: TableStore, table: Table) -> None:
    numbers.ask_for_recount(store, table.code, 1, "pa")
    for deed in (numbers.ask_for_recount, numbers.confirm_numbers, numbers.end_recount):
        with pytest.raises(NotAllowed):
            deed(store, table.code, 2, "pa")
        with pytest.raises(UnknownSeat):
            deed(store, table.code, 0, "pa")
