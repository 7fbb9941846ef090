"""Run as a program, with where the ledger is as argv[1]: one process as it is served, with
greenlets for phones. Prints what a test checks, one word and a number a line."""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
import time  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402
from gevent.threadpool import ThreadPool  # noqa: E402
from sqlite_utils.utils import sqlite3  # noqa: E402

from companion.ledger.opening import open_ledger  # noqa: E402
from companion.ledger.postgres import pool  # noqa: E402
from companion.ledger.where import parse_database_location  # noqa: E402
from companion.live.stream_hub import StreamHub  # noqa: E402
from companion.play import TableStore, act, answer, lobby  # noqa: E402
from tests.kit.served import GENEROUS  # noqa: E402
from tests.kit.toy_game import CATALOGUE  # noqa: E402

#: So often another greenlet has to have its turn while the lock is held.
TICKS = 40

place = parse_database_location(sys.argv[1])
# Nobody is told that the table is locked: how long it is held, only the other greenlets decide.
pool.POSTGRES_SESSION_SETTINGS["lock_timeout"] = f"{GENEROUS:.0f}s"
ledger = open_ledger(place, GENEROUS, ThreadPool(1).apply, ThreadPool(1).apply)
hub = StreamHub(time.time)
store = TableStore(ledger, hub, time.time, CATALOGUE)
table = lobby.open_table(store, "tally", 3, "pa")
for seat in (1, 2, 3):
    lobby.sit_down_at_seat(store, table.code, seat, f"p{seat}")
lobby.start_game(store, table.code, "pa")
ticks, woken = 0, 0


def tick() -> None:
    global ticks
    while True:
        gevent.sleep(0.005)
        ticks += 1


def watch() -> None:
    global woken
    with hub.watch(table.code, "p3") as watcher:
        while not watcher.is_server_stopping:
            woken += watcher.wait(20)


def phone(seat: int) -> None:
    for number in range(20):
        act.play_tap(store, table.code, answer.Tap(f"p{seat}", seat, "peek", f"{seat}-{number}"))


def hold(code: str) -> Any:
    """Another writer has stopped in the middle of it."""
    if isinstance(place, Path):
        other = sqlite3.connect(str(place), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        return other
    import psycopg

    line = psycopg.connect(place.address)
    line.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [code])
    return line


gevent.spawn(tick)
watching = gevent.spawn(watch)
other = hold(table.code)
phones = [gevent.spawn(phone, seat) for seat in (1, 2, 3)]
while ticks < TICKS:
    gevent.sleep(0.005)
print("ticks", ticks)
print("while-locked", store.latest(table.code).state.peeks)
other.execute("ROLLBACK")
other.close()
gevent.joinall(phones, raise_error=True)
print("peeks", store.latest(table.code).state.peeks)
hub.close()
watching.join(10)
print("woken", woken)
ledger.close()
