"""A store with the tally game on a real ledger file, and a second store on the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.games import CATALOGUE as GAMES
from companion.ledger.opening import open_ledger
from companion.ledger.postgres import pool
from companion.ledger.where import DatabaseLocation
from companion.live.stream_hub import StreamHub
from companion.play import TableStore, lobby
from companion.tables import Table
from tests.kit.served import GENEROUS
from tests.kit.toy_game import CATALOGUE, HEAP


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def stores(
    database_named: Callable[[str], DatabaseLocation], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., TableStore]]:
    """Each call opens another store on the same file, as another process would. It is patient: with
    a slow disk, who writes beside others may have to wait for long.
    """
    opened: list[TableStore] = []
    monkeypatch.setitem(pool.POSTGRES_SESSION_SETTINGS, "lock_timeout", f"{GENEROUS:.0f}s")

    def opener(limit: int = 2000, timeout: float = GENEROUS) -> TableStore:
        ledger, clock = open_ledger(database_named("tables"), timeout), Clock()
        opened.append(TableStore(ledger, StreamHub(clock), clock, CATALOGUE, limit))
        return opened[-1]

    yield opener
    for store in opened:
        store.close()


@pytest.fixture
def store(stores: Callable[..., TableStore]) -> TableStore:
    return stores()


@pytest.fixture
def games_store(database_named: Callable[[str], DatabaseLocation]) -> Iterator[TableStore]:
    """A store with the games that the companion has, each moment a second later than the last."""
    ledger = open_ledger(database_named("tables"))
    clock = iter(range(1000, 9000))
    store = TableStore(ledger, StreamHub(lambda: 0.0), lambda: float(next(clock)), GAMES)
    yield store
    store.close()


@pytest.fixture
def heap_store(database_named: Callable[[str], DatabaseLocation]) -> Iterator[TableStore]:
    """A store with the heap game, at one time that stands still: what is shelved has a date."""
    ledger = open_ledger(database_named("tables"))
    clock = lambda: 5_000_000.0  # noqa: E731
    yield TableStore(ledger, StreamHub(clock), clock, {"heap": HEAP})
    ledger.close()


@pytest.fixture
def table(store: TableStore) -> Table:
    """Three people with three phones (pa, pb, pc), the game started."""
    opened = lobby.open_table(store, "tally", 3, "pa")
    for seat, phone in enumerate(("pa", "pb", "pc"), start=1):
        lobby.sit_down_at_seat(store, opened.code, seat, phone)
    return lobby.start_game(store, opened.code, "pa")
