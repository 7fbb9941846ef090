"""A hall: several servers with one PostgreSQL, and everything that may befall them, at length.

The phones are those of the tests (`tests/kit/hall.py`): every request goes to a random server. With
`--rounds 3` each thing befalls them as often as is said here, with fewer rounds less often.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from companion.ledger import Unavailable
from tests.benchmarks.bench import Bench
from tests.benchmarks.report import Row
from tests.kit.hall import Serving, serving
from tests.kit.hall_games import (
    check,
    in_threads,
    ledger_of,
    phones_at,
    play_through,
    seated,
    tap_at_once,
)
from tests.kit.postgres import HOUSE, Postgres, programs, running

SERVERS = 3
#: How often, with three rounds.
GAMES, KILLS, FREEZES, DATABASE_KILLS, PROMOTIONS = 200, 30, 10, 20, 10
#: Tables that play at once, taps of each phone in a small game, moves of a large one; and how many
#: games out of a hundred are large.
TABLES, TAPS, MOVES, LARGE = 4, 12, 60, 25
#: Tables that are tapped at while something befalls the servers.
MEANWHILE = 2
#: Seconds within which every phone shows what counts.
FOLLOWS = 5.0


def hall(bench: Bench) -> list[Row]:
    """Nothing lost, doubled, silent or out of order, whatever happens."""
    if programs() is None:
        return [Row("hall", "no PostgreSQL here")]
    with running() as postgres:
        database = postgres.new_database()
        with serving(database, SERVERS) as servers:
            rows = [
                _killed(bench, servers, database),
                _frozen(bench, servers, database),
                _database_killed(bench, servers, database, postgres),
                _games(bench, servers, database),
            ]
    return [*rows, _promoted(bench)]


def _times(bench: Bench, wanted: int) -> int:
    return max(1, round(wanted * min(1.0, bench.rounds / 3)))


def _games(bench: Bench, servers: Sequence[Serving], database: str) -> Row:
    count, ports = _times(bench, GAMES), [server.port for server in servers]
    large = count * LARGE // 100
    tables = [
        *seated(database, "crafting", large, MOVES),
        *seated(database, "small", count - large, 0),
    ]
    counted = [0]
    waiting = list(enumerate(tables))

    def play() -> None:
        while waiting:
            number, table = waiting.pop()
            with phones_at(ports, table, number) as phones, ledger_of(database) as ledger:
                if table["moves"]:
                    play_through(phones, table["moves"], number)
                else:
                    tap_at_once(phones, TAPS, number)
                check(ledger, phones, "" if table["moves"] else "panel-cells")
                counted[0] += sum(len(phone.answers) for phone in phones)

    told = _tried(lambda: in_threads([play] * TABLES))
    row = Row(
        f"{count} games, {large} of them Crafting's, 4 phones, every request at a random one of"
        f" {SERVERS} servers: lost, doubled, silent, out of order",
        told or f"0 of {counted[0]} taps",
        wanted="none, all phones end the same",
        reached=not told,
    )
    bench.say(row.line())
    return row


def _killed(bench: Bench, servers: list[Serving], database: str) -> Row:
    def befall(number: int) -> None:
        victim = servers[number % SERVERS]
        victim.kill()
        victim.start()

    return _befallen(bench, servers, database, "one of 3 servers killed", (KILLS, befall))


def _frozen(bench: Bench, servers: list[Serving], database: str) -> Row:
    def befall(number: int) -> None:
        victim = servers[number % SERVERS]
        victim.send(signal.SIGSTOP)
        time.sleep(4.0)
        victim.send(signal.SIGCONT)

    return _befallen(bench, servers, database, "one of 3 servers frozen 4 s", (FREEZES, befall))


def _database_killed(
    bench: Bench, servers: list[Serving], database: str, postgres: Postgres
) -> Row:
    def befall(number: int) -> None:
        postgres.kill()
        postgres.start()

    told = "PostgreSQL killed and started again"
    return _befallen(bench, servers, database, told, (DATABASE_KILLS, befall))


def _promoted(bench: Bench) -> Row:
    """The first one is gone for good, its synchronous standby takes over and gets one itself."""
    with ExitStack() as kept:
        first, second = (kept.enter_context(running()) for _ in range(2))
        name = first.new_database().rpartition("/")[2]
        hosts = f"{HOUSE}:{first.port},{HOUSE}:{second.port}"
        database = f"postgresql://companion@{hosts}/{name}"
        second.stop()
        second.follow(first)
        first.wait_for_standbys(True)
        pair = [first, second]
        servers = kept.enter_context(serving(database, SERVERS))

        def befall(_: int) -> None:
            pair[0].kill()
            pair[1].promote()
            pair[0].follow(pair[1])
            pair[1].wait_for_standbys(True)
            pair.reverse()

        told = "PostgreSQL killed for good, its synchronous standby promoted"
        return _befallen(bench, servers, database, told, (PROMOTIONS, befall))


def _befallen(
    bench: Bench,
    servers: Sequence[Serving],
    database: str,
    told: str,
    what: tuple[int, Callable[[int], None]],
) -> Row:
    """Phones tap all the while. What they are told must be kept, and shown by all before long."""
    times, befall = _times(bench, what[0]), what[1]
    played = Meanwhile(database, [server.port for server in servers])

    def happen() -> None:
        try:
            for number in range(times):
                time.sleep(0.5)
                befall(number)
                bench.say(f"  {told}: {number + 1} of {times}")
        finally:
            played.over.set()

    failed = _tried(lambda: in_threads([happen, *map(played.at, range(MEANWHILE))]))
    row = Row(
        f"{told} in mid-load, {times} times: taps lost; sent again, longest until it counted, until"
        " all phones show it",
        failed or str(played),
        wanted=f"none; {FOLLOWS:.0f} s",
        reached=not failed and played.follows <= FOLLOWS,
    )
    bench.say(row.line())
    return row


class Meanwhile:
    """What phones do while something befalls the servers, until it is over."""

    def __init__(self, database: str, ports: Sequence[int]) -> None:
        self.over = threading.Event()
        self.taps = self.again = 0
        self.longest = self.follows = 0.0
        self._database, self._ports = database, ports
        self._tables = seated(database, "small", MEANWHILE, 0)

    def at(self, table: int) -> Callable[[], None]:
        """The work of the four phones of this table."""
        return lambda: self._play(table)

    def _play(self, table: int) -> None:
        seats, number = self._tables[table], 0
        with phones_at(self._ports, seats, table) as phones, ledger_of(self._database) as ledger:
            while not number or not self.over.is_set():
                tap_at_once(phones, 3, number)
                number += 1
            begun = time.monotonic()
            check(ledger, phones, "panel-cells")
            self.follows = max(self.follows, time.monotonic() - begun)
            self.taps += sum(len(phone.answers) for phone in phones)
            self.again += sum(phone.sent_again for phone in phones)
            self.longest = max([self.longest, *(phone.longest for phone in phones)])

    def __str__(self) -> str:
        return f"0 of {self.taps}; {self.again}, {self.longest:.1f} s, {self.follows:.1f} s"


def _tried(work: Callable[[], None]) -> str:
    """What went wrong; "" where nothing did."""
    try:
        work()
    except (AssertionError, OSError, Unavailable) as failure:
        return f"{type(failure).__name__}: {failure}"
    return ""
