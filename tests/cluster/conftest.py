"""Two servers with one PostgreSQL that hear each other, and a phone of each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.ledger.where import parse_database_location
from tests.kit.phones import Phone
from tests.kit.postgres import Postgres
from tests.kit.served import GENEROUS
from tests.kit.two_servers import GAMES, meet


@pytest.fixture
def apps(postgres: Postgres) -> Iterator[tuple[Flask, Flask]]:
    """Two servers that hear each other. Their beats are so seldom that nothing arrives by a beat
    alone.
    """
    config = Config(
        parse_database_location(postgres.new_database()),
        "not so secret",
        heartbeat=60,
        busy=GENEROUS,
    )
    made = [create_app(config, games=GAMES) for _ in range(2)]
    # What is told before the other one listens is lost: a phone says it again, a test does not.
    meet(*made)
    yield made[0], made[1]
    for app in made:
        app.extensions["companion"].close()


@pytest.fixture
def phones(apps: tuple[Flask, Flask]) -> tuple[Phone, Phone]:
    return Phone(apps[0]), Phone(apps[1])
