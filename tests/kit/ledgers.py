"""What the tables of a test are kept in: a file of SQLite's, or a database of PostgreSQL's.

Where a test does not say, in SQLite. COMPANION_TEST_LEDGER=postgres keeps them in PostgreSQL, and
=other, as `make test-rest` does, those of every test that `make test` has surely run in SQLite; of
all others the lot says in which, with every commit anew.
"""

from __future__ import annotations

import os
import random

import psycopg
import pytest

from tests.kit.postgres import Postgres, programs

SQLITE, POSTGRES = "SQLite", "PostgreSQL"
BOTH = (SQLITE, pytest.param(POSTGRES, marks=pytest.mark.postgres))

_ALONE = """
    SELECT count(*) = 0 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_TABLES = "SELECT to_regclass('events') IS NOT NULL"
_EMPTY = "TRUNCATE events, rulings, shelf, keys, snapshots"


def usual(test: str, seed: object, done: bool) -> str:
    """What they are kept in where this test says nothing of it; the same for the same seed. `done`:
    whether `make test` has run it in SQLite.
    """
    match os.environ.get("COMPANION_TEST_LEDGER"):
        case "postgres":
            return POSTGRES
        case "other" if programs():
            return POSTGRES if done else random.Random(f"{seed} {test}").choice((SQLITE, POSTGRES))
    return SQLITE


class Databases:
    """Databases of one server that tests use one after the other: emptying one is quicker than
    making one. One that somebody has still open is not used again.
    """

    def __init__(self, server: Postgres) -> None:
        self._server = server
        self._spare: list[str] = []

    def take(self) -> str:
        """The address of an empty one."""
        for address in self._spare:
            if _emptied(address):
                self._spare.remove(address)
                return address
        return self._server.new_database()

    def give_back(self, address: str) -> None:
        self._spare.append(address)


def is_alone(address: str) -> bool:
    """Whether nobody else has this database open."""
    with psycopg.connect(address, autocommit=True) as line:
        found = line.execute(_ALONE).fetchone()
    return found is not None and bool(found[0])


def _emptied(address: str) -> bool:
    with psycopg.connect(address, autocommit=True) as line:
        alone, tables = (line.execute(each).fetchone() for each in (_ALONE, _TABLES))
        assert alone and tables
        if alone[0] and tables[0]:
            line.execute(_EMPTY)
        return bool(alone[0])
