"""The ledger's tables: made in an empty file, kept when it is opened again, refused when newer."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from companion.ledger import DatabaseTooNew
from companion.ledger.schema import (
    MIGRATION_NAMES,
    MIGRATIONS,
    apply_migrations,
    enable_write_ahead_log,
)
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event
from tests.kit.served import GENEROUS

Opener = Callable[..., SqliteLedger]
EVENT = Event("K7QX", 1, 1.5, 0, "opened", "tally 2 pa", "a")


def test_every_version_is_known_by_name() -> None:
    database = Database(memory=True)
    assert tuple(migration.name for migration in MIGRATIONS.pending(database)) == MIGRATION_NAMES
    database.close()


def test_an_empty_file_gets_its_tables(file: Path, opened: Opener) -> None:
    file.touch()
    opened()
    database = Database(sqlite3.connect(str(file)))
    assert {"events", "rulings"} <= set(database.table_names())
    assert database["events"].pks == ["code", "seq"]
    assert {"code": str, "seq": int}.items() <= database["events"].columns_dict.items()
    assert [applied.name for applied in MIGRATIONS.applied(database)] == list(MIGRATION_NAMES)
    database.close()


def test_opening_again_keeps_everything_and_writes_nothing(file: Path, opened: Opener) -> None:
    first = opened()
    first.append(EVENT)
    first.close()
    before = file.read_bytes()
    again = opened()
    assert again.events("K7QX") == [EVENT]
    again.close()
    assert file.read_bytes() == before


def test_who_has_the_log_written_ahead_while_another_writes_tries_again(file: Path) -> None:
    """SQLite says at once that the file is locked, however long it was told to wait."""
    other = sqlite3.connect(str(file), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    connection = sqlite3.connect(str(file), timeout=GENEROUS, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        enable_write_ahead_log(connection, 0.0)
    timer = threading.Timer(0.2, other.execute, ["ROLLBACK"])
    timer.start()
    enable_write_ahead_log(connection, GENEROUS)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    timer.join()
    for each in (other, connection):
        each.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(file: Path) -> None:
    connection = sqlite3.connect(str(file), isolation_level=None)
    connection.execute("CREATE TABLE rulings (something TEXT)")
    database = Database(connection)
    with pytest.raises(sqlite3.OperationalError):
        apply_migrations(database)
    assert not connection.in_transaction
    assert database.table_names() == ["rulings"]
    database.close()


def test_a_newer_ledger_is_not_touched(file: Path, opened: Opener) -> None:
    opened().close()
    database = Database(sqlite3.connect(str(file)))
    row = {"migration_set": "ledger", "name": "999-from-the-future", "applied_at": "2099"}
    database["_sqlite_migrations"].insert(row)
    database.close()
    with pytest.raises(DatabaseTooNew):
        opened()


def test_who_starts_while_another_makes_the_tables_waits(file: Path, opened: Opener) -> None:
    connection = sqlite3.connect(str(file), isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    MIGRATIONS.apply(Database(connection))
    timer = threading.Timer(0.2, connection.execute, ["COMMIT"])
    timer.start()
    ledger = opened(timeout=GENEROUS)
    ledger.append(EVENT)
    assert ledger.events("K7QX") == [EVENT]
    timer.join()
    connection.close()


OPEN = """
import sys
from pathlib import Path
from companion.ledger.sqlite import SqliteLedger
print('here', flush=True)
sys.stdin.readline()
SqliteLedger(Path(sys.argv[1]), 60).close()
"""


@pytest.mark.process
def test_several_processes_may_start_on_one_empty_file(file: Path, opened: Opener) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(4)
    ]
    # All of them in the same moment, and not as soon as each has imported what it needs.
    for child in children:
        assert child.stdin is not None and child.stdout is not None
        assert child.stdout.readline() == b"here\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"go\n")
        child.stdin.flush()
    for child in children:
        child.communicate(timeout=GENEROUS)
    assert [child.returncode for child in children] == [0, 0, 0, 0]
    opened().append(EVENT)
