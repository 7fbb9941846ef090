"""Under which names a request is answered: against pages that point their own name at us."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.app import create_app
from companion.config import Config, config_from_environment, local_host_names
from companion.networks import fixed_address
from companion.web.request import security
from tests.kit.toy_game import HEAP

GIVEN = ("cosmos.house", ".tables.example")


@pytest.fixture
def client(config: Config) -> Iterator[FlaskClient]:
    known = replace(
        config,
        address=fixed_address("http://box.lan:8000"),
        origins=("https://play.example",),
        hosts=(*GIVEN, *local_host_names("Kitchen-Pi")),
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
        assert "This address isn" in answer.text and "Set-Cookie" not in answer.headers
        assert "COMPANION_HOSTS" in answer.text and "Home" not in answer.text


@pytest.mark.parametrize(
    "host",
    [
        *("a..localhost", ".localhost", "a." * 130 + "localhost", f"{'a' * 64}.localhost", "."),
        *("xn--a.localhost", "xn--" + "9" * 50 + ".localhost", "XN--A.localhost"),
        *("..", "a" * 70_000, f"{'a.' * 90}b:{'8' * 90}"),
    ],
)
def test_what_no_name_can_be_is_refused_and_not_kept(client: FlaskClient, host: str) -> None:
    kept = security._is_known.cache_info().currsize
    for path in ("/", "/healthz", "/static/icons.svg", "/t/ABCD/stream"):
        # Past the client, which would stumble itself.
        asked = {**EnvironBuilder(path).get_environ(), "HTTP_HOST": host}
        _, status, _ = run_wsgi_app(client.application, asked)
        assert status.startswith("400 ")
    assert security._is_known.cache_info().currsize == kept


def test_the_page_for_a_strange_name_speaks_the_phones_language(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example", "Accept-Language": "es"})
    assert "evil.example" in answer.text and "This address isn" not in answer.text


def test_further_names_come_from_outside(config: Config) -> None:
    told = {"COMPANION_HOSTS": "cosmos.house, .tables.example"}
    assert config_from_environment(told, database=config.database).hosts[:2] == GIVEN


def test_so_does_the_name_that_a_platform_tells(config: Config) -> None:
    told = {"FLY_APP_NAME": "cosmos", "COMPANION_HOSTS": "cosmos.house"}
    known = config_from_environment(told, database=config.database)
    assert {"cosmos.fly.dev", "cosmos.house"} <= set(known.hosts)
    app = create_app(known, games={"heap": HEAP})
    asked = {host: app.test_client().get("/", headers={"Host": host}) for host in known.hosts[:2]}
    assert [answer.status_code for answer in asked.values()] == [200, 200]
    app.extensions["companion"].close()


def test_a_machine_is_known_by_the_name_that_it_has() -> None:
    names = local_host_names()
    assert any(name.endswith(".local") for name in names)
    assert "pi.example.org" in local_host_names("pi.example.org")
