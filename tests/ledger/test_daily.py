"""Backups by themselves: one a day, seven kept, a broken one told, one before every update."""

from __future__ import annotations

import shutil
import stat
from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import Unavailable, backup, daily
from companion.ledger.daily import DAY_SECONDS, LOCK_FILE_NAME, BackupFailed, Backups
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event

Opener = Callable[..., SqliteLedger]
RELEASED = sorted((Path(__file__).parent / "released").glob("*.db"))
BEGUN = 1_800_000_000.0
Usage = namedtuple("Usage", "total used free")


def event(seq: int, at: float = 0.0) -> Event:
    return Event("K7QX", seq, at or BEGUN + seq, 1, "played", f"take {seq % 3 + 1}", f"i{seq}")


def events_in(file: Path) -> list[Event]:
    with closing(SqliteLedger(file)) as ledger:
        return ledger.events("K7QX")


class Clock:
    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backups(file: Path, clock: Clock) -> Backups:
    backup.key_file_path(file).write_text("key" * 20)
    file.with_suffix(".forgotten").write_text("table GONE 1 1.0\n")
    return Backups(file, 7, clock)


def test_one_a_day_and_seven_are_kept(
    file: Path, opened: Opener, backups: Backups, clock: Clock
) -> None:
    assert backups.make_if_due() is None and not backups.folder.exists(), "no file, no copy"
    ledger = opened()
    for day in range(10):
        ledger.append(event(day + 1))
        made = backups.make_if_due()
        assert made is not None and events_in(made) == [event(seq + 1) for seq in range(day + 1)]
        clock.now += DAY_SECONDS / 2
        assert backups.make_if_due() is None
        clock.now += DAY_SECONDS / 2
    assert len({each.date_text for each in backups.all_copies}) == len(backups.all_copies) == 7
    assert (
        len(events_in(backups.all_copies[0].file)) == 10
        and len(events_in(backups.all_copies[6].file)) == 4
    )
    assert len(list(backups.folder.iterdir())) == 22, "each with key and notes, and the lock"
    assert stat.S_IMODE(backups.folder.stat().st_mode) == 0o700
    for each in backups.folder.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600


def test_a_second_one_of_a_day_takes_the_place_of_the_first(
    opened: Opener, backups: Backups, clock: Clock
) -> None:
    opened().append(event(1))
    first = backups.make_copy()
    clock.now += 60
    second = backups.make_copy()
    assert [each.file for each in backups.all_copies] == [second] and not first.exists()


def test_a_clock_that_was_set_back_loses_nothing(
    opened: Opener, backups: Backups, clock: Clock
) -> None:
    opened().append(event(1))
    for _ in range(7):
        backups.make_copy()
        clock.now += DAY_SECONDS
    clock.now = 5_000.0
    made = backups.make_if_due()
    assert made is not None and made.exists() and made.name.startswith("1970")
    assert len(backups.all_copies) == 8
    clock.now = BEGUN + 7 * DAY_SECONDS
    backups.make_copy()
    assert not made.exists() and len(backups.all_copies) == 7


def test_a_broken_copy_is_told_when_it_is_made_and_pushes_no_whole_one_out(
    file: Path, opened: Opener, backups: Backups, clock: Clock
) -> None:
    """An index of something else: what reads the tables through it would find none."""
    ledger = opened()
    ledger.append(event(1))
    whole = backups.make_copy()
    ledger.close()
    with closing(sqlite3.connect(str(file), isolation_level=None)) as connection:
        connection.execute("CREATE INDEX odd ON events (seq)")
        connection.execute("PRAGMA writable_schema = ON")
        sql = "CREATE INDEX odd ON events (at)"
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'odd'", (sql,))
    clock.now += DAY_SECONDS
    with pytest.raises(BackupFailed, match=r"copy is broken.*odd"):
        backups.make_if_due()
    assert "odd" in backups.trouble and backups.is_due()
    assert [each.file for each in backups.all_copies] == [whole]
    assert {each.name for each in backups.folder.iterdir()} == {
        *(whole.name, backup.key_file_path(whole).name, f"{whole.stem}.forgotten"),
        LOCK_FILE_NAME,
    }
    with closing(sqlite3.connect(str(file), isolation_level=None)) as connection:
        connection.execute("REINDEX odd")
    backups.make_if_due()
    assert backups.trouble == "" and len(backups.all_copies) == 2


