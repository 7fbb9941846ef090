"""The key that signs the phones' cookies: gone, empty, short or another one, with tables there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import create_app
from companion.cli import keying, storage
from companion.config import BadSecretKey, Config, secret_beside_database
from companion.ledger.backup import back_up, check_ledger_file
from tests.kit.ports import HOUSE, free_port
from tests.kit.served import SERVE, Served


def with_tables(folder: Path) -> Path:
    database = folder / "companion.sqlite"
    app = create_app(Config(database, secret_beside_database(database)))
    app.extensions["companion"].store.ledger.close()
    return database


BAD = {"missing": None, "empty": "", "short": "x" * 31}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_key_is_never_made_good_in_silence(tmp_path: Path, kind: str) -> None:
    database = with_tables(tmp_path)
    file, sent = database.with_suffix(".secret"), BAD[kind]
    file.unlink()
    if sent is not None:
        file.write_text(sent)
    with pytest.raises(BadSecretKey) as bad:
        secret_beside_database(database)
    assert bad.value.kind == kind
    assert file.exists() is (sent is not None)
    with pytest.raises(SystemExit, match="--new-key"):
        keying.config_or_exit(database, "")


def test_an_empty_key_is_refused_without_tables_too(tmp_path: Path) -> None:
    (tmp_path / "companion.secret").write_text("\n")
    with pytest.raises(BadSecretKey):
        secret_beside_database(tmp_path / "companion.sqlite")


@pytest.mark.process
def test_without_its_key_it_does_not_start_and_says_how_to_go_on(tmp_path: Path) -> None:
    companion = Served(tmp_path)
    code = companion.open_table()
    companion.post(f"/t/{code}/lock", "locked=1")
    companion.end(signal.SIGTERM)
    key = tmp_path / "companion.secret"
    key.unlink()
    command = [*SERVE, "--host", HOUSE, "--port", str(free_port())]
    command += ["--database", str(tmp_path / "companion.sqlite")]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env=os.environ
    )
    assert ended.returncode == 1 and not key.exists()
    assert "is missing" in ended.stderr and "--new-key" in ended.stderr
    assert "Traceback" not in ended.stderr
    _goes_on_with_a_new_key(tmp_path, code)


def _goes_on_with_a_new_key(folder: Path, code: str) -> None:
    """Nobody has a seat; whoever sits down first is the host, also of a table that was locked."""
    companion = Served(folder, "--new-key")
    try:
        companion.post(f"/t/{code}/sit", "seat=1")
        companion.post(f"/t/{code}/rename", "seat=1&name=Zoe")
        companion.post(f"/t/{code}/lock", "locked=1")
        assert "Zoe" in companion.page(f"/t/{code}")
    finally:
        companion.end(signal.SIGTERM)
    assert len((folder / "companion.secret").read_text()) > 40


#: A restore that is killed before its last step.
KILLED = """
import os, signal, sys
from companion.cli import main
from companion.ledger import backup
backup._settle = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main(["restore", "--database", *sys.argv[1:]])
"""


def refused(database: Path) -> str:
    """What `serve` says, which ends at once and makes nothing."""
    before = sorted(database.parent.iterdir())
    command = [*SERVE, "--host", HOUSE, "--port", str(free_port()), "--database", str(database)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1 and "Traceback" not in ended.stderr
    assert sorted(database.parent.iterdir()) == before
    return ended.stderr


@pytest.mark.process
def test_after_a_restore_that_was_killed_it_begins_no_empty_house(tmp_path: Path) -> None:
    database, kept = with_tables(tmp_path), tmp_path / "kept.sqlite"
    back_up(database, kept)
    killed = [sys.executable, "-c", KILLED, str(database), str(kept)]
    assert subprocess.run(killed, timeout=60, check=False).returncode == -signal.SIGKILL
    assert not database.exists()
    said = refused(database)
    (before,) = tmp_path.glob("companion-before-*.sqlite")
    assert str(before) in said and f"{database}.part" in said and "restore" in said
    storage.restore(kept, database)
    check_ledger_file(database)
    keying.exit_if_tables_vanished(database)


@pytest.mark.process
def test_an_empty_file_is_no_empty_house(tmp_path: Path) -> None:
    database = tmp_path / "companion.sqlite"
    database.touch()
    said = refused(database)
    assert f"{database} is empty" in said and f"\n  {database}\n" in said
    database.unlink()
    keying.exit_if_tables_vanished(database)


@pytest.mark.parametrize("left", ["companion.sqlite-wal", "companion-before-1.sqlite"])
def test_what_is_left_of_a_house_is_named(tmp_path: Path, left: str) -> None:
    database = tmp_path / "companion.sqlite"
    (tmp_path / left).write_text("something")
    with pytest.raises(SystemExit, match=left):
        keying.exit_if_tables_vanished(database)
    (tmp_path / left).write_text("")
    (tmp_path / "another-before-1.sqlite").write_text("something")
    keying.exit_if_tables_vanished(database)
