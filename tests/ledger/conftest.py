"""A fresh ledger file for each test, and every ledger closed at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.ledger.sqlite import SqliteLedger

Opener = Callable[..., SqliteLedger]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def opened(file: Path) -> Iterator[Opener]:
    """Opens the file; each call is another writer, as another process would be."""
    ledgers: list[SqliteLedger] = []

    def opener(**settings: Any) -> SqliteLedger:
        ledgers.append(SqliteLedger(file, **settings))
        return ledgers[-1]

    yield opener
    for ledger in ledgers:
        ledger.close()
