"""A store with the tally game on a real ledger file, and a second store on the same file; two
servers that hear each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.ledger.opening import open_ledger
from companion.ledger.postgres import lines
from companion.ledger.where import Where, where
from companion.live.bell import Bell
from companion.play import TableStore, lobby
from companion.tables import Table
from tests.kit.phones import Phone
from tests.kit.postgres import Postgres
from tests.kit.served import GENEROUS
from tests.kit.toy_game import CATALOGUE
from tests.kit.two_servers import GAMES, meet


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def stores(
    kept: Callable[[str], Where], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., TableStore]]:
    """Each call opens another store on the same file, as another process would. It is patient: with
    a slow disk, who writes beside others may have to wait for long.
    """
    opened: list[TableStore] = []
    monkeypatch.setitem(lines.SETTINGS, "lock_timeout", f"{GENEROUS:.0f}s")

    def opener(limit: int = 2000, timeout: float = GENEROUS) -> TableStore:
        ledger, clock = open_ledger(kept("tables"), timeout), Clock()
        opened.append(TableStore(ledger, Bell(clock), clock, CATALOGUE, limit))
        return opened[-1]

    yield opener
    for store in opened:
        store.close()


@pytest.fixture
def store(stores: Callable[..., TableStore]) -> TableStore:
    return stores()


@pytest.fixture
def table(store: TableStore) -> Table:
    """Three people with three phones (pa, pb, pc), the game started."""
    opened = lobby.open_table(store, "tally", 3, "pa")
    for seat, phone in enumerate(("pa", "pb", "pc"), start=1):
        lobby.sit(store, opened.code, seat, phone)
    return lobby.start(store, opened.code, "pa")


@pytest.fixture
def apps(postgres: Postgres) -> Iterator[tuple[Flask, Flask]]:
    """Two servers that hear each other. Their beats are so seldom that nothing arrives by a beat
    alone.
    """
    config = Config(where(postgres.new_database()), "not so secret", heartbeat=60, busy=GENEROUS)
    made = [create_app(config, games=GAMES) for _ in range(2)]
    # What is told before the other one listens is lost: a phone says it again, a test does not.
    meet(*made)
    yield made[0], made[1]
    for app in made:
        app.extensions["companion"].close()


@pytest.fixture
def phones(apps: tuple[Flask, Flask]) -> tuple[Phone, Phone]:
    return Phone(apps[0]), Phone(apps[1])
