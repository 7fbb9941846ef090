"""Everyone counts: who has confirmed, who has not, and when it is over."""

from __future__ import annotations

import pytest

from companion import play
from companion.tables import Table


def test_it_is_over_when_the_last_has_confirmed(store: play.TableStore, table: Table) -> None:
    asked = play.recount(store, table.code, 2, "pb")
    assert asked.recount is not None and play.missing(asked) == {1, 2, 3}
    assert play.recount(store, table.code, 1, "pa").seq == asked.seq, "one at a time"
    first = play.confirm(store, table.code, 1, "pa")
    assert play.missing(first) == {2, 3}
    assert play.confirm(store, table.code, 1, "pa").seq == first.seq
    play.confirm(store, table.code, 2, "pb")
    over = play.confirm(store, table.code, 3, "pc")
    assert over.recount is None and play.missing(over) == frozenset()
    assert [event.kind for event in over.group_events] == ["recount", "right", "right", "recounted"]
    assert play.confirm(store, table.code, 3, "pc").seq == over.seq


def test_seats_without_a_phone_are_not_waited_for(store: play.TableStore, table: Table) -> None:
    play.free(store, table.code, 3, "pc")
    play.recount(store, table.code, 1, "pa")
    play.confirm(store, table.code, 1, "pa")
    assert play.confirm(store, table.code, 2, "pb").recount is None


def test_it_can_be_ended(store: play.TableStore, table: Table) -> None:
    play.recount(store, table.code, 1, "pa")
    ended = play.end_recount(store, table.code, 2, "pb")
    assert ended.recount is None
    assert play.end_recount(store, table.code, 2, "pb").seq == ended.seq


def test_nobody_confirms_for_another(store: play.TableStore, table: Table) -> None:
    play.recount(store, table.code, 1, "pa")
    for deed in (play.recount, play.confirm, play.end_recount):
        with pytest.raises(play.NotAllowed):
            deed(store, table.code, 2, "pa")
        with pytest.raises(play.UnknownSeat):
            deed(store, table.code, 0, "pa")
