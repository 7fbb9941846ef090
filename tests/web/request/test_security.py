"""The door: whose posts are taken, which headers go out, what the cookie is like."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.routing import AnyConverter

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


PAGE_HEADERS = ("Content-Security-Policy", "Permissions-Policy", "Referrer-Policy")
#: How a page asks for a part of itself.
HTMX = {"HX-Request": "true"}


def _told(client: FlaskClient, path: str, headers: dict[str, str] | None = None) -> Headers:
    with client.get(path, headers=headers) as answer:
        return answer.headers


def test_every_page_carries_the_policy(client: FlaskClient) -> None:
    for path in ("/", "/t/ZZZZ", "/rules/heap", "/offline", "/nowhere", "/sw.js"):
        headers = _told(client, path)
        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert {"screen-wake-lock=(self)", "camera=()", "geolocation=()", "microphone=()"} <= set(
            headers["Permissions-Policy"].split(", ")
        )
    assert client.get("/").headers["Cache-Control"] == "no-store"
    assert "HX-Request" in client.get("/").headers["Vary"]


def test_no_route_forgets_the_policy_of_its_pages(app: Flask) -> None:
    """Of every address that can be opened: html has the policy, all other answers say what they
    are, and a part of a page has none, for the page has it.
    """
    phone = Phone(app)
    code, pages = phone.open_table(), 0
    known = {"code": code, "game": "heap", "slug": "heap", "filename": "icons.svg", "seq": 1}
    for rule in app.url_map.iter_rules():
        words = {
            name: min(one_of.items)
            for name, one_of in rule._converters.items()
            if isinstance(one_of, AnyConverter)
        }
        values = {**known, **words}
        if "GET" not in (rule.methods or ()) or rule.arguments - {*values}:
            continue
        if rule.endpoint == "stream.stream":
            continue
        path = app.url_map.bind("localhost").build(rule.endpoint, values, append_unknown=False)
        for asked in ({}, HTMX):
            with phone.client.get(path, headers=asked) as answer:
                headers, is_html = answer.headers, answer.mimetype == "text/html"
                empty = answer.status_code == 204
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            is_page = is_html and not asked and not empty
            pages += is_page
            if rule.endpoint != "pwa.service_worker":
                assert [each in headers for each in PAGE_HEADERS[1:]] == [is_page] * 2, path
            if is_page:
                assert "script-src 'self'" in headers["Content-Security-Policy"], path
    assert pages > 20


def test_files_carry_nothing_that_is_about_pages(client: FlaskClient) -> None:
    for path in ("/static/css/app.css", "/static/companion.js", "/static/icons/any-192.png"):
        assert not set(PAGE_HEADERS) & set(_told(client, path).keys())


def test_a_drawing_that_is_opened_by_itself_runs_nothing(client: FlaskClient) -> None:
    headers = _told(client, "/static/icons.svg")
    assert headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.parametrize(("base", "secure"), [(OWN, False), ("https://localhost", True)])
def test_the_cookie(client: FlaskClient, base: str, secure: bool) -> None:
    answer = client.post(
        "/tables",
        data={"game": "heap", "seats": 2},
        headers={"Sec-Fetch-Site": "same-origin"},
        base_url=base,
    )
    cookie = answer.headers["Set-Cookie"]
    assert re.match(r"__Host-companion-\w{6}=" if secure else r"companion-\w{6}=", cookie)
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
    cookie = ana.cookie
    assert cookie is not None
    thief = Phone(app)
    signed, _, signature = cookie.value.rpartition(".")
    # Not its last letters: some of their bits count for nothing.
    other = "x" if signature[0] != "x" else "y"
    thief.keep(f"{signed}.{other}{signature[1:]}")
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
