"""A ledger that cannot write: people hear it, nothing is half done, and play goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import Unavailable
from companion.play import TableStore, act, lobby
from companion.play.answer import Refused, Tap
from companion.tables import Table

pytestmark = pytest.mark.usefixtures("in_a_file")

Halls = Callable[..., TableStore]


def test_a_locked_ledger_changes_nothing_and_the_tap_can_be_sent_again(
    stores: Halls, table: Table, tmp_path: Path
) -> None:
    store = stores(timeout=0.05)
    other = sqlite3.connect(str(tmp_path / "tables.sqlite"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tap = Tap("pa", 1, "take 2", "x", 5)
    with store.stream_hub.watch(table.code, "pb") as bo:
        with pytest.raises(Unavailable) as failure:
            act.play_tap(store, table.code, tap)
        assert failure.value.kind == "locked"
        assert not bo.wait(0)
    assert store.latest(table.code) == table
    with pytest.raises(Unavailable):
        lobby.open_table(store, "tally", 2, "pa")
    other.execute("ROLLBACK")
    other.close()
    answer = act.play_tap(store, table.code, tap)
    assert not answer.repeated and answer.table.state.heap == 18


def test_a_refusal_is_told_even_if_it_cannot_be_kept(
    stores: Halls, table: Table, tmp_path: Path
) -> None:
    store = stores(timeout=0.05)
    other = sqlite3.connect(str(tmp_path / "tables.sqlite"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = act.play_tap(store, table.code, Tap("pb", 2, "take 2", "x", 5))
    assert isinstance(answer, Refused)
    assert not answer.kept
    other.execute("ROLLBACK")
    other.close()
    assert store.ledger.refusals(table.code) == []
