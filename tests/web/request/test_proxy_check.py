"""Behind a proxy: its word on scheme and caller counts where we were told of it, only there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config, config_from_environment
from tests.kit.phones import Phone
from tests.kit.steady import clocked
from tests.kit.toy_game import HEAP

SECURE = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


@pytest.fixture
def behind(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(replace(config, proxies=1), games={"heap": HEAP}, **clocked(lambda: now[0]))
    yield app
    app.extensions["companion"].close()


def opened(app: Flask, origin: str) -> tuple[str, str]:
    """The cookie, and the page with the join code, as they are told through a proxy."""
    phone = Phone(app, origin)
    headers = {**phone.headers, **SECURE}
    answer = phone.client.post("/tables", data={"game": "heap", "seats": 2}, headers=headers)
    assert answer.status_code == 303
    code = answer.location.rpartition("/")[2]
    asked = {"headers": SECURE, "base_url": origin}
    return answer.headers["Set-Cookie"], code + phone.get(f"/t/{code}/qr", **asked).text


def test_behind_tls_the_cookie_is_secure_and_links_say_https(behind: Flask) -> None:
    cookie, page = opened(behind, "https://localhost")
    assert "Secure" in cookie
    assert "https://localhost/j/" in page
    assert "evil.example" not in page


def test_nobody_is_believed_that_we_were_not_told_of(app: Flask) -> None:
    cookie, _ = opened(app, "http://localhost")
    assert "Secure" not in cookie


def test_wrong_codes_are_counted_for_each_caller(behind: Flask) -> None:
    def status(caller: str, made_up: str = "") -> int:
        told = {"X-Forwarded-For": f"{made_up}{caller}"}
        return Phone(behind).get("/t/ZZZZ", headers=told).status_code

    assert [status("203.0.113.1", f"198.51.100.{n}, ") for n in range(31)][-1] == 429
    assert status("203.0.113.2") == 404


def test_wrong_codes_are_counted_for_all_addresses_of_an_ipv6_network(behind: Flask) -> None:
    """A machine has as many addresses in its network as it likes."""

    def status(caller: str) -> int:
        return Phone(behind).get("/t/ZZZZ", headers={"X-Forwarded-For": caller}).status_code

    assert [status(f"2001:db8:7:7:{n:x}::{n}") for n in range(1, 32)][-1] == 429
    assert status("2001:db8:7:8::1") == 404


def test_the_number_of_proxies_comes_from_outside(config: Config) -> None:
    told = {"COMPANION_PROXIES": "2"}
    assert config_from_environment(told, database=config.database).proxies == 2
    assert config_from_environment({}, database=config.database).proxies == 0
