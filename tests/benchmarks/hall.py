"""A hall: several servers with one PostgreSQL, and everything that may befall them, at length.

The phones are those of the tests (`tests/kit/hall.py`): every request goes to a random server. With
`--rounds 3` each thing befalls them as often as is said here, with fewer rounds less often.
"""

from __future__ import annotations

import random
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from tests.benchmarks.bench import Bench
from tests.benchmarks.meanwhile import Meanwhile
from tests.benchmarks.report import Row
from tests.kit.cable import NO_CABLE, laid, may_lay
from tests.kit.hall import Serving, serving
from tests.kit.hall_games import (
    check,
    in_threads,
    ledger_of,
    phones_at,
    play_through,
    seated,
    tap_at_once,
    whole_games,
)
from tests.kit.ports import HOUSE
from tests.kit.postgres import NONE, programs, running

SERVERS = 3
#: How often, with three rounds.
GAMES, KILLS, FREEZES, DATABASE_KILLS, PROMOTIONS = 200, 30, 10, 20, 10
#: Tables that play at once, taps of each phone in a small game; and how many games out of a hundred
#: are whole ones of Crafting the Cosmos, some 500 actions each.
TABLES, TAPS, LARGE = 4, 12, 10
#: Seconds within which every phone shows what counts; for which a server is frozen; for which the
#: cable is cut, shorter with fewer rounds.
FOLLOWS, FROZEN, CUT = 5.0, 4.0, 30.0


def games(bench: Bench) -> list[Row]:
    """Nothing lost, doubled, silent or out of order, and all phones end the same."""
    if programs() is None:
        return [Row("games", NONE)]
    count = _times(bench, GAMES)
    large = count * LARGE // 100
    with running() as postgres:
        database = postgres.new_database()
        with serving(database, SERVERS) as servers:
            played = _Games([server.port for server in servers], database, large, count - large)
            told = _tried(bench, lambda: in_threads([played.play] * TABLES))
    return [
        Row(
            f"{count} games, {large} of them whole ones of Crafting's, 4 phones, every request at a"
            f" random one of {SERVERS} servers: lost, doubled, silent, out of order",
            told or f"0 of {played.taps} taps",
            wanted="none, all phones end the same",
            reached=not told,
        )
    ]


class _Games:
    def __init__(self, ports: Sequence[int], database: str, large: int, small: int) -> None:
        self.taps = 0
        self._ports, self._database = ports, database
        tables = [*whole_games(database, "crafting", large), *seated(database, "small", small, 0)]
        self._waiting = iter(list(enumerate(tables)))

    def play(self) -> None:
        """One after the other, until all are played."""
        for number, table in self._waiting:
            with phones_at(self._ports, table, number) as phones:
                if table["moves"]:
                    play_through(phones, table["moves"], number)
                else:
                    tap_at_once(phones, TAPS, number)
                with ledger_of(self._database) as ledger:
                    check(ledger, phones, "" if table["moves"] else "panel-cells")
                self.taps += sum(len(phone.answers) for phone in phones)


def killed(bench: Bench) -> list[Row]:
    def befall(servers: list[Serving], number: int) -> None:
        victim = servers[number % SERVERS]
        victim.kill()
        victim.start()

    return _servers(bench, f"one of {SERVERS} servers killed", KILLS, befall)


def frozen(bench: Bench) -> list[Row]:
    def befall(servers: list[Serving], number: int) -> None:
        victim = servers[number % SERVERS]
        victim.send(signal.SIGSTOP)
        time.sleep(FROZEN)
        victim.send(signal.SIGCONT)

    return _servers(bench, f"one of {SERVERS} servers frozen {FROZEN:.0f} s", FREEZES, befall)


