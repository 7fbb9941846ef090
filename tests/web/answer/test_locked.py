"""A ledger that another program holds takes no tap and says so; sent again, the tap counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlite_utils.utils import sqlite3

from companion.config import Config
from companion.play import TableStore
from tests.kit.phones import Phone, targets

Game = tuple[str, Phone, Phone]


@pytest.fixture
def config(config: Config) -> Config:
    """The lock is held until the answer has come: nobody needs to wait for it for long."""
    return replace(config, busy=0.05)


@pytest.mark.usefixtures("in_a_file")
def test_a_locked_database_takes_no_tap_and_says_so(
    game: Game, store: TableStore, config: Config
) -> None:
    code, ana, _ = game
    other = sqlite3.connect(config.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = ana.tap(code, "take 2", seat=1, intent="one")
    assert answer.status_code == 503
    assert targets(answer.text) == ["toast"]
    assert "That wasn&#39;t saved" in answer.text and "Another program" in answer.text
    page = ana.post(f"/t/{code}/act", action="take 2", seat=1)
    assert page.status_code == 503 and "<html" in page.text
    other.execute("ROLLBACK")
    other.close()
    assert store.latest(code).state.taken == (0, 0)
    assert ana.tap(code, "take 2", seat=1, intent="one").status_code == 200
    assert store.latest(code).state.taken == (2, 0)
