"""The door: whose posts are taken, which headers go out, what the cookie is like."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.config import Config
from tests.kit.phones import Phone
from tests.kit.toy_game import HEAP

OWN = "http://localhost"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": OWN}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, 303),
        ({}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": OWN}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": OWN}, 403),
    ],
)
def test_only_our_own_pages_may_post(
    client: FlaskClient, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/tables", data={"game": "heap", "seats": 2}, headers=headers)
    assert answer.status_code == status


def test_behind_a_proxy_the_named_origins_count_too(config: Config) -> None:
    app = create_app(replace(config, origins=("https://cosmos.example",)), games={"heap": HEAP})
    phone = Phone(app, origin="https://cosmos.example")
    code = phone.open_table()
    assert f"https://cosmos.example/j/{code}" in phone.get(f"/t/{code}/qr").text
    app.extensions["companion"].close()


def test_every_answer_carries_the_policy(client: FlaskClient) -> None:
    for path in ("/", "/t/ZZZZ", "/static/css/app.css"):
        with client.get(path) as answer:
            headers = answer.headers
        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert {"screen-wake-lock=(self)", "camera=()", "geolocation=()", "microphone=()"} <= set(
            headers["Permissions-Policy"].split(", ")
        )
    assert client.get("/").headers["Cache-Control"] == "no-store"
    assert "HX-Request" in client.get("/").headers["Vary"]


@pytest.mark.parametrize(("base", "secure"), [(OWN, False), ("https://localhost", True)])
def test_the_cookie(client: FlaskClient, base: str, secure: bool) -> None:
    answer = client.post(
        "/tables",
        data={"game": "heap", "seats": 2},
        headers={"Sec-Fetch-Site": "same-origin"},
        base_url=base,
    )
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-companion=" if secure else "companion=")
    assert ("Strict-Transport-Security" in answer.headers) == secure
    assert answer.headers.get("Cross-Origin-Opener-Policy") == ("same-origin" if secure else None)
    assert "Path=/" in cookie and "Domain" not in cookie
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert ("Secure" in cookie) == secure and "Expires=" in cookie


def test_a_phone_keeps_its_seat_when_the_house_gets_tls(app: Flask) -> None:
    ana = Phone(app)
    code = ana.open_table()
    assert ">you" in ana.get(f"/t/{code}", base_url="https://localhost").text


def test_a_changed_cookie_is_nobody(app: Flask) -> None:
    ana = Phone(app)
    code = ana.open_table()
    cookie = ana.client.get_cookie("companion")
    assert cookie is not None
    thief = Phone(app)
    signed, _, signature = cookie.value.rpartition(".")
    # Not its last letters: some of their bits count for nothing.
    other = "x" if signature[0] != "x" else "y"
    thief.client.set_cookie("companion", f"{signed}.{other}{signature[1:]}")
    assert ">you" in ana.get(f"/t/{code}").text
    assert ">you" not in thief.get(f"/t/{code}").text


def test_too_much_is_not_read(app: Flask) -> None:
    ana = Phone(app)
    code = ana.open_table()
    answer = ana.post(f"/t/{code}/act", action="x" * 20_000)
    assert answer.status_code == 413 and "too big" in answer.text


def test_a_bug_is_answered_without_its_details(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.testing = False
    monkeypatch.setitem(app.extensions, "companion", None)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text and "NoneType" not in answer.text
