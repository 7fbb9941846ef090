"""A hall: several servers with one PostgreSQL, what may befall them, and how much they do.

The phones are those of the tests (`tests/kit/hall.py`): every request goes to a random server. With
`--rounds 3` each thing befalls them as often as is said here, with fewer rounds less often.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import psycopg

from companion.ledger.opening import open_ledger
from companion.ledger.where import parse_database_location
from companion.tables import Event
from tests.benchmarks.bench import Bench, Side
from tests.benchmarks.meanwhile import Meanwhile
from tests.benchmarks.report import Row, ms
from tests.benchmarks.servers import Driver, cpu_of
from tests.benchmarks.speed import climb
from tests.kit.cable import NO_CABLE, Cable, lay_cable, may_lay
from tests.kit.filled_ledgers import taps
from tests.kit.hall import Serving, serving
from tests.kit.hall_games import (
    check,
    in_threads,
    ledger_of,
    new_tables,
    phones_at,
    play_through,
    tap_at_once,
    whole_games,
)
from tests.kit.ports import HOUSE
from tests.kit.postgres import NONE, Postgres, programs, running

SERVERS = 3
#: Games with three rounds, and how many out of a hundred are whole ones of Crafting the Cosmos,
#: some 500 actions each; tables that play at once, and taps of each phone in a small game.
GAMES, LARGE, TABLES, TAPS = 200, 10, 4, 12
#: Seconds within which every phone shows what counts; for which a server is frozen; for which the
#: cable is cut, shorter with fewer rounds.
FOLLOWS, FROZEN, CUT = 5.0, 4.0, 30.0
#: Tables and events of each in the large database; appends that are timed.
MANY, EVENTS, APPENDS = 20_000, 50, 400
GROWN = """
    INSERT INTO events (code, seq, at, seat, kind, text, intent, rules)
    SELECT 'L' || lpad(n::text, 6, '0'), seq, at, seat, kind, text, intent, rules
    FROM events, generate_series(1, %s) AS n WHERE code = %s
