"""companion check: what is damaged is named, what is well is counted, nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.config import secret_beside_database
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event

OPENED = "crafting 2 pa"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Three tables: one is well, one has an event of another world, one is of no game of ours."""
    file = tmp_path / "companion.sqlite"
    secret_beside_database(file)
    ledger = SqliteLedger(file)
    ledger.append(Event("AAAA", 1, 1.5, 0, "opened", OPENED))
    ledger.append(Event("AAAA", 2, 1.5, 1, "named", "Ana"))
    ledger.append(Event("BBBB", 1, 1.5, 0, "opened", OPENED))
    ledger.append(Event("BBBB", 2, 1.5, 1, "foretold", "x"))
    ledger.append(Event("CCCC", 1, 1.5, 0, "opened", "chess 2 pa"))
    for seq in range(3, 300):
        ledger.append(Event("AAAA", seq, 1.5, 1, "named", f"Ana {seq:020}"))
    ledger.close()
    return file


def checked(database: Path) -> Result:
    before = database.read_bytes()
    result = CliRunner().invoke(main, ["check", "--database", str(database)])
    assert database.read_bytes() == before
    return result


def test_it_names_the_tables_that_do_not_open(database: Path) -> None:
    result = checked(database)
    assert result.exit_code == 1
    assert "BBBB: opens up to event 1; foretold can't be read" in result.output
    assert "CCCC: can't be opened" in result.output and "AAAA" not in result.output
    assert "Tables in good order: 1" in result.output


def test_a_database_that_is_well(database: Path) -> None:
    ledger = SqliteLedger(database)
    for code in ("BBBB", "CCCC"):
        ledger.delete(code)
    ledger.close()
    result = checked(database)
    assert result.exit_code == 0 and result.output == "Tables in good order: 1\n"


@pytest.mark.parametrize("start", [0, 60, 4096, 12_000])
def test_a_damaged_file(database: Path, start: int) -> None:
    with database.open("r+b") as written:
        written.seek(start)
        written.write(b"\xa5" * 8192)
    result = checked(database)
    assert result.exit_code == 1 and "The file is damaged: " in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_an_empty_file_keeps_its_log(database: Path) -> None:
    log = database.with_name(f"{database.name}-wal")
    log.write_bytes(b"x" * 4096)
    database.write_bytes(b"")
    assert "The file is damaged" in checked(database).output
    assert log.read_bytes() == b"x" * 4096


def test_a_gap_a_missing_key_and_no_file(database: Path, tmp_path: Path) -> None:
    ledger = SqliteLedger(database)
    ledger._writer.execute("DELETE FROM events WHERE code = 'AAAA' AND seq = 2")
    ledger.close()
    (tmp_path / "companion.secret").unlink()
    told = checked(database).output
    assert "AAAA: event 2 is missing" in told and "The key is missing or too short" in told
    assert not (tmp_path / "companion.secret").exists()
    nothing = CliRunner().invoke(main, ["check", "--database", str(tmp_path / "no.sqlite")])
    assert nothing.exit_code == 1 and "There's no database" in nothing.output
