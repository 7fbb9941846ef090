"""The first touch of a long table folds what came after its snapshot, and no more; the log is the
truth all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from companion.games import CATALOGUE
from companion.ledger.opening import open_ledger
from companion.ledger.sqlite import SqliteLedger
from companion.live.stream_hub import StreamHub
from companion.play import TableStore, forget, lobby, store
from companion.play import store as store_module
from companion.play.past import (
    MAX_QUEUED_SNAPSHOTS,
    MIN_NEW_EVENTS,
    MIN_SNAPSHOT_LOG_EVENTS,
    NEW_EVENTS_DIVISOR,
    SnapshotStore,
)
from companion.tables import Event, Table, apply_events, snapshot, table_from_events
from tests.kit.logs import events_of

LONG = 300


class Server:
    """A process with its store on a file; how many events it has folded."""

    def __init__(self, file: Path) -> None:
        self.ledger = open_ledger(file)
        self.store = TableStore(self.ledger, StreamHub(lambda: 9.0), lambda: 9.0)
        self.folded = 0

    def latest(self, code: str) -> Table:
        def counted(table: Table | None, events: list[Event], *more: Any) -> Table | None:
            self.folded += len(events)
            return apply_events(table, events, *more)

        with patch.object(store_module, "apply_events", counted):
            return self.store.latest(code)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Any]:
    begun: list[Server] = []

    def begin() -> Server:
        begun.append(Server(tmp_path / "t.sqlite"))
        return begun[-1]

    yield begin
    for each in begun:
        each.store.close()


@pytest.fixture
def code(servers: Any) -> str:
    """A table after so many actions; the server that had it is gone."""
    server = servers()
    lines = [(0, "opened", "crafting 2 pa"), (1, "took-seat", "pa"), (2, "took-seat", "pb")]
    lines += [(0, "started", "")]
    lines += [(n % 2 + 1, "played", f"mend points {n % 50}") for n in range(LONG)]
    server.ledger.append_new_table(events_of(lines))
    return "K7QX"


def snapshot_of(server: Server, code: str) -> bytes:
    server.latest(code)
    server.store._snapshots.wait()
    inside = server.ledger.snapshot(code)
    assert inside is not None
    return bytes(inside)


def test_the_first_touch_folds_what_is_new_alone(servers: Any, code: str) -> None:
    first = servers()
    snapshot_of(first, code)
    assert first.folded >= LONG
    for number in range(3):
        lobby.name_seat(first.store, code, 1, f"Mira {number}", "pa")
    second = servers()
    table = second.latest(code)
    assert second.folded == 3 and table == table_from_events(second.ledger.events(code))


def test_it_is_written_seldom(servers: Any, code: str) -> None:
    server = servers()
    before = snapshot_of(server, code)
    for number in range(max(MIN_NEW_EVENTS, LONG // NEW_EVENTS_DIVISOR) - 1):
        lobby.name_seat(server.store, code, 1, f"Mira {number}", "pa")
    server.store._snapshots.wait()
    assert server.ledger.snapshot(code) == before
    for number in range(3):
        lobby.name_seat(server.store, code, 1, f"Mira again {number}", "pa")
        server.store._snapshots.wait()
    assert server.ledger.snapshot(code) != before


def test_a_table_that_is_put_away_is_kept_as_it_is(servers: Any, code: str) -> None:
    server = servers()
    before = snapshot_of(server, code)
    lobby.name_seat(server.store, code, 1, "Mira", "pa")
    server.store.evict_table(code)
    server.store._snapshots.wait()
    assert server.ledger.snapshot(code) != before
    again = servers()
    again.latest(code)
    assert again.folded == 0


def test_of_many_that_wait_the_longest_logs_are_kept(servers: Any, code: str) -> None:
    server = servers()
    table, snapshots = server.latest(code), server.store._snapshots
    snapshots.wait()
    with patch.object(Thread, "start"):
        for number in range(MAX_QUEUED_SNAPSHOTS + 10):
            seq = MIN_SNAPSHOT_LOG_EVENTS + number * 7 % 100
            snapshots.queue_if_due(replace(table, code=f"A{number}", seq=seq), at_rest=True)
    waiting = sorted(each.seq for each in snapshots._waiting.values())
    assert (
        waiting
        == sorted(MIN_SNAPSHOT_LOG_EVENTS + n * 7 % 100 for n in range(MAX_QUEUED_SNAPSHOTS + 10))[
            -MAX_QUEUED_SNAPSHOTS:
        ]
    )
    snapshots._worker = None


def test_a_log_that_says_otherwise_is_the_truth(servers: Any, code: str) -> None:
    first = servers()
    inside = snapshot_of(first, code)
    # Another table's, or one whose newest event is not in this log.
    other = lobby.open_table(first.store, "crafting", 2, "pa")
    first.ledger.store_snapshot(other.code, other.seq, inside)
    second = servers()
    assert second.latest(other.code) == table_from_events(second.ledger.events(other.code))
    seq = first.latest(code).seq
    with patch.object(SqliteLedger, "events", lambda *_, **more: _changed(_, seq, **more)):
        third = servers()
        third.latest(code)
    assert third.folded >= LONG


REAL = SqliteLedger.events


def _changed(asked: tuple[Any, ...], seq: int, **more: Any) -> list[Event]:
    events = REAL(*asked, **more)
    return [replace(each, text="mend points 1") if each.seq == seq else each for each in events]


def test_a_name_that_is_taken_out_is_in_no_snapshot(servers: Any, code: str) -> None:
    server = servers()
    lobby.name_seat(server.store, code, 1, "Wilhelmina", "pa")
    server.store._snapshots.wait()
    inside = snapshot_of(server, code)
    forget.remove_seat_name(server.store, code, 1, "pa")
    assert server.ledger.snapshot(code) is None
    # One that was made before and comes late is not taken either.
    server.ledger.store_snapshot(code, server.latest(code).seq - 1, inside)
    assert server.ledger.snapshot(code) is None
    assert servers().latest(code).seat_at(1).name == ""


def test_nothing_is_left_of_a_deleted_table(servers: Any, code: str) -> None:
    server = servers()
    inside = snapshot_of(server, code)
    seq = server.latest(code).seq
    server.store.delete(code)
    server.ledger.store_snapshot(code, seq, inside)
    assert server.ledger.snapshot(code) is None
    with pytest.raises(store.UnknownTable):
        servers().latest(code)


def test_stores_make_one_decoder_at_a_time(tmp_path: Path) -> None:
    """Two of msgspec's at once, of the same classes, end the process about every other time; and
    none is left for the threads that read and write.
    """
    both, met = Barrier(2), list[bool]()
    decoder = msgspec.msgpack.Decoder

    def made(form: Any) -> Any:
        try:
            both.wait(0.1)
            met.append(True)
        except BrokenBarrierError:
            met.append(False)
            both.reset()
        return decoder(form)

    ledger = open_ledger(tmp_path / "t.sqlite")
    snapshot._reader.cache_clear()
    with patch.object(msgspec.msgpack, "Decoder", made):
        threads = [Thread(target=SnapshotStore, args=[ledger, CATALOGUE]) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    ledger.close()
    assert met == [False] * len(CATALOGUE)