"""


def _times(bench: Bench, wanted: int) -> int:
    return max(1, round(wanted * min(1.0, bench.rounds / 3)))


# ------------------------------------------------------------------------------------- mishaps


@dataclass
class Hall:
    """What a mishap may befall: `leader` and its `standby`, the servers, the cable between."""

    bench: Bench
    leader: Postgres
    database: str
    servers: list[Serving]
    standby: Postgres | None = None
    cable: Cable | None = None


def kill_a_server(hall: Hall, number: int) -> None:
    victim = hall.servers[number % SERVERS]
    victim.kill()
    victim.start()


def freeze_a_server(hall: Hall, number: int) -> None:
    if sys.platform == "win32":
        raise NotImplementedError("measurements need Linux")
    victim = hall.servers[number % SERVERS]
    victim.send(signal.SIGSTOP)
    time.sleep(FROZEN)
    victim.send(signal.SIGCONT)


def kill_the_database(hall: Hall, _: int) -> None:
    hall.leader.kill()
    hall.leader.start()


def promote_the_standby(hall: Hall, _: int) -> None:
    """The leader is gone for good, its synchronous standby takes over and gets one itself."""
    assert hall.standby
    assert hall.leader.standbys() == ["sync"], "its standby is not synchronous"
    hall.leader.kill()
    hall.standby.promote()
    hall.leader.follow(hall.standby)
    hall.standby.wait_for_standbys(True)
    hall.leader, hall.standby = hall.standby, hall.leader


def cut_the_cable(hall: Hall, _: int) -> None:
    """Nothing arrives from the database any more, and nobody is told so."""
    assert hall.cable
    hall.cable.cut()
    time.sleep(max(6.0, CUT * min(1.0, hall.bench.rounds / 3)))
    hall.cable.mend()


@dataclass(frozen=True)
class Mishap:
    """`told`: what befalls the hall `times` times. `follows`: nothing but a server is gone, so all
    phones must soon show what counts.
    """

    told: str
    times: int
    befall: Callable[[Hall, int], None]
    follows: bool = False

    def __call__(self, bench: Bench) -> list[Row]:
        """Phones tap all the while. What they are told must be kept, and shown by all."""
        if trouble := self._out_of_reach():
            return [Row(self.told, trouble)]
        times = _times(bench, self.times)
        with self._hall(bench) as hall:
            played = Meanwhile(hall.database, [server.port for server in hall.servers])
            failed = _failure(bench, lambda: played.during(lambda: self._befall(hall, played)))
        return [
            Row(
                f"{self.told} in mid-load, {times} times: taps lost; sent again, longest until it"
                " counted, until all phones show it; answers of 5xx, after which a phone gave its"
                " tap up",
                failed or f"0 of {played.taps}; {played}",
                wanted=f"none; phones follow in {FOLLOWS:.0f} s; 0" if self.follows else "none; 0",
                reached=not failed and (not self.follows or played.follows <= FOLLOWS),
            )
        ]

    def _out_of_reach(self) -> str:
        """Why it cannot befall them here; "" where it can."""
        if programs() is None:
            return NONE
        return NO_CABLE if self.befall is cut_the_cable and not may_lay() else ""

    @contextmanager
    def _hall(self, bench: Bench) -> Iterator[Hall]:
        with ExitStack() as kept:
            cable = kept.enter_context(lay_cable()) if self.befall is cut_the_cable else None
            leader, standby = kept.enter_context(running(cable)), None
            database = leader.new_database()
            if self.befall is promote_the_standby:
                standby = kept.enter_context(running())
                hosts = f"{HOUSE}:{leader.port},{HOUSE}:{standby.port}"
                database = f"postgresql://companion@{hosts}/{database.rpartition('/')[2]}"
                standby.stop()
                standby.follow(leader)
                leader.wait_for_standbys(True)
            servers = kept.enter_context(serving(database, SERVERS))
            yield Hall(bench, leader, database, servers, standby, cable)

    def _befall(self, hall: Hall, played: Meanwhile) -> None:
        """Each time when taps come through at all tables."""
        times, chance = _times(hall.bench, self.times), random.Random(self.times)
        for number in range(times):
            if not played.flows():
                return
            time.sleep(chance.random())
            self.befall(hall, number)
            hall.bench.say(f"  {self.told}: {number + 1} of {times}; {played.taps} taps; {played}")
        played.flows()


def _failure(bench: Bench, work: Callable[[], None]) -> str:
    """What went wrong, whatever it was; "" where nothing did."""
    try:
        work()
    except Exception as failure:
        bench.say(traceback.format_exc())
        return f"{type(failure).__name__}: {failure}"
    return ""


MISHAPS = {
    "hall-killed": Mishap(f"one of {SERVERS} servers killed", 30, kill_a_server, follows=True),
    "hall-frozen": Mishap(
        f"one of {SERVERS} servers frozen {FROZEN:.0f} s", 10, freeze_a_server, follows=True
    ),
    "hall-database": Mishap("PostgreSQL killed and started again", 20, kill_the_database),
    "hall-promoted": Mishap(
        "PostgreSQL killed for good, its synchronous standby promoted"
        " (sync_state 'sync' before each)",
        10,
        promote_the_standby,
    ),
    "hall-cut": Mishap(
        f"the cable between servers and PostgreSQL cut for {CUT:.0f} s", 1, cut_the_cable
    ),
}


# --------------------------------------------------------------------------------------- games


def games(bench: Bench) -> list[Row]:
    """Nothing lost, doubled, silent or out of order, and all phones end the same."""
    if programs() is None:
        return [Row("games", NONE)]
    count = _times(bench, GAMES)
    large, taps_of = count * LARGE // 100, list[int]()
    with running() as postgres:
        database = postgres.new_database()
        tables = [
            *whole_games(database, "crafting", large),
            *new_tables(database, "small", count - large, 0),
        ]
        waiting = iter(list(enumerate(tables)))
        with serving(database, SERVERS) as servers:
            ports = [server.port for server in servers]

            def play() -> None:
                for number, table in waiting:
                    taps_of.append(_play(database, ports, table, number))

            failed = _failure(bench, lambda: in_threads([play] * TABLES))
    return [
        Row(
            f"{count} games, {large} of them whole ones of Crafting's, 4 phones, every request at a"
            f" random one of {SERVERS} servers: lost, doubled, silent, out of order",
            failed or f"0 of {sum(taps_of)} taps",
            wanted="none, all phones end the same",
            reached=not failed,
        )
    ]


def _play(database: str, ports: list[int], table: dict[str, Any], number: int) -> int:
    """One game, checked at its end; how many taps were answered."""
    with phones_at(ports, table, number) as phones:
        if table["moves"]:
            play_through(phones, table["moves"], number)
        else:
            tap_at_once(phones, TAPS, number)
        with ledger_of(database) as ledger:
            check(ledger, phones, "" if table["moves"] else "panel-cells")
        return sum(len(phone.answers) for phone in phones)


# --------------------------------------------------------------------------------------- numbers


def rates(bench: Bench) -> list[Row]:
    """What one, two, three servers do on these cores, and what is in the way of more."""
    if programs() is None:
        return [Row("actions a second on PostgreSQL", NONE)]
    with running() as postgres:
        return [_rate(bench, postgres, count) for count in (1, 2, 3)]


def _rate(bench: Bench, postgres: Postgres, count: int) -> Row:
    database = postgres.new_database()
    tables = new_tables(database, "small", 60, 4000)
    with bench.on(database, count, tables) as side:
        before, begun = _used(postgres, database, side), time.monotonic()
        rate = climb(bench, side)
        took = time.monotonic() - begun
        after = _used(postgres, database, side)
    actions, log, done, *cores = (now - then for now, then in zip(after, before, strict=True))
    at_work = zip(("servers", "database", "phones' driver"), cores, strict=True)
    return Row(
        f"nine cells on PostgreSQL, {count} server{'s with nginx' if count > 1 else ''}, 60 tables:"
        " highest rate with p95 under 50 ms; log bytes and transactions an action; cores used on"
        f" the way there, of {os.cpu_count()}",
        f"{rate:.0f}/s; {log / actions:.0f} B, {done / actions:.1f};"
        f" {', '.join(f'{who} {each / took:.2f}' for who, each in at_work)}",
    )


def _used(postgres: Postgres, database: str, side: Side) -> list[float]:
    """Events, bytes of the database's own log, transactions; seconds of processor time of all."""
    assert postgres.process
    cpu = [side.server.cpu, cpu_of(postgres.process.pid), side.driver.cpu]
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
        small, large = postgres.new_database(), postgres.new_database()
        (alone,), (table,) = (new_tables(each, "small", 1, 0) for each in (small, large))
        bytes_of_an_event = _grow(postgres, large, table["code"])
        empty, full = _append(small, large)
        one, many = _start(small, alone, alone["code"]), _start(large, table, "L012345")
        kept, begun = bench.fresh("hall") / "kept.sqlite", time.monotonic()
        program = [sys.executable, "-c", "from companion.cli import main; main()"]
        command = [*program, "backup", "--database", large, str(kept)]
        subprocess.run(command, check=True, capture_output=True)
        took = time.monotonic() - begun
    what = f"{MANY * EVENTS:,} events, {MANY:,} tables in one PostgreSQL"
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
            f"{many} ({one})",
        ),
        Row(
            f"{what}: backup into a file; bytes of an event on disk, with its indexes",
            f"{took:.0f} s, {Path(kept).stat().st_size / 1e6:.0f} MB; {bytes_of_an_event:.0f}",
        ),
    ]


