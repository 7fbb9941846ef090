"""What only the ledger in a file does: one transaction for all, and a log written ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from sqlite_utils.utils import sqlite3

from companion.ledger.offload import one_at_a_time_runner
from companion.ledger.sqlite import SqliteLedger
from companion.tables import Event
from tests.kit.served import GENEROUS

Opener = Callable[..., SqliteLedger]


def event(seq: int, code: str = "K7QX", text: str = "take 1") -> Event:
    return Event(code, seq, 1000.25 + seq, 2, "played", text)


def test_a_text_that_no_file_can_hold_harms_nobody_else(opened: Opener) -> None:
    gate, rows = threading.Event(), threading.Semaphore(0)
    turn = one_at_a_time_runner()

    def held(work: Callable[[], None]) -> None:
        rows.release()
        gate.wait(GENEROUS)
        turn(work)

    gate.set()
    ledger = opened(writing=held)
    gate.clear()
    rows.acquire()
    results: dict[int, str] = {}

    def append(seq: int, text: str) -> None:
        try:
            ledger.append(event(seq, text=text))
            results[seq] = "kept"
        except ValueError:
            results[seq] = "refused"

    texts = {1: "take 1", 2: "take 2", 3: "\ud800"}
    threads = [threading.Thread(target=append, args=pair) for pair in texts.items()]
    for thread in threads:
        thread.start()
        rows.acquire()
    gate.set()
    for thread in threads:
        thread.join(GENEROUS)
    assert results == {1: "kept", 2: "kept", 3: "refused"}
    assert [one.seq for one in ledger.events("K7QX")] == [1, 2]


def test_all_that_wait_are_written_in_one_transaction(opened: Opener, file: Path) -> None:
    waiting, gate = threading.Semaphore(0), threading.Event()
    turn = one_at_a_time_runner()
    begun: list[str] = []

    def held(work: Callable[[], None]) -> None:
        waiting.release()
        gate.wait(GENEROUS)
        turn(work)

    gate.set()
    ledger = opened(writing=held)
    waiting.acquire()
    gate.clear()
    ledger._writer.set_trace_callback(
        lambda sql: begun.append(sql) if sql.startswith("BEGIN") else None
    )
    threads = [
        threading.Thread(target=ledger.append, args=(event(1, code=f"T{number}"),))
        for number in range(12)
    ]
    for thread in threads:
        thread.start()
        waiting.acquire()
    gate.set()
    for thread in threads:
        thread.join(GENEROUS)
    assert begun == ["BEGIN IMMEDIATE"]
    assert len(ledger.table_codes()) == 12


def test_the_disk_is_waited_for_and_the_log_is_written_ahead(opened: Opener, file: Path) -> None:
    ledger = opened()
    assert ledger._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    with sqlite3.connect(str(file)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()


def bytes_of(file: Path) -> bytes:
    """All that lies on the disk of it, with the log beside it."""
    return b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))


def test_what_is_forgotten_is_in_no_file_at_once(opened: Opener, file: Path) -> None:
    ledger = opened()
    for seq in range(1, 30):
        ledger.append(Event("K7QX", seq, 1.0, 1, "named", f"Benedict{seq}"))
        ledger.append(Event("OTHR", seq, 1.0, 1, "named", f"Cleopatra{seq}"))
    assert b"Benedict7" in bytes_of(file)
    ledger.erase_names("K7QX", range(1, 30))
    assert b"Benedict" not in bytes_of(file) and b"Cleopatra7" in bytes_of(file)
    assert ledger.delete("OTHR")
    assert b"Cleopatra" not in bytes_of(file)


def test_a_reader_holds_it_back_only_as_long_as_it_reads(opened: Opener, file: Path) -> None:
    ledger = opened(timeout=0.05)
    ledger.append(Event("K7QX", 1, 1.0, 1, "named", "Benedict"))
    reader = sqlite3.connect(str(file), isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
    ledger.erase_names("K7QX", [1])
    assert b"Benedict" in bytes_of(file), "the reader still needs it"
    reader.close()
    ledger.append(Event("K7QX", 2, 1.0, 1, "played", "take 1"))
    assert b"Benedict" not in bytes_of(file)
