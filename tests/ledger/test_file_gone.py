"""The file under a running ledger is deleted, replaced, emptied or written over: nothing counts as
saved from then on, it is called by its name, and a file that is put back is used again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.ledger import Unavailable
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event

Opener = Callable[..., SqliteLedger]


def event(seq: int, text: str = "take 1") -> Event:
    return Event("K7QX", seq, 1.5, 1, "played", text, f"i{seq}")


def trouble(ledger: SqliteLedger, seq: int) -> set[str]:
    """What writing and reading are told."""
    told = set()
    for work in (lambda: ledger.append(event(seq)), lambda: ledger.events("K7QX")):
        with pytest.raises(Unavailable) as failure:
            work()
        told.add(failure.value.kind)
    return told


def look_now(ledger: SqliteLedger, file: Path) -> None:
    """The next look into the file is not due for two seconds; and the clock that tells when a file
    was written may not have ticked since.
    """
    later = file.stat().st_mtime + 1
    os.utime(file, (later, later))
    ledger._file._look_at = 0.0


def beside(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.name}*"))


def test_a_deleted_file(opened: Opener, file: Path) -> None:
    ledger = opened()
    ledger.append(event(1))
    for each in beside(file):
        each.unlink()
    for _ in range(2):
        assert trouble(ledger, 2) == {"gone"}
    assert not file.exists(), "no new one takes its place"


def test_a_deleted_log(opened: Opener, file: Path) -> None:
    ledger = opened()
    ledger.append(event(1))
    file.with_name(f"{file.name}-wal").unlink()
    assert trouble(ledger, 2) == {"gone"}


def test_another_file_in_its_place(opened: Opener, file: Path, tmp_path: Path) -> None:
    """Its tables are not those that are remembered here."""
    ledger = opened()
    ledger.append(event(1))
    other = SqliteLedger(tmp_path / "other.db")
    other.append(event(1, "take 2"))
    other.close()
    (tmp_path / "other.db").replace(file)
    assert trouble(ledger, 2) == {"gone"}


def test_a_file_that_is_put_back(opened: Opener, file: Path) -> None:
    ledger = opened()
    ledger.append(event(1))
    aside = {each: each.with_name(f"aside-{each.name}") for each in beside(file)}
    for each, name in aside.items():
        each.replace(name)
    assert trouble(ledger, 2) == {"gone"}
    for each, name in aside.items():
        name.replace(each)
    ledger.append(event(2))
    assert ledger.events("K7QX") == [event(1), event(2)]


def filled(opened: Opener, file: Path) -> SqliteLedger:
    """A ledger of many pages, all of them in the file itself."""
    first = opened()
    for seq in range(1, 200):
        first.append(event(seq, "x" * 200))
    first.close()
    ledger = opened()
    assert len(ledger.events("K7QX")) == 199
    return ledger


@pytest.mark.parametrize("start", [0, 4096, 20_000])
def test_a_file_that_is_written_over(opened: Opener, file: Path, start: int) -> None:
    """Connections remember enough of it to go on for long: it is looked at past them."""
    ledger = filled(opened, file)
    with file.open("r+b") as written:
        written.seek(start)
        written.write(b"\xa5" * (file.stat().st_size - start))
    look_now(ledger, file)
    assert trouble(ledger, 200) == {"damaged"}
    assert trouble(ledger, 200) == {"damaged"}


def test_a_file_that_is_emptied(opened: Opener, file: Path) -> None:
    ledger = filled(opened, file)
    ledger.append(event(200))
    log = file.with_name(f"{file.name}-wal").read_bytes()
    file.write_bytes(b"")
    look_now(ledger, file)
    assert trouble(ledger, 201) == {"damaged"}
    assert file.with_name(f"{file.name}-wal").read_bytes() == log, "what is left, is left"


def test_an_emptied_file_is_not_begun_anew(file: Path) -> None:
    """SQLite would delete the log beside it, which may hold everything."""
    file.touch()
    log = file.with_name(f"{file.name}-wal")
    log.write_bytes(b"x" * 4096)
    with pytest.raises(Unavailable) as failure:
        SqliteLedger(file)
    assert failure.value.kind == "damaged"
    assert log.read_bytes() == b"x" * 4096


def test_a_damaged_file_that_is_mended_is_found_mended(opened: Opener, file: Path) -> None:
    ledger = filled(opened, file)
    whole = file.read_bytes()
    with file.open("r+b") as written:
        written.seek(8192)
        written.write(b"\xa5" * 4096)
    look_now(ledger, file)
    assert trouble(ledger, 200) == {"damaged"}
    with file.open("r+b") as written:
        written.write(whole)
    look_now(ledger, file)
    ledger.append(event(200))
    assert len(ledger.events("K7QX")) == 200
