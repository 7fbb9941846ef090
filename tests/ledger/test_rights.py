"""Who on this machine may read what is kept: its owner alone, also while it is in use."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event


def rights(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


@pytest.mark.parametrize("before", [None, 0o644, 0o666])
def test_the_database_and_what_lies_beside_it_are_for_their_owner_alone(
    tmp_path: Path, before: int | None
) -> None:
    path = tmp_path / "tables.sqlite"
    if before:
        SqliteLedger(path).close()
        path.chmod(before)
    ledger = SqliteLedger(path)
    ledger.append(Event("AAAA", 1, 1.0, 0, "opened", "heap 2 me"))
    found = rights(tmp_path)
    assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"} <= found.keys()
    assert set(found.values()) == {0o600}
    ledger.close()


def test_a_file_that_may_only_be_read_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SqliteLedger(path).close()
    path.chmod(0o444)
    ledger = SqliteLedger(path)
    assert rights(tmp_path)["tables.sqlite"] == 0o400
    ledger.close()
