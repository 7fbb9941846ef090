"""The ledger keeps events in order, once each, whoever else writes at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils.utils import sqlite3

from companion.ledger import PastRuling, Repeated, SeqTaken
from companion.ledger.sqlite import SqliteLedger, in_turn
from companion.tables import Event

Opener = Callable[..., SqliteLedger]


def event(seq: int, code: str = "K7QX", intent: str = "", text: str = "take 1") -> Event:
    return Event(code, seq, 1000.25 + seq, 2, "played", text, intent)


def test_what_was_appended_comes_back_unchanged_and_in_order(opened: Opener) -> None:
    ledger = opened()
    events = [event(1, intent="a"), event(2), event(3, text="Zoë 🪐 'quoted'; --"), event(4)]
    for one in events:
        ledger.append(one)
    ledger.append(event(1, code="M2M2"))
    assert ledger.events("K7QX") == events
    assert ledger.events("K7QX", after=2) == events[2:]
    assert ledger.events("K7QX", after=4) == ledger.events("NONE") == []
    assert ledger.codes() == ["K7QX", "M2M2"]


def test_a_taken_number_is_told_and_changes_nothing(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1, intent="a"))
    with pytest.raises(SeqTaken):
        ledger.append(event(1, intent="b", text="take 3"))
    assert ledger.events("K7QX") == [event(1, intent="a")]


def test_a_repeated_intent_carries_the_first_event(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1, intent="a"))
    for seq in (1, 2):
        with pytest.raises(Repeated) as again:
            ledger.append(event(seq, intent="a", text="take 3"))
        assert again.value.first == event(1, intent="a")
    ledger.append(event(1, code="M2M2", intent="a"))
    assert len(ledger.events("K7QX")) == 1
    assert ledger.event_with("K7QX", "a") == event(1, intent="a")
    assert ledger.event_with("K7QX", "b") is None


def test_events_without_an_intent_never_count_as_repeated(opened: Opener) -> None:
    ledger = opened()
    ledger.append(event(1))
    ledger.append(event(2))
    assert len(ledger.events("K7QX")) == 2
    assert ledger.event_with("K7QX", "") is None


def test_refusals_are_kept_once_each(opened: Opener) -> None:
    ledger = opened()
    first = PastRuling("K7QX", 3, 5.5, 2, "take 3", ("turn.yours", "turn.heap"), "a")
    second = PastRuling("K7QX", 4, 6.5, 1, "take 1", ())
    for past in (first, second, first, second):
        ledger.note_ruling(past)
    assert ledger.rulings("K7QX") == [first, second, second]
    assert ledger.ruling_on("K7QX", "a") == first
    assert ledger.ruling_on("K7QX", "b") is ledger.ruling_on("M2M2", "a") is None


def test_a_text_that_no_file_can_hold_harms_nobody_else(opened: Opener) -> None:
    gate, rows = threading.Event(), threading.Semaphore(0)
    turn = in_turn()

    def held(work: Callable[[], None]) -> None:
        rows.release()
        gate.wait(10)
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
        thread.join(20)
    assert results == {1: "kept", 2: "kept", 3: "refused"}
    assert [one.seq for one in ledger.events("K7QX")] == [1, 2]


def test_all_that_wait_are_written_in_one_transaction(opened: Opener, file: Path) -> None:
    waiting, gate = threading.Semaphore(0), threading.Event()
    turn = in_turn()
    begun: list[str] = []

    def held(work: Callable[[], None]) -> None:
        waiting.release()
        gate.wait(10)
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
        thread.join(20)
    assert begun == ["BEGIN IMMEDIATE"]
    assert len(ledger.codes()) == 12


def test_two_writers_neither_lose_nor_double(opened: Opener) -> None:
    """Two ledgers on one file, two threads each; every one of them wants 40 events at one table."""
    ledgers = [opened(), opened()]
    failures: list[BaseException] = []

    def insist(ledger: SqliteLedger, name: str) -> None:
        try:
            for number in range(40):
                _append_somewhere(ledger, f"{name}-{number}")
                if number % 10 == 0:  # a phone that sends again
                    with pytest.raises(Repeated):
                        _append_somewhere(ledger, f"{name}-{number}")
        except BaseException as failure:
            failures.append(failure)

    threads = [
        threading.Thread(target=insist, args=(ledger, f"{i}{j}"))
        for i, ledger in enumerate(ledgers)
        for j in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    events = ledgers[0].events("K7QX")
    assert events == ledgers[1].events("K7QX")
    assert [one.seq for one in events] == list(range(1, 161))
    wanted = {f"{i}{j}-{number}" for i in range(2) for j in range(2) for number in range(40)}
    assert {one.intent for one in events} == wanted


def _append_somewhere(ledger: SqliteLedger, intent: str) -> None:
    while True:
        tail = ledger.events("K7QX")
        try:
            return ledger.append(event(len(tail) + 1, intent=intent))
        except SeqTaken:
            continue


def test_the_disk_is_waited_for_and_the_log_is_written_ahead(opened: Opener, file: Path) -> None:
    ledger = opened()
    assert ledger._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    with sqlite3.connect(str(file)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()
