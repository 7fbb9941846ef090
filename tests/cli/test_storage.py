"""The tables from the command line: backup, restore, tables, forget; each says what it did."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main, storage
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event

DAY = 86_400.0
NOW = 2_000 * DAY


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two tables: one from yesterday, one that was quiet for 500 days."""
    file = tmp_path / "house" / "companion.sqlite"
    file.parent.mkdir()
    ledger = SqliteLedger(file)
    ledger.append(Event("NEW2", 1, NOW - DAY, 0, "opened", "crafting 3 pa"))
    ledger.append(Event("ALT5", 1, NOW - 500 * DAY, 0, "opened", "empires 5 pb"))
    ledger.close()
    return file


def run(database: Path, *arguments: str) -> tuple[int, str]:
    command, *rest = arguments
    result = CliRunner().invoke(main, [command, "--database", str(database), *rest])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def codes(database: Path) -> list[str]:
    ledger = SqliteLedger(database)
    try:
        return ledger.table_codes()
    finally:
        ledger.close()


def test_tables_are_listed_with_game_seats_and_day(database: Path) -> None:
    code, output = run(database, "tables")
    old, new, total = output.splitlines()
    assert code == 0 and total.startswith("2 tables, ")
    assert old.startswith("ALT5  Cosmos: Empires ") and "5 seats" in old and "1974-02-09" in old
    assert new.startswith("NEW2  Crafting the Cosmos") and "3 seats" in new and "1 event " in new


def test_one_table_is_forgotten(database: Path) -> None:
    assert run(database, "forget", "alt5") == (0, "ALT5 is deleted.\n")
    assert codes(database) == ["NEW2"]
    code, output = run(database, "forget", "ALT5")
    assert code == 1 and "No table has the code ALT5" in output


def test_what_was_quiet_for_long_is_forgotten(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.time, "time", lambda: NOW)
    code, output = run(database, "forget", "--older-than", "501d")
    assert code == 0 and output.startswith("No table was quiet")
    assert codes(database) == ["ALT5", "NEW2"]
    code, output = run(database, "forget", "--older-than", "71w")
    assert code == 0 and output.startswith("1 table deleted")
    assert codes(database) == ["NEW2"]


@pytest.mark.parametrize("wrong", ["", "d", "400", "4.5d", "-3d", "9999999d", "1y", "٣d"])
def test_an_age_that_is_none_is_told_how_to_write_one(database: Path, wrong: str) -> None:
    code, output = run(database, "forget", "--older-than", wrong)
    assert code == 2 and "400d" in output
    assert codes(database) == ["ALT5", "NEW2"]


def test_which_table_must_be_said(database: Path) -> None:
    assert run(database, "forget")[0] == run(database, "forget", "K7", "--older-than", "1d")[0] == 2
    assert codes(database) == ["ALT5", "NEW2"]


def test_a_house_moves_by_backup_and_restore(database: Path, tmp_path: Path) -> None:
    kept, new = tmp_path / "kept.sqlite", tmp_path / "new house" / "companion.sqlite"
    database.with_suffix(".secret").write_text("key" * 20)
    code, output = run(database, "backup", str(kept))
    assert code == 0 and str(kept) in output and "kept.secret" in output
    assert run(new, "restore", str(kept))[0] == 0
    assert codes(new) == ["ALT5", "NEW2"]
    assert new.with_suffix(".secret").read_text() == "key" * 20
    code, output = run(new, "restore", str(kept))
    assert code == 0 and "kept as" in output
    assert len(list(new.parent.glob("companion-before-*.sqlite"))) == 1


def test_no_backup_is_said_in_one_line(database: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    kept.write_text("not this")
    for arguments in (("backup", str(kept)), ("restore", str(kept))):
        code, output = run(database, *arguments)
        assert code == 1 and len(output.splitlines()) == 1 and str(kept) in output
    code, output = run(tmp_path / "nowhere.sqlite", "tables")
    assert code == 1 and "nowhere.sqlite" in output
    assert not (tmp_path / "nowhere.sqlite").exists()


def test_nothing_is_restored_under_a_running_companion(database: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    run(database, "backup", str(kept))
    running = SqliteLedger(database)
    code, output = run(database, "restore", str(kept))
    running.close()
    assert code == 1 and "running" in output and str(database) in output


def test_a_time_that_no_calendar_has_is_listed_and_forgotten(database: Path) -> None:
    with closing(SqliteLedger(database)) as ledger:
        ledger.append_new_table([Event("FUTR", 1, 1e14, 0, "opened", "crafting 2 pa")])
    code, output = run(database, "tables")
    assert code == 0 and "FUTR" in output
    code, output = run(database, "forget", "--older-than", "999999w")
    assert code == 0 and "No table" in output
