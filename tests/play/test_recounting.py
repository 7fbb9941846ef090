"""Everyone counts: who has confirmed, who has not, and when it is over."""

from __future__ import annotations

import pytest

from companion import play
from companion.tables import Table


def test_it_is_over_when_the_last_has_confirmed(hall: play.TableStore, table: Table) -> None:
    asked = play.recount(hall, table.code, 2, "pb")
    assert asked.recount is not None and play.missing(asked) == {1, 2, 3}
    assert play.recount(hall, table.code, 1, "pa").seq == asked.seq, "one at a time"
    first = play.confirm(hall, table.code, 1, "pa")
    assert play.missing(first) == {2, 3}
    assert play.confirm(hall, table.code, 1, "pa").seq == first.seq
    play.confirm(hall, table.code, 2, "pb")
    over = play.confirm(hall, table.code, 3, "pc")
    assert over.recount is None and play.missing(over) == frozenset()
    assert [event.kind for event in over.desk] == ["recount", "right", "right", "recounted"]
    assert play.confirm(hall, table.code, 3, "pc").seq == over.seq


def test_seats_without_a_phone_are_not_waited_for(hall: play.TableStore, table: Table) -> None:
    play.free(hall, table.code, 3, "pc")
    play.recount(hall, table.code, 1, "pa")
    play.confirm(hall, table.code, 1, "pa")
    assert play.confirm(hall, table.code, 2, "pb").recount is None


def test_it_can_be_ended(hall: play.TableStore, table: Table) -> None:
    play.recount(hall, table.code, 1, "pa")
    ended = play.end_recount(hall, table.code, 2, "pb")
    assert ended.recount is None
    assert play.end_recount(hall, table.code, 2, "pb").seq == ended.seq


def test_nobody_confirms_for_another(hall: play.TableStore, table: Table) -> None:
    play.recount(hall, table.code, 1, "pa")
    for deed in (play.recount, play.confirm, play.end_recount):
        with pytest.raises(play.NotAllowed):
            deed(hall, table.code, 2, "pa")
        with pytest.raises(play.UnknownSeat):
            deed(hall, table.code, 0, "pa")
