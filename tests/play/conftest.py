"""A store with the tally game on a real ledger file, and a second store on the same file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion import play
from companion.ledger import Ledger
from companion.ledger.opening import open_ledger
from companion.ledger.where import Where
from companion.live.bell import Bell
from companion.tables import Table
from tests.kit.toy_game import CATALOGUE


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def stores(kept: Callable[[str], Where]) -> Iterator[Callable[..., play.TableStore]]:
    """Each call opens another store on the same file, as another process would."""
    ledgers: list[Ledger] = []

    def opener(limit: int = 2000, **settings: Any) -> play.TableStore:
        ledgers.append(open_ledger(kept("tables"), **settings))
        clock = Clock()
        return play.TableStore(ledgers[-1], Bell(clock), clock, CATALOGUE, limit)

    yield opener
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def store(stores: Callable[..., play.TableStore]) -> play.TableStore:
    return stores()


@pytest.fixture
def table(store: play.TableStore) -> Table:
    """Three people with three phones (pa, pb, pc), the game started."""
    opened = play.open_table(store, "tally", 3, "pa")
    for seat, phone in enumerate(("pa", "pb", "pc"), start=1):
        play.sit(store, opened.code, seat, phone)
    return play.start(store, opened.code, "pa")