def test_a_full_disk_is_told_and_not_filled(
    opened: Opener, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened().append(event(1))
    monkeypatch.setattr(daily.shutil, "disk_usage", lambda _: Usage(9, 9, 1_000_000))
    with pytest.raises(BackupFailed, match="no room"):
        backups.make_if_due()
    assert backups.all_copies == []


def test_what_a_cut_left_half_made_is_no_backup_and_goes(opened: Opener, backups: Backups) -> None:
    opened().append(event(1))
    backups.folder.mkdir()
    half = backups.folder / "2026-01-01-000000.sqlite.part"
    half.write_bytes(b"half")
    assert backups.all_copies == []
    backups.make_copy()
    assert not half.exists()


def test_a_clock_that_was_ahead_once_makes_no_backup_after_the_other(
    opened: Opener, backups: Backups, clock: Clock
) -> None:
    ledger, now = opened(), clock.now
    ledger.append(event(1))
    clock.now += 40 * DAY_SECONDS
    ahead = backups.make_if_due()
    clock.now = now
    made = [backups.make_if_due()]
    for _ in range(10):
        clock.now += 600.0
        made.append(backups.make_if_due())
    assert made[0] is not None and not any(made[1:])
    for _ in range(12):
        clock.now += DAY_SECONDS
        assert backups.make_if_due() is not None
    assert len(backups.all_copies) == 8 and ahead == backups.all_copies[0].file


def test_what_was_last_played_is_put_back_whatever_the_clock_said(
    file: Path, opened: Opener, backups: Backups, clock: Clock
) -> None:
    ledger, now = opened(), clock.now
    ledger.append(event(1, now - 60))
    clock.now = now + 40 * DAY_SECONDS
    ahead = backups.make_copy()
    clock.now = now
    assert daily.newest_readable_copy(file, now) == ahead, "better than none"
    older = backups.make_copy()
    assert daily.newest_readable_copy(file, now) == older, "the same in it, and not from the future"
    ledger.append(event(2, now + 60))
    clock.now = 86_400.0
    behind = backups.make_copy()
    clock.now = now + DAY_SECONDS
    assert daily.newest_readable_copy(file, clock.now) == behind, "it has the newest event"
    clock.now = now + 50 * DAY_SECONDS
    assert daily.newest_readable_copy(file, clock.now) == behind


def test_the_newest_whole_one_is_put_back(
    file: Path, opened: Opener, backups: Backups, clock: Clock, tmp_path: Path
) -> None:
    ledger = opened()
    ledger.append(event(1))
    first = backups.make_copy()
    clock.now += DAY_SECONDS
    second = backups.make_copy()
    assert daily.newest_readable_copy(file, clock.now) == second
    second.write_bytes(second.read_bytes()[:5000])
    assert daily.newest_readable_copy(file, clock.now) == first
    ledger.append(event(2))
    ledger.close()
    backup.restore(first, file, tmp_path / "before.sqlite")
    assert events_in(file) == [event(1)]
    assert backup.key_file_path(file).read_text() == "key" * 20


def test_tables_that_are_gone_are_not_begun_anew_while_there_are_backups(
    file: Path, opened: Opener, backups: Backups
) -> None:
    ledger = opened()
    ledger.append(event(1))
    made = backups.make_copy()
    ledger.close()
    file.unlink()
    assert made in backup.leftover_database_files(file)


def migrations_and_events(file: Path) -> tuple[list[str], int]:
    """Which migrations a file has had, and how many events it holds."""
    with closing(sqlite3.connect(str(file))) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM _sqlite_migrations")]
        return names, connection.execute("SELECT count(*) FROM events").fetchone()[0]


@pytest.mark.parametrize("released", RELEASED[:-1], ids=[each.stem for each in RELEASED[:-1]])
def test_before_an_update_the_file_is_copied_as_it_was(released: Path, file: Path) -> None:
    shutil.copy(released, file)
    SqliteLedger(file).close()
    (copy,) = daily.backup_copies(file)
    assert copy.before_update
    with (
        closing(sqlite3.connect(str(copy.file))) as kept,
        closing(sqlite3.connect(str(file))) as new,
    ):
        names = [
            each.execute("SELECT name FROM _sqlite_migrations ORDER BY rowid").fetchall()
            for each in (kept, new)
        ]
        assert len(names[0]) < len(names[1])
        count = "SELECT count(*) FROM events"
        assert kept.execute(count).fetchone() == new.execute(count).fetchone()
    SqliteLedger(file).close()
    assert daily.backup_copies(file) == [copy], "one that is up to date needs none"


def test_without_a_backup_nothing_is_updated(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(RELEASED[0], file)
    before = file.read_bytes()[100:]
    monkeypatch.setattr(daily.shutil, "disk_usage", lambda _: Usage(9, 9, 1_000_000))
    with pytest.raises(Unavailable, match="no backup before the update"):
        SqliteLedger(file)
    assert file.read_bytes()[100:] == before


def test_a_new_file_needs_none(file: Path, opened: Opener) -> None:
    opened()
    assert not daily.backup_folder(file).exists()


def test_the_note_of_the_last_version_is_for_its_owner_alone(file: Path) -> None:
    daily.back_up_if_updated(file, "1", 0.0)
    note = daily.backup_folder(file) / daily.LAST_VERSION_FILE_NAME
    assert stat.S_IMODE(note.stat().st_mode) == 0o600
    note.chmod(0o644)
    daily.back_up_if_updated(file, "2", 0.0)
    assert stat.S_IMODE(note.stat().st_mode) == 0o600 and note.read_text("utf-8") == "2"


@pytest.mark.parametrize("odd", [1e14, 1e30, -1e14, float("inf")])
def test_a_clock_that_no_calendar_has_keeps_nobody_from_a_backup(
    opened: Opener, backups: Backups, clock: Clock, odd: float
) -> None:
    opened().append(event(1))
    clock.now = odd
    assert backups.make_copy().is_file()
    assert events_in(backups.make_copy()) == [event(1)], "the same second: the same copy"


@pytest.mark.parametrize("odd", [b"\xff\xfe\x00", b"", b"0.7.0\n" * 9, b"\x00" * 99])
def test_odd_bytes_in_who_was_here_last_are_another_version(
    file: Path, opened: Opener, backups: Backups, odd: bytes
) -> None:
    opened().append(event(1))
    backups.folder.mkdir()
    note = backups.folder / daily.LAST_VERSION_FILE_NAME
    note.write_bytes(odd)
    assert daily.back_up_if_updated(file, "0.7.0", BEGUN) is not None
    assert note.read_text("utf-8") == "0.7.0"
    assert daily.back_up_if_updated(file, "0.7.0", BEGUN + 1) is None