def _servers(
    bench: Bench, told: str, times: int, befall: Callable[[list[Serving], int], None]
) -> list[Row]:
    if programs() is None:
        return [Row(told, NONE)]
    with running() as postgres:
        database = postgres.new_database()
        with serving(database, SERVERS) as servers:
            happen = _each(bench, told, times, lambda number: befall(servers, number))
            return [_befallen(bench, servers, database, happen, follows=True)]


def database_killed(bench: Bench) -> list[Row]:
    told = "PostgreSQL killed and started again"
    if programs() is None:
        return [Row(told, NONE)]
    with running() as postgres:
        database = postgres.new_database()

        def befall(_: int) -> None:
            postgres.kill()
            postgres.start()

        with serving(database, SERVERS) as servers:
            return [_befallen(bench, servers, database, _each(bench, told, DATABASE_KILLS, befall))]


def promoted(bench: Bench) -> list[Row]:
    """The first one is gone for good, its synchronous standby takes over and gets one itself."""
    told = "PostgreSQL killed for good, its synchronous standby promoted"
    if programs() is None:
        return [Row(told, NONE)]
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
            assert pair[0].standbys() == ["sync"], "its standby is not synchronous"
            pair[0].kill()
            pair[1].promote()
            pair[0].follow(pair[1])
            pair[1].wait_for_standbys(True)
            pair.reverse()

        told += " (sync_state 'sync' before each)"
        return [_befallen(bench, servers, database, _each(bench, told, PROMOTIONS, befall))]


def cut(bench: Bench) -> list[Row]:
    """Nothing arrives from the database any more, and nobody is told so."""
    seconds = max(6.0, CUT * min(1.0, bench.rounds / 3))
    told = f"the cable between servers and PostgreSQL cut for {seconds:.0f} s"
    if programs() is None or not may_lay():
        return [Row(told, NONE if programs() is None else NO_CABLE)]
    with laid() as cable, running(cable) as postgres:
        database = postgres.new_database()

        def befall(_: int) -> None:
            cable.cut()
            time.sleep(seconds)
            cable.mend()

        with serving(database, SERVERS) as servers:
            return [_befallen(bench, servers, database, _each(bench, told, 1, befall))]


Happening = tuple[str, Callable[[Meanwhile], None]]


def _each(bench: Bench, told: str, wanted: int, befall: Callable[[int], None]) -> Happening:
    """It befalls them so often, each time when taps come through at all tables."""
    times, chance = _times(bench, wanted), random.Random(wanted)

    def happen(played: Meanwhile) -> None:
        for number in range(times):
            if not played.flows():
                return
            time.sleep(chance.random())
            befall(number)
            bench.say(f"  {told}: {number + 1} of {times}; {played.taps} taps; {played}")
        played.flows()

    return f"{told} in mid-load, {times} times", happen


def _befallen(
    bench: Bench,
    servers: Sequence[Serving],
    database: str,
    happening: Happening,
    follows: bool = False,
) -> Row:
    """Phones tap all the while. What they are told must be kept, and shown by all; soon, where
    nothing but a server is gone (`follows`).
    """
    told, happen = happening
    played = Meanwhile(database, [server.port for server in servers])
    failed = _tried(bench, lambda: played.during(lambda: happen(played)))
    return Row(
        f"{told}: taps lost; sent again, longest until it counted, until all phones show it;"
        " answers of 5xx, after which a phone gave its tap up",
        failed or f"0 of {played.taps}; {played}",
        wanted=f"none; phones follow in {FOLLOWS:.0f} s; 0" if follows else "none; 0",
        reached=not failed and (not follows or played.follows <= FOLLOWS),
    )


def _times(bench: Bench, wanted: int) -> int:
    return max(1, round(wanted * min(1.0, bench.rounds / 3)))


def _tried(bench: Bench, work: Callable[[], None]) -> str:
    """What went wrong, whatever it was; "" where nothing did."""
    try:
        work()
    except Exception as failure:
        bench.say(traceback.format_exc())
        return f"{type(failure).__name__}: {failure}"
    return ""
