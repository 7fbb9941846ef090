"""Where the tables are where nobody says it: one file for a user, or the one that was there."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

from companion.cli import keying, main
from companion.config import (
    DEFAULT_FILE_NAME,
    OLD_FOLDER_NAME,
    find_default_database,
    secret_beside_database,
)
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in the user's data folder; we stand in another folder, with nothing in it."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    return tmp_path / "data" / "cosmos-companion" / DEFAULT_FILE_NAME


def with_a_table(file: Path, code: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    secret_beside_database(file)
    ledger = SqliteLedger(file)
    ledger.append(Event(code, 1, 1.0, 0, "opened", "crafting 3 pa"))
    ledger.close()
    return file


def test_it_is_the_same_wherever_one_stands(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_table(own, "HERE")
    for folder in (Path.cwd(), own.parent):
        monkeypatch.chdir(folder)
        assert keying.choose_database(None) == own
        assert "HERE" in CliRunner().invoke(main, ["tables"]).output


def test_an_older_one_in_this_folder_is_found_and_used(own: Path) -> None:
    old = with_a_table(Path.cwd() / OLD_FOLDER_NAME / DEFAULT_FILE_NAME, "OLD1")
    assert find_default_database().file == old and find_default_database().aside is None
    told = CliRunner().invoke(main, ["tables"])
    assert "OLD1" in told.output and "two places" not in told.output and not own.exists()


def test_of_two_the_older_is_used_and_it_is_said(own: Path) -> None:
    old = with_a_table(Path.cwd() / OLD_FOLDER_NAME / DEFAULT_FILE_NAME, "OLD1")
    with_a_table(own, "NEW1")
    before = own.read_bytes()
    told = CliRunner().invoke(main, ["tables"])
    assert "OLD1" in told.stdout and "NEW1" not in told.stdout
    assert "two places" in told.stderr and str(old) in told.stderr and str(own) in told.stderr
    assert own.read_bytes() == before, "nothing of the two is put together"


def test_of_two_the_named_one_is_used(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_table(Path.cwd() / OLD_FOLDER_NAME / DEFAULT_FILE_NAME, "OLD1")
    with_a_table(own, "NEW1")
    told = CliRunner().invoke(main, ["tables", "--database", str(own)])
    assert "NEW1" in told.stdout and told.stderr == ""
    monkeypatch.setenv("COMPANION_DATABASE", str(own))
    told = CliRunner().invoke(main, ["tables"])
    assert "NEW1" in told.stdout and told.stderr == ""


@pytest.mark.parametrize("command", [["tables"], ["check"], ["backup", "kept"], ["forget", "ABCD"]])
def test_where_there_is_none_all_say_the_same(own: Path, command: list[str]) -> None:
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 1 and f"There's no database at {own}" in told.output
    assert not own.exists() and not own.parent.exists()
