"""A fresh ledger for each test, and every ledger closed at the end. Where a module says so, its
tests run on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.ledger import Ledger
from companion.ledger.opening import open_ledger
from companion.ledger.where import DatabaseLocation, parse_database_location
from tests.kit.ledgers import SQLITE

Opener = Callable[..., Ledger]


@pytest.fixture
def kind() -> str:
    """Of this folder's tests most are about one of them: a module that runs on both says so."""
    return SQLITE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest) -> DatabaseLocation:
    """Where the tables of this test are kept."""
    if kind == SQLITE:
        found: Path = request.getfixturevalue("file")
        return found
    return parse_database_location(request.getfixturevalue("postgres").new_database())


@pytest.fixture
def opened(place: DatabaseLocation) -> Iterator[Opener]:
    """Opens it; each call is another writer, as another process would be."""
    ledgers: list[Ledger] = []

    def opener(**settings: Any) -> Ledger:
        ledgers.append(open_ledger(place, **settings))
        return ledgers[-1]

    yield opener
    for ledger in ledgers:
        ledger.close()
