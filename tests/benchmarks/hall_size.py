"""A hall by its numbers: how much one, two, three servers do, and what a million events cost."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

import psycopg

from companion.ledger.opening import open_ledger
from companion.ledger.where import where
from companion.tables import Event
from tests.benchmarks.bench import Bench
from tests.benchmarks.fixtures import taps
from tests.benchmarks.report import Row, ms
from tests.benchmarks.speed import climb
from tests.kit.hall import serving
from tests.kit.hall_games import seated
from tests.kit.postgres import HOUSE, Postgres, programs, running

#: Tables and events of each in the large database.
TABLES, EVENTS = 20_000, 50
#: Appends that are timed.
APPENDS = 400
GROWN = """
    INSERT INTO events (code, seq, at, seat, kind, text, intent, rules)
    SELECT 'L' || lpad(n::text, 6, '0'), seq, at, seat, kind, text, intent, rules
    FROM events, generate_series(1, %s) AS n WHERE code = %s
"""


def hall_size(bench: Bench) -> list[Row]:
    if programs() is None:
        return []
    with running() as postgres:
        return [*_rates(bench, postgres), *_million(bench, postgres)]


def _rates(bench: Bench, postgres: Postgres) -> list[Row]:
    rows = []
    for cores in (1, 2, 3):
        database = postgres.new_database()
        told = seated(database, "small", 60, 4000)
        with bench.on(database, cores) as (_, driver):
            before = _counted(postgres, database)
            rate = climb(bench, driver, told)
            after = _counted(postgres, database)
        actions = max(1, after[2] - before[2])
        rows.append(
            Row(
                f"nine cells on PostgreSQL, {cores} server{'s with nginx' if cores > 1 else ''}, 60"
                " tables: highest rate with p95 under 50 ms; log bytes and transactions an action",
                f"{rate:.0f}/s; {(after[0] - before[0]) / actions:.0f} B,"
                f" {(after[1] - before[1]) / actions:.1f}",
            )
        )
    return rows


def _counted(postgres: Postgres, database: str) -> tuple[int, int, int]:
    """Bytes of the database's own log, transactions, events."""
    name = database.rpartition("/")[2]
    time.sleep(1.1)  # what a line has done is counted once a second
    bytes_, done = postgres.ask(
        "SELECT pg_current_wal_lsn() - '0/0', xact_commit FROM pg_stat_database"
        f" WHERE datname = '{name}'"
    ).split("|")
    return int(bytes_), int(done), int(postgres.ask("SELECT count(*) FROM events", name))


def _million(bench: Bench, postgres: Postgres) -> list[Row]:
    small, large = postgres.new_database(), postgres.new_database()
    (table,) = seated(large, "small", 1, 0)
    with closing(open_ledger(where(large))) as ledger:
        log = ledger.events(table["code"])
        for seq, (seat, action) in zip(range(len(log) + 1, EVENTS + 1), taps(1), strict=False):
            ledger.append(Event(table["code"], seq, log[-1].at, seat, "played", action, f"i{seq}"))
    with psycopg.connect(large) as line:
        line.execute(GROWN, [TABLES - 1, table["code"]])
    postgres.ask("VACUUM ANALYZE events", large.rpartition("/")[2])
    empty, full = _append(small), _append(large)
    begun = time.monotonic()
    with serving(large, 1) as servers:
        started = time.monotonic() - begun
        first, again = (_touch(servers[0].port, table) for _ in range(2))
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
            f"{what}: a server started / first touch of a table / again / backup into a file",
            f"{started:.1f} s / {ms(first)} / {ms(again)} / {took:.0f} s,"
            f" {Path(kept).stat().st_size / 1e6:.0f} MB",
        ),
    ]


def _append(database: str) -> float:
    """Milliseconds."""
    took = []
    with closing(open_ledger(where(database))) as ledger:
        for seq in range(1, APPENDS + 1):
            begun = time.perf_counter()
            ledger.append(Event("NEWEST", seq, 1.5, 1, "played", "tap 5", f"i{seq}"))
            took.append(1000 * (time.perf_counter() - begun))
    return median(took)


def _touch(port: int, table: dict[str, object]) -> float:
    """Milliseconds until a page of one of the many tables is there."""
    phones = table["phones"]
    assert isinstance(phones, list)
    with closing(HTTPConnection(HOUSE, port, timeout=60)) as line:
        begun = time.perf_counter()
        line.request("GET", "/t/L012345", headers={"Cookie": phones[0]["cookie"]})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
        return 1000 * (time.perf_counter() - begun)
