"""One Hypothesis profile for all tests: the same examples every time, no clock, no files. And one
PostgreSQL server for all that need it, begun when the first one asks; what it is needed for says
tests/kit/ledgers.py."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.ledger.where import DatabaseLocation, parse_database_location
from tests.kit import routes_once
from tests.kit.choice import COLLECTED, is_surely_quick, left_out
from tests.kit.ledgers import SQLITE, Databases, usual
from tests.kit.needs import Guard
from tests.kit.postgres import NONE, Postgres, programs, running
from tests.kit.processes import end_in_order

settings.register_profile(
    "table",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("table")
routes_once.begin()


GUARD = Guard()
end_in_order()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Marks say what a test needs. Where its tables may lie in a PostgreSQL, one may begin it."""
    if os.environ.get("COMPANION_TEST_LEDGER", "sqlite") == "sqlite":
        GUARD.watch(item)
    try:
        return (yield)
    finally:
        GUARD.rest()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What COMPANION_TESTS asks for: see `tests/kit/choice.py`."""
    config.stash[COLLECTED] = tuple(items)
    wish = os.environ.get("COMPANION_TESTS", "all")
    out = left_out(items, wish, config.getoption("randomly_seed", ""))
    config.hook.pytest_deselected(items=[item for item in items if item in out])
    items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; databases in it are each test's own."""
    if programs() is None:
        pytest.skip(NONE)
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def databases(postgres: Postgres) -> Databases:
    return Databases(postgres)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """What the tables of a test are kept in; a failure tells which. A module that has a fixture of
    this name with both as its params runs on both.
    """
    if "in_a_file" in request.fixturenames:
        return SQLITE
    seed = request.config.getoption("randomly_seed", "")
    chosen = usual(request.node.nodeid, seed, is_surely_quick(request.node))
    print(f"The tables are in {chosen}.")
    return chosen


@pytest.fixture
def database_named(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[str], DatabaseLocation]]:
    """Where the tables of this name are kept in this test."""
    taken: dict[str, str] = {}

    def place(name: str) -> DatabaseLocation:
        if kind == SQLITE:
            return tmp_path / f"{name}.sqlite"
        if name not in taken:
            taken[name] = request.getfixturevalue("databases").take()
        return parse_database_location(taken[name])

    yield place
    for address in taken.values():
        request.getfixturevalue("databases").give_back(address)


@pytest.fixture
def in_a_file(kind: str) -> None:
    """For what befalls a file alone, or what only a file can tell."""
    if kind != SQLITE:
        pytest.skip("about a file, and the tables are in PostgreSQL")