def _grow(postgres: Postgres, database: str, code: str) -> float:
    """Many tables like this one; how many bytes an event takes."""
    with closing(open_ledger(parse_database_location(database))) as ledger:
        log = ledger.events(code)
        for seq, (seat, action) in zip(range(len(log) + 1, EVENTS + 1), taps(1), strict=False):
            ledger.append(Event(code, seq, log[-1].at, seat, "played", action, f"i{seq}"))
    with psycopg.connect(database) as line:
        line.execute(GROWN, [MANY - 1, code])
    name = database.rpartition("/")[2]
    postgres.ask("VACUUM ANALYZE events", name)
    postgres.ask("CHECKPOINT")
    return int(postgres.ask("SELECT pg_total_relation_size('events')", name)) / (MANY * EVENTS)


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


def _start(database: str, table: dict[str, Any], code: str) -> str:
    """Seconds until a server listens, milliseconds until its first page is there, and the next; for
    a phone that sits at `table`.
    """
    begun = time.monotonic()
    with serving(database, 1) as (server,):
        started = time.monotonic() - begun
        page = (f"/t/{code}", table["phones"][0]["cookie"])
        with Driver(server.port) as driver:
            first, again = driver("touch", pages=[page, page], apart=0.0)
    return f"{started:.1f} s / {ms(first)} / {ms(again)}"
