"""One Hypothesis profile for all tests: the same examples every time, no clock, no files. And one
PostgreSQL server for all that need it, begun when the first one asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.kit.postgres import NONE, Postgres, programs, running

settings.register_profile(
    "table",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("table")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; databases in it are each test's own."""
    if programs() is None:
        pytest.skip(NONE)
    with running() as server:
        yield server
