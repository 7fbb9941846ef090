"""Three servers with one PostgreSQL, every request dealt to any of them, and what may befall them:
`companion bench --only hall` does the same at length."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.kit.cable import NO_CABLE, lay_cable, may_lay
from tests.kit.hall import Serving, serving
from tests.kit.hall_games import (
    check,
    in_threads,
    ledger_of,
    new_tables,
    phones_at,
    play_through,
    tap_at_once,
)
from tests.kit.ports import HOUSE
from tests.kit.postgres import Postgres, running
from tests.kit.processes import files, threads
from tests.kit.served import until
from tests.kit.streams import Stream

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def mortal() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def database(mortal: Postgres) -> str:
    return mortal.new_database()


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[list[Serving]]:
    # Tables are put away between two taps: what is remembered and what is read meet all the time.
    with serving(database, 3, COMPANION_QUIET="0.05") as running_servers:
        yield running_servers


def ports(servers: list[Serving]) -> list[int]:
    return [server.port for server in servers]


def test_whole_games_at_random_servers(servers: list[Serving], database: str) -> None:
    """Four thumbs at the same instant; and a game of turns, some of its taps sent twice at once."""
    small, large = new_tables(database, "small", 2, 0), new_tables(database, "crafting", 1, 30)

    def tap(number: int) -> None:
        with phones_at(ports(servers), small[number], number) as phones:
            tap_at_once(phones, 10, number)
            with ledger_of(database) as ledger:
                table = check(ledger, phones, "panel-cells")
            assert sum(table.state.taps) == 40

    def play() -> None:
        with phones_at(ports(servers), large[0], 9) as phones, ledger_of(database) as ledger:
            play_through(phones, large[0]["moves"], 9)
            check(ledger, phones)

    in_threads([lambda: tap(0), lambda: tap(1), play])


def play_while(servers: list[Serving], database: str, befalls: threading.Thread) -> None:
    """Four phones go on tapping for as long as something befalls the servers."""
    (table,) = new_tables(database, "small", 1, 0)
    with phones_at(ports(servers), table, random.randrange(1000)) as phones:
        befalls.start()
        number = 0
        while befalls.is_alive() or number < 2:
            tap_at_once(phones, 3, number)
            number += 1
        befalls.join()
        with ledger_of(database) as ledger:
            assert sum(check(ledger, phones, "panel-cells").state.taps) == number * 12


def test_one_of_them_is_killed(servers: list[Serving], database: str) -> None:
    def kill() -> None:
        time.sleep(0.2)
        servers[1].kill()
        servers[1].start()

    play_while(servers, database, threading.Thread(target=kill))


def test_one_of_them_is_frozen(servers: list[Serving], database: str) -> None:
    def freeze() -> None:
        servers[2].send(signal.SIGSTOP)
        time.sleep(4.0)
        servers[2].send(signal.SIGCONT)

    play_while(servers, database, threading.Thread(target=freeze))


def test_one_of_them_is_told_to_stop(servers: list[Serving], database: str) -> None:
    """Its phones go on elsewhere, and it ends by itself."""
    ends: list[int] = []

    def stop() -> None:
        time.sleep(0.2)
        ends.append(servers[0].end(signal.SIGTERM))
        servers[0].start()

    play_while(servers, database, threading.Thread(target=stop))
    assert ends == [0]


def test_their_database_is_killed_and_comes_back(
    servers: list[Serving], database: str, mortal: Postgres
) -> None:
    def kill() -> None:
        time.sleep(0.2)
        mortal.kill()
        mortal.start()

    play_while(servers, database, threading.Thread(target=kill))


def test_the_cable_to_their_database_is_cut() -> None:
    """Whoever taps is told 503 and why; the tap is kept, and everything goes on."""
    if not may_lay():
        pytest.skip(NO_CABLE)
    with lay_cable() as cable, running(cable) as beyond:
        database = beyond.new_database()
        told: list[int] = []
        with serving(database, 2) as cut_off:

            def cut() -> None:
                time.sleep(0.2)
                cable.cut()
                time.sleep(8.0)
                told.append(status(cut_off[0].port))
                cable.mend()

            play_while(cut_off, database, threading.Thread(target=cut))
        assert told == [503]


def test_phones_leave_together(servers: list[Serving], database: str) -> None:
    """Those of ten tables at one server: it holds nothing of them any more, and all others know,
    long before a beat could tell.
    """
    tables = new_tables(database, "small", 10, 0)
    unlimited = {"COMPANION_STREAMS_EACH": "0", "COMPANION_CONNECTIONS_EACH": "0"}
    with serving(database, 1, COMPANION_HEARTBEAT="3600", **unlimited) as (left,):
        pid = left.process.pid
        assert awake(left, tables) == awake(servers[0], tables) == [0] * 10
        before = files(pid), threads(pid)
        streams = [
            Stream(left.port, table["code"], phone["cookie"], page="table")
            for table in tables
            for phone in table["phones"]
        ]
        for stream in streams:
            stream.hear(b"event: hb")
        for server in (left, servers[0]):
            until(partial(all_are_awake, server, tables, 4), "never told that they are here")
        for stream in streams:
            stream.leave()
        for server in (left, servers[0]):
            until(partial(all_are_awake, server, tables, 0), "never told that they left")
        # Its lines to the database, and the threads that look up where that is, come and go.
        until(lambda: files(pid) <= before[0] + 10, "some lines are open still")
        assert threads(pid) <= before[1] + 10
        assert [status(each.port) for each in (left, *servers)] == [200] * 4


def awake(server: Serving, tables: list[dict[str, Any]]) -> list[int]:
    """How many phones of each table are shown awake there."""
    pages = (page(server.port, f"/t/{each['code']}/table") for each in tables)
    return [text.count('class="dotm awake"') for text in pages]


def all_are_awake(server: Serving, tables: list[dict[str, Any]], phones: int) -> bool:
    return awake(server, tables) == [phones] * len(tables)


def page(port: int, path: str) -> str:
    with closing(HTTPConnection(HOUSE, port, timeout=30)) as line:
        line.request("GET", path)
        return line.getresponse().read().decode()


def status(port: int) -> int:
    """What /readyz says."""
    with closing(HTTPConnection(HOUSE, port, timeout=30)) as line:
        line.request("GET", "/readyz")
        return line.getresponse().status
