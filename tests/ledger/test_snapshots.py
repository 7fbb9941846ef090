"""A snapshot stands beside the newest event alone, and goes with any change of the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import Ledger
from companion.tables import Event
from tests.kit.ledgers import BOTH, SQLITE

Opener = Callable[..., Ledger]
CODE = "K7QX"


@pytest.fixture(params=BOTH)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ledger(opened: Opener) -> Ledger:
    ledger = opened()
    for code in (CODE, "M2M2"):
        for seq, kind in ((1, "opened"), (2, "named"), (3, "played")):
            ledger.append(Event(code, seq, 1.5, 1, kind, "Mira", f"i{seq}"))
    return ledger


def test_it_is_kept_of_the_newest_event_alone(ledger: Ledger) -> None:
    assert ledger.snapshot(CODE) is None
    assert not ledger.store_snapshot(CODE, 2, b"old")
    assert not ledger.store_snapshot(CODE, 4, b"of nothing")
    assert not ledger.store_snapshot("NONE", 1, b"nobody's")
    assert ledger.snapshot(CODE) is ledger.snapshot("NONE") is None
    assert ledger.store_snapshot(CODE, 3, b"\x00new\xff")
    assert (ledger.snapshot(CODE), ledger.snapshot("M2M2")) == (b"\x00new\xff", None)
    ledger.append(Event(CODE, 4, 1.5, 1, "played", "more", "i4"))
    assert ledger.store_snapshot(CODE, 4, b"newer")
    assert ledger.snapshot(CODE) == b"newer"


def test_a_name_taken_out_takes_it_along(ledger: Ledger) -> None:
    for code in (CODE, "M2M2"):
        ledger.store_snapshot(code, 3, b"Mira sits here")
    ledger.erase_names(CODE, [2])
    assert (ledger.snapshot(CODE), ledger.snapshot("M2M2")) == (None, b"Mira sits here")


def test_a_deleted_table_takes_it_along(ledger: Ledger) -> None:
    for code in (CODE, "M2M2"):
        ledger.store_snapshot(code, 3, b"Mira sits here")
    ledger.delete(CODE)
    assert (ledger.snapshot(CODE), ledger.snapshot("M2M2")) == (None, b"Mira sits here")


def test_a_log_changed_by_another_program_takes_it_along(
    ledger: Ledger, kind: str, place: object
) -> None:
    ledger.store_snapshot(CODE, 3, b"Mira sits here")
    if kind == SQLITE:
        with sqlite3.connect(str(place)) as other:
            other.execute("UPDATE events SET text = 'x' WHERE code = ? AND seq = 2", [CODE])
        other.close()
        assert ledger.snapshot(CODE) is None
