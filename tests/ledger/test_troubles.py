"""A full disk, a read-only file, a lock held too long, a broken file: said as what it is, nothing
changed, and the ledger works again once the trouble is over."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import Unavailable
from companion.ledger.sqlite import SqliteLedger
from companion.ledger.trouble import LockTimeout
from companion.tables import Event
from tests.kit.served import GENEROUS

Opener = Callable[..., SqliteLedger]
NOBODY = 65534


def event(seq: int, text: str = "take 1") -> Event:
    return Event("K7QX", seq, 1.5, 1, "played", text, f"i{seq}")


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Root may write any file; the one who is tested must not."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that another user can reach, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def unavailable(ledger: SqliteLedger, wanted: Event) -> str:
    with pytest.raises(Unavailable) as failure:
        ledger.append(wanted)
    return failure.value.kind


def test_a_full_disk(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    pages = ledger._writer.execute("PRAGMA page_count").fetchone()[0]
    ledger._writer.execute(f"PRAGMA max_page_count = {pages}")
    big = event(2, "x" * 50_000)
    assert unavailable(ledger, big) == "full"
    assert ledger.events("K7QX") == [event(1)]
    ledger._writer.execute("PRAGMA max_page_count = 1000000")
    ledger.append(big)
    assert ledger.events("K7QX") == [event(1), big]


def test_a_full_disk_takes_along_everyone_in_the_same_transaction(opened: Opener) -> None:
    """Nobody is told that it counts when the transaction has failed."""
    ledger = opened()
    pages = ledger._writer.execute("PRAGMA page_count").fetchone()[0]
    ledger._writer.execute(f"PRAGMA max_page_count = {pages}")
    told: list[str] = []
    turn = ledger._writing
    everyone = threading.Barrier(5)

    def together(work: Callable[[], None]) -> None:
        everyone.wait(GENEROUS)
        turn(work)

    ledger._writing = together

    def append(number: int) -> None:
        # Each at a table of its own: they come in any order.
        text = "x" * (50_000 if number == 5 else 10)
        told.append(unavailable(ledger, replace(event(1, text), code=f"T{number}")))

    threads = [threading.Thread(target=append, args=(number,)) for number in range(1, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(GENEROUS)
    ledger._writing = turn
    assert told == ["full"] * 5
    assert ledger.table_codes() == []


def test_a_lock_that_is_held_too_long(opened: Opener, file: Path) -> None:
    ledger = opened(timeout=0.05)
    ledger.append(event(1))
    other = sqlite3.connect(str(file), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert unavailable(ledger, event(2)) == "locked"
    assert ledger.events("K7QX") == [event(1)]
    other.execute("ROLLBACK")
    other.close()
    ledger.append(event(2))
    assert ledger.events("K7QX") == [event(1), event(2)]


def test_a_lock_that_is_soon_released_is_waited_for(opened: Opener, file: Path) -> None:
    """Told at once, "locked", it would be; no more than the release has to come."""
    ledger, released = opened(timeout=GENEROUS), threading.Event()
    other = sqlite3.connect(str(file), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    def release() -> None:
        released.set()  # before: whoever waits goes on with the very next step
        other.execute("ROLLBACK")

    timer = threading.Timer(0.2, release)
    timer.start()
    ledger.append(event(1))
    assert released.is_set(), "the lock was still held"
    assert ledger.events("K7QX") == [event(1)]
    timer.join()
    other.close()


def test_a_read_only_file_is_read_and_not_written(open_folder: Path) -> None:
    file = open_folder / "ledger.db"
    with as_nobody(open_folder):
        ledger = SqliteLedger(file)
        ledger.append(event(1))
        ledger.close()
        file.chmod(0o444)
        ledger = SqliteLedger(file)
        assert ledger.events("K7QX") == [event(1)]
        for _ in range(3):  # people tap again, and the screens go on reading
            assert unavailable(ledger, event(2)) == "read-only"
            assert ledger.events("K7QX") == [event(1)]
        for path in open_folder.iterdir():
            path.chmod(0o644)
        ledger.append(event(2))
        assert ledger.events("K7QX") == [event(1), event(2)]
        ledger.close()


LEAVE_BEHIND = """
import os, sys
from pathlib import Path
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event
ledger = SqliteLedger(Path(sys.argv[1]))
ledger.append(Event("K7QX", 1, 1.5, 1, "played", "take 1", "i1"))
os._exit(0)
"""


@pytest.mark.process
def test_what_a_crash_left_behind_may_be_read_only_too(open_folder: Path) -> None:
    file = open_folder / "ledger.db"
    subprocess.run([sys.executable, "-c", LEAVE_BEHIND, str(file)], check=True, timeout=60)
    assert len(list(open_folder.iterdir())) == 3
    with as_nobody(open_folder):
        for path in open_folder.iterdir():
            path.chmod(0o444)
        ledger = SqliteLedger(file)
        for _ in range(3):
            assert ledger.events("K7QX") == [event(1)]
            assert unavailable(ledger, event(2)) == "read-only"
        assert ledger.events("K7QX") == [event(1)]
        for path in open_folder.iterdir():
            path.chmod(0o644)
        ledger.append(event(2))
        assert ledger.events("K7QX") == [event(1), event(2)]
        ledger.close()


def test_a_read_only_folder_is_said_at_the_start(open_folder: Path) -> None:
    with as_nobody(open_folder):
        open_folder.chmod(0o555)
        with pytest.raises(Unavailable):
            SqliteLedger(open_folder / "ledger.db")
        assert list(open_folder.iterdir()) == []


def test_a_database_that_only_lets_read(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger._writer.execute("PRAGMA query_only = ON")
    assert unavailable(ledger, event(2)) == "read-only"
    ledger.append(event(2))
    assert ledger.events("K7QX") == [event(1), event(2)]


def test_a_file_that_is_no_ledger(file: Path) -> None:
    file.write_bytes(b"This is a letter to my aunt. " * 400)
    before = file.read_bytes()
    with pytest.raises(Unavailable) as failure:
        SqliteLedger(file)
    assert failure.value.kind == "damaged"
    assert file.read_bytes() == before


class Watched(LockTimeout):
    """Notes how long each waits, by a clock that stands still while they do."""

    def __init__(self, timeout: float) -> None:
        super().__init__(timeout, lambda: 100.0)
        self.waits: list[int] = []

    def set_timeout(self, connection: Any) -> None:
        super().set_timeout(connection)
        self.waits += connection.execute("PRAGMA busy_timeout").fetchone()


def test_who_waits_for_a_lock_in_vain_waits_for_all(opened: Opener, file: Path) -> None:
    """Six taps at one table: one waiting, six answers. Not one waiting after the other."""
    ledger, turn = opened(), threading.Lock()
    ledger._patience = patience = Watched(0.1)
    other = sqlite3.connect(str(file), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    told: list[str] = []

    def tap(seq: int) -> None:
        with turn:  # a table does one thing after the other
            told.append(unavailable(ledger, event(seq)))

    threads = [threading.Thread(target=tap, args=(seq,)) for seq in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert told == ["locked"] * 6
    assert patience.waits == [100, 0, 0, 0, 0, 0]
    other.execute("ROLLBACK")
    other.close()
    ledger.append(event(1))
    assert ledger.events("K7QX") == [event(1)]


def test_a_lock_is_waited_for_again_when_it_is_another_one() -> None:
    now, told = [0.0], []

    class Connection:
        def execute(self, sql: str) -> None:
            told.append(int(sql.rpartition("=")[2]))

    patience = LockTimeout(5.0, lambda: now[0])
    for at, failure in ((0, "locked"), (5, "locked"), (5.5, "full"), (5.6, ""), (9, "locked")):
        now[0] = at
        patience.set_timeout(Connection())
        patience.record_write_result(Unavailable(failure) if failure else None)
    now[0] = 20
    patience.set_timeout(Connection())
    assert told == [5000, 5000, 0, 5000, 5000, 5000]
