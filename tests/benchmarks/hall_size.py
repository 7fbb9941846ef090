"""A hall by its numbers: how much one, two, three servers do, and what a million events cost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

from companion.ledger.opening import open_ledger
from companion.ledger.where import parse_database_location
from companion.tables import Event
from tests.benchmarks.bench import Bench
from tests.benchmarks.client import Driver
from tests.benchmarks.fixtures import taps
from tests.benchmarks.report import Row, ms
from tests.benchmarks.servers import Server, cpu_of
from tests.benchmarks.speed import climb
from tests.kit.hall import serving
from tests.kit.hall_games import seated
from tests.kit.ports import HOUSE
from tests.kit.postgres import NONE, Postgres, programs, running

#: Tables and events of each in the large database.
TABLES, EVENTS = 20_000, 50
#: Appends that are timed.
APPENDS = 400
GROWN = """
    INSERT INTO events (code, seq, at, seat, kind, text, intent, rules)
    SELECT 'L' || lpad(n::text, 6, '0'), seq, at, seat, kind, text, intent, rules
    FROM events, generate_series(1, %s) AS n WHERE code = %s
"""


def rates(bench: Bench) -> list[Row]:
    """What one, two, three servers do on these cores, and what is in the way of more."""
    if programs() is None:
        return [Row("actions a second on PostgreSQL", NONE)]
    with running() as postgres:
        return [_rate(bench, postgres, count) for count in (1, 2, 3)]


def _rate(bench: Bench, postgres: Postgres, count: int) -> Row:
    database = postgres.new_database()
    told = seated(database, "small", 60, 4000)
    with bench.on(database, count) as (server, driver):
        before, begun = _counted(postgres, database, server, driver), time.monotonic()
        rate = climb(bench, driver, told)
        took = time.monotonic() - begun
        after = _counted(postgres, database, server, driver)
    used = [now - then for now, then in zip(after, before, strict=True)]
    actions, log, done, *cores = used
    at_work = zip(("servers", "database", "phones' driver"), cores, strict=True)
    return Row(
        f"nine cells on PostgreSQL, {count} server{'s with nginx' if count > 1 else ''}, 60 tables:"
        " highest rate with p95 under 50 ms; log bytes and transactions an action; cores used on"
        f" the way there, of {os.cpu_count()}",
        f"{rate:.0f}/s; {log / actions:.0f} B, {done / actions:.1f};"
        f" {', '.join(f'{who} {each / took:.2f}' for who, each in at_work)}",
    )


def _counted(postgres: Postgres, database: str, server: Server, driver: Driver) -> list[float]:
    """Events, bytes of the database's own log, transactions; seconds of processor time of all."""
    assert postgres.process
    cpu = [server.cpu, cpu_of(postgres.process.pid), driver.cpu]
    name = database.rpartition("/")[2]
    time.sleep(1.1)  # what a line has done is counted once a second
    told = postgres.ask(
        "SELECT (pg_current_wal_lsn() - '0/0')::bigint, xact_commit FROM pg_stat_database"
        f" WHERE datname = '{name}'"
    )
    events = postgres.ask("SELECT count(*) FROM events", name)
    return [int(events), *map(int, told.split("|")), *cpu]


def million(bench: Bench) -> list[Row]:
    """What many tables cost that nobody plays at."""
    if programs() is None:
        return [Row("a million events", NONE)]
    with running() as postgres:
        return _million(bench, postgres)


def _million(bench: Bench, postgres: Postgres) -> list[Row]:
    small, large = postgres.new_database(), postgres.new_database()
    (alone,), (table,) = (seated(each, "small", 1, 0) for each in (small, large))
    with closing(open_ledger(parse_database_location(large))) as ledger:
        log = ledger.events(table["code"])
        for seq, (seat, action) in zip(range(len(log) + 1, EVENTS + 1), taps(1), strict=False):
            ledger.append(Event(table["code"], seq, log[-1].at, seat, "played", action, f"i{seq}"))
    with psycopg.connect(large) as line:
        line.execute(GROWN, [TABLES - 1, table["code"]])
    name = large.rpartition("/")[2]
    postgres.ask("VACUUM ANALYZE events", name)
    postgres.ask("CHECKPOINT")
    each = int(postgres.ask("SELECT pg_total_relation_size('events')", name)) / (TABLES * EVENTS)
    empty, full = _append(small, large)
    started_empty, first_empty, again_empty = _start(small, alone, alone["code"])
    started, first, again = _start(large, table, "L012345")
    kept, begun = bench.fresh("hall") / "kept.sqlite", time.monotonic()
    program = [sys.executable, "-c", "from companion.cli import main; main()"]
    command = [*program, "backup", "--database", large, str(kept)]
    subprocess.run(command, check=True, capture_output=True)
    took = time.monotonic() - begun
    what = f"{TABLES * EVENTS:,} events, {TABLES:,} tables in one PostgreSQL"
    return [
        Row(
            f"{what}: append, p50 of {APPENDS} (in an empty one)",
            f"{ms(full)} ({ms(empty)})",
            wanted="within 1.2x",
            reached=full <= 1.2 * empty,
        ),
        Row(
            f"{what}: a server started / its first page, of one of many tables / again (with one"
            " table in all)",
            f"{started:.1f} s / {ms(first)} / {ms(again)}"
            f" ({started_empty:.1f} s / {ms(first_empty)} / {ms(again_empty)})",
        ),
        Row(
            f"{what}: backup into a file; bytes of an event on disk, with its indexes",
            f"{took:.0f} s, {Path(kept).stat().st_size / 1e6:.0f} MB; {each:.0f}",
        ),
    ]


def _append(*databases: str) -> list[float]:
    """Milliseconds, of each database, which take turns."""
    took: list[list[float]] = [[] for _ in databases]
    with ExitStack() as kept:
        ledgers = [
            kept.enter_context(closing(open_ledger(parse_database_location(each))))
            for each in databases
        ]
        for seq in range(1, APPENDS + 1):
            for ledger, times in zip(ledgers, took, strict=True):
                begun = time.perf_counter()
                ledger.append(Event("NEWEST", seq, 1.5, 1, "played", "tap 5", f"i{seq}"))
                times.append(1000 * (time.perf_counter() - begun))
    return [median(times) for times in took]


def _start(database: str, table: dict[str, Any], code: str) -> tuple[float, float, float]:
    """Seconds until a server listens, milliseconds until its first page is there, and the next."""
    begun = time.monotonic()
    with serving(database, 1) as (server,):
        started = time.monotonic() - begun
        return started, _touch(server.port, table, code), _touch(server.port, table, code)


def _touch(port: int, table: dict[str, Any], code: str) -> float:
    """Milliseconds until a page of this table is there, for a phone that sits at `table`."""
    with closing(HTTPConnection(HOUSE, port, timeout=60)) as line:
        begun = time.perf_counter()
        line.request("GET", f"/t/{code}", headers={"Cookie": table["phones"][0]["cookie"]})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
        return 1000 * (time.perf_counter() - begun)
