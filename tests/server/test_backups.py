"""A server copies its tables by itself, in a thread; and tells where it can't."""

from __future__ import annotations

import logging
from pathlib import Path

import gevent
import pytest

from companion.ledger.daily import BackupFailed, Backups
from companion.ledger.sqlite import SqliteLedger
from companion.server import backups as daily
from companion.tables import Event
from tests.kit.served import GENEROUS


@pytest.fixture
def backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Backups:
    monkeypatch.setattr(daily, "FIRST_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(daily, "CHECK_SECONDS", 0.01)
    file = tmp_path / "companion.sqlite"
    ledger = SqliteLedger(file)
    ledger.append(Event("AAAA", 1, 1.0, 0, "opened", "crafting 2 pa"))
    ledger.close()
    return Backups(file, 7, lambda: 1_800_000_000.0)


def test_it_is_made_in_a_thread_and_once(backups: Backups) -> None:
    look = daily.back_up_daily(backups)
    with gevent.Timeout(GENEROUS):
        while not backups.all_copies:
            gevent.sleep(0.01)
        gevent.sleep(0.1)
    look.kill()
    assert len(backups.all_copies) == 1


def test_what_keeps_it_from_being_made_is_logged_and_tried_again(
    backups: Backups, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise BackupFailed("the disk is full")

    monkeypatch.setattr(backups, "make_if_due", broken)
    look = daily.back_up_daily(backups)
    with caplog.at_level(logging.ERROR), gevent.Timeout(GENEROUS):
        while len(caplog.records) < 2:
            gevent.sleep(0.01)
    look.kill()
    assert "the disk is full" in caplog.text
