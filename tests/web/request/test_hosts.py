"""Under which names a request is answered: against pages that point their own name at us."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.config import Config, from_environment, names_in_the_house
from tests.kit.toy_game import HEAP

GIVEN = ("cosmos.house", ".tables.example")


@pytest.fixture
def client(config: Config) -> Iterator[FlaskClient]:
    known = replace(
        config,
        address="http://box.lan:8000",
        origins=("https://play.example",),
        hosts=(*GIVEN, *names_in_the_house("Kitchen-Pi")),
    )
    app = create_app(known, games={"heap": HEAP})
    yield app.test_client()
    app.extensions["companion"].close()


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "app.localhost:81", "127.0.0.1:8000", "192.168.1.7"),
        *("[::1]:8000", "[fe80::1]", "10.0.0.3:65535", "LOCALHOST"),
        *("cosmos.house", "Cosmos.House:8000", "a.tables.example", "tables.example"),
        *("play.example", "box.lan:8000", "kitchen-pi", "kitchen-pi.local:8000"),
        *("kitchen-pi-2.local", "kitchen-pi.local.", "kitchen-pi.fritz.box"),
    ],
)
def test_what_we_are_known_by_is_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "play.example.evil.example", "xcosmos.house"),
        *("192.168.1.7.evil.example", "localhost.evil.example", "kitchen-pi.local.evil.example"),
        *("a.cosmos.house", "", "a b", "evil.example/@localhost", "[::1].evil", "box.lan@evil"),
    ],
)
def test_a_name_that_is_not_ours_is_told_so(client: FlaskClient, host: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/tables"), ("GET", "/t/ABCD/stream")):
        headers = {"Host": host, "Sec-Fetch-Site": "same-origin"}
        answer = client.open(path, method=method, headers=headers)
        assert answer.status_code == 421, (host, path)
        assert "go by that name" in answer.text and "Set-Cookie" not in answer.headers
        assert "COMPANION_HOSTS" in answer.text and "Home" not in answer.text


def test_the_page_for_a_strange_name_speaks_the_phones_language(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example", "Accept-Language": "es"})
    assert "evil.example" in answer.text and "go by that name" not in answer.text


def test_further_names_come_from_outside(config: Config) -> None:
    told = {"COMPANION_HOSTS": "cosmos.house, .tables.example"}
    assert from_environment(told, database=config.database).hosts[:2] == GIVEN


def test_a_machine_is_known_by_the_name_that_it_has() -> None:
    names = names_in_the_house()
    assert any(name.endswith(".local") for name in names)
    assert "pi.example.org" in names_in_the_house("pi.example.org")
