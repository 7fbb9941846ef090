"""A backup is whole at one moment, whoever writes meanwhile; putting it back loses nothing."""

from __future__ import annotations

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from companion.ledger import (
    DatabaseTooNew,
    StoredNote,
    TableDeleted,
    Unavailable,
    backup,
    forgotten,
)
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event

Opener = Callable[..., SqliteLedger]


def event(seq: int, code: str = "K7QX") -> Event:
    return Event(code, seq, 1000.0 + seq, 1, "played", f"take {seq % 3 + 1}", f"i{seq}")


def events_in(file: Path, code: str = "K7QX") -> list[Event]:
    ledger = SqliteLedger(file)
    try:
        return ledger.events(code)
    finally:
        ledger.close()


def test_a_backup_of_a_running_ledger_has_all_that_was_confirmed(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger = opened()
    backup.key_file_path(file).write_text("key" * 20)
    for seq in range(1, 21):
        ledger.append(event(seq))
    target = tmp_path / "kept.sqlite"
    assert backup.back_up(file, target) == target.stat().st_size
    ledger.append(event(21))
    assert events_in(target) == [event(seq) for seq in range(1, 21)]
    assert backup.key_file_path(target).read_text() == "key" * 20
    for kept in (target, backup.key_file_path(target)):
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_backup_is_of_one_moment_while_others_write(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger, stop = opened(), threading.Event()

    def write() -> None:
        seq = 0
        while not stop.is_set() and seq < 3000:
            seq += 1
            ledger.append(event(seq))

    writer = threading.Thread(target=write)
    writer.start()
    for n in range(5):
        target = tmp_path / f"kept-{n}.sqlite"
        confirmed = len(ledger.events("K7QX"))
        backup.back_up(file, target)
        numbers = [each.seq for each in events_in(target)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= confirmed
    stop.set()
    writer.join(20)


def test_a_backup_overwrites_nothing(file: Path, opened: Opener, tmp_path: Path) -> None:
    opened().append(event(1))
    target = tmp_path / "kept.sqlite"
    target.write_text("something else")
    with pytest.raises(FileExistsError):
        backup.back_up(file, target)
    assert target.read_text() == "something else"


def test_a_restored_ledger_is_the_backup_and_the_old_one_is_kept(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger = opened()
    backup.key_file_path(file).write_text("old key")
    ledger.append(event(1))
    target, kept = tmp_path / "kept.sqlite", tmp_path / "before.db"
    backup.back_up(file, target)
    backup.key_file_path(file).write_text("new key")
    ledger.append(event(2))
    ledger.close()
    backup.restore(target, file, kept)
    assert events_in(file) == [event(1)]
    assert events_in(kept) == [event(1), event(2)]
    assert backup.key_file_path(file).read_text() == "old key"
    assert backup.key_file_path(kept).read_text() == "new key"


def test_a_ledger_put_back_onto_itself_keeps_its_key(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.close()
    backup.key_file_path(file).write_text("key" * 20)
    backup.restore(file, file, tmp_path / "before.sqlite")
    assert events_in(file) == [event(1)]
    assert backup.key_file_path(file).read_text() == "key" * 20


def test_a_restore_into_a_new_house_needs_nothing_there(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    opened().append(event(1))
    target, elsewhere = tmp_path / "kept.sqlite", tmp_path / "new.sqlite"
    backup.back_up(file, target)
    backup.restore(target, elsewhere, tmp_path / "before.sqlite")
    assert events_in(elsewhere) == [event(1)]


def test_nothing_is_put_under_a_running_companion(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger = opened()
    ledger.append(event(1))
    target = tmp_path / "kept.sqlite"
    backup.back_up(file, target)
    with pytest.raises(backup.DatabaseInUse):
        backup.restore(target, file, tmp_path / "before.db")
    ledger.append(event(2))
    assert ledger.events("K7QX") == [event(1), event(2)]


def test_a_damaged_database_is_replaced_and_kept(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger = opened()
    ledger.append(event(1))
    target, kept = tmp_path / "kept.sqlite", tmp_path / "before.db"
    backup.back_up(file, target)
    ledger.close()
    file.write_bytes(b"no database at all" * 100)
    backup.restore(target, file, kept)
    assert events_in(file) == [event(1)]
    assert kept.read_bytes().startswith(b"no database at all")


@pytest.mark.parametrize("content", [b"", b"no database" * 500])
def test_something_else_is_no_backup(file: Path, opened: Opener, content: bytes) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.close()
    other = file.with_name("other.sqlite")
    other.write_bytes(content)
    with pytest.raises(backup.NotALedger):
        backup.restore(other, file, file.with_name("before.db"))
    assert events_in(file) == [event(1)]


def test_a_damaged_page_is_noticed(file: Path, opened: Opener, tmp_path: Path) -> None:
    ledger = opened()
    ledger.append_new_table([event(seq) for seq in range(1, 3000)])
    ledger.close()
    whole = bytearray(file.read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 4096] = b"\xff" * 4096
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(whole)
    with pytest.raises(backup.NotALedger):
        backup.check_ledger_file(damaged)


def test_a_newer_backup_is_not_put_back(file: Path, opened: Opener, tmp_path: Path) -> None:
    opened().close()
    target = tmp_path / "kept.sqlite"
    backup.back_up(file, target)
    database = Database(sqlite3.connect(str(target)))
    row = {"migration_set": "ledger", "name": "999-from-the-future", "applied_at": "2099"}
    database["_sqlite_migrations"].insert(row)
    database.close()
    with pytest.raises(DatabaseTooNew):
        backup.restore(target, file, tmp_path / "before.db")


def test_a_name_that_was_taken_out_is_in_no_byte(file: Path, opened: Opener) -> None:
    ledger = opened()
    ledger.append(Event("K7QX", 1, 1.0, 0, "opened", "tally 2 pa"))
    ledger.append(Event("K7QX", 2, 2.0, 1, "named", "Philippa"))
    ledger.append(Event("K7QX", 3, 3.0, 1, "played", "take 1"))
    ledger.erase_names("K7QX", [2, 3])
    assert [each.text for each in ledger.events("K7QX")] == ["tally 2 pa", "", "take 1"]
    ledger.close()
    assert b"Philippa" not in file.read_bytes()


def test_a_deleted_table_takes_no_further_event(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.append(event(1, code="M2M2"))
    assert ledger.delete("K7QX") and not ledger.delete("K7QX")
    with pytest.raises(TableDeleted):
        ledger.append(event(2))
    assert [each.code for each in ledger.table_summaries()] == ["M2M2"]


def test_what_was_forgotten_stays_forgotten_after_every_restore(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger, kept = opened(), tmp_path / "kept.sqlite"
    for code in ("K7QX", "GONE"):
        ledger.append(Event(code, 1, 7.1, 0, "opened", "toy 2 p"))
        ledger.append(Event(code, 2, 7.2, 1, "named", "Zebulon"))
    ledger.store_notes(
        [StoredNote("p", "-people", "ana", "Anna", 8.0), StoredNote("q", "x", "y", "z", 8.0)]
    )
    backup.back_up(file, kept)
    ledger.delete("GONE")
    ledger.erase_names("K7QX", [2])
    ledger.store_notes([StoredNote("p", "-people", "ana", " ", 9.0)])
    ledger.close()
    for turn in range(2):
        assert backup.restore(kept, file, tmp_path / f"before-{turn}.sqlite") == 2
        assert events_in(file, "GONE") == []
        assert [each.text for each in events_in(file)] == ["toy 2 p", ""]
        assert b"Zebulon" not in file.read_bytes()
        again = SqliteLedger(file)
        assert again.notes("p", "-people")[0].value == " "
        assert again.notes("q", "x")[0].value == "z"
        again.close()
    assert stat.S_IMODE(forgotten.deletion_notes_path(file).stat().st_mode) == 0o600
    assert "Zebulon" not in forgotten.deletion_notes_path(file).read_text()


def test_a_lost_database_is_restored_without_what_was_forgotten(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger, kept = opened(), tmp_path / "kept.sqlite"
    ledger.append(event(1))
    backup.back_up(file, kept)
    ledger.delete("K7QX")
    ledger.close()
    file.unlink()
    assert backup.restore(kept, file, tmp_path / "before.sqlite") == 1
    assert events_in(file) == []


def test_another_table_of_the_same_code_and_a_later_name_are_not_forgotten(
    file: Path, opened: Opener, tmp_path: Path
) -> None:
    ledger, kept = opened(), tmp_path / "kept.sqlite"
    ledger.append(event(1))
    ledger.delete("K7QX")
    later = Event("K7QX", 1, 5000.0, 0, "opened", "toy 2 p")
    ledger.append(later)
    backup.back_up(file, kept)
    ledger.close()
    assert backup.restore(kept, file, tmp_path / "before.sqlite") == 0
    assert events_in(file) == [later]


def test_what_cannot_be_noted_is_not_forgotten(file: Path, opened: Opener, tmp_path: Path) -> None:
    ledger = opened()
    ledger.append(event(1))
    forgotten.deletion_notes_path(file).mkdir()
    with pytest.raises(Unavailable):
        ledger.delete("K7QX")
    assert events_in(file) == [event(1)]
