"""One Hypothesis profile for all tests: the same examples every time, no clock, no files. And one
PostgreSQL server for all that need it, begun when the first one asks; what it is needed for says
tests/kit/ledgers.py."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from companion.ledger.where import DatabaseLocation, parse_database_location
from tests.kit import routes_once
from tests.kit.ledgers import SQLITE, Databases, usual
from tests.kit.needs import NEEDS, NoProcess, needs
from tests.kit.postgres import NONE, Postgres, programs, running

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


NO_PROCESS = NoProcess()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test without a mark for it starts no process, so that `make check` is what it says. Where
    lots are drawn, one may begin the PostgreSQL.
    """
    alone = os.environ.get("COMPANION_TEST_LEDGER", "sqlite") == "sqlite"
    NO_PROCESS.holds = alone and not any(map(item.get_closest_marker, NEEDS))
    try:
        return (yield)
    finally:
        NO_PROCESS.holds = False


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    for need in needs(item):
        item.add_marker(need)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With COMPANION_TESTS=some, as `make test` and `make check` say, of the cases of a test that
    is marked `some(n)` one in n is run, others with every seed. Without, all of them.
    """
    if os.environ.get("COMPANION_TESTS") != "some":
        return
    seed, cases = config.getoption("randomly_seed", ""), defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("some"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out = set[str]()
    for name, held in cases.items():
        mark = held[0].get_closest_marker("some")
        every = mark.args[0] if mark else 1
        held.sort(key=lambda item: item.nodeid)
        del held[random.Random(f"{seed} {name}").randrange(min(every, len(held))) :: every]
        left_out |= {item.nodeid for item in held}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


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
    chosen = usual(request.node.nodeid, request.config.getoption("randomly_seed", ""))
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
