"""A clock that is wrong and then set right: nobody waits for it, nobody loses a seat to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from itsdangerous import timed

from companion.app import create_app
from companion.config import Config
from companion.play import TableStore
from companion.web.request.cookie import _remembered
from tests.kit.phones import Phone
from tests.kit.steady import clocked, steady
from tests.kit.toy_game import HEAP

YEARS = 50 * 365.25 * 86_400


@pytest.fixture
def limited(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(replace(config, taps=2.0), games={"heap": HEAP}, **clocked(lambda: now[0]))
    app.testing = True
    yield app
    app.extensions["companion"].close()


@pytest.mark.parametrize("back", [60, 3600, YEARS])
def test_taps_go_on_when_the_clock_is_set_back(
    limited: Flask, now: list[float], back: float
) -> None:
    ana = Phone(limited)
    code = ana.open_table()
    ana.post(f"/t/{code}/sit", seat=2)
    ana.post(f"/t/{code}/start")
    now[0] += 60
    for n in range(12):
        ana.tap(code, "wave", seat=1, intent=f"i{n}")
    assert ana.tap(code, "wave", seat=1).status_code == 429
    now[0] -= back
    assert ana.tap(code, "wave", seat=1).status_code == 429
    now[0] += 2
    assert ana.tap(code, "wave", seat=1).status_code != 429


def test_wrong_codes_are_forgiven_after_a_minute_of_the_new_time(
    limited: Flask, now: list[float]
) -> None:
    phone = Phone(limited)
    phone.get("/")
    told = [phone.get("/t/WRNG").status_code for _ in range(12)]
    assert told[-1] == 429
    now[0] -= 3600
    assert phone.get("/t/WRNG").status_code == 429
    now[0] += 61
    assert phone.get("/t/WRNG").status_code == 404


def test_a_steady_clock_only_goes_on() -> None:
    now = [100.0]
    ticks = steady(lambda: now[0])
    told = []
    for time in (100, 101, 41, 41.5, 3641.5, 3640):
        now[0] = time
        told.append(ticks())
    assert told == [0, 1, 1, 1.5, 3601.5, 3601.5]


@pytest.mark.parametrize("off", [-YEARS, -3600, 60, 3600, YEARS])
def test_a_cookie_of_any_day_keeps_its_seat(
    app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch, off: float
) -> None:
    """The server's clock was wrong when it signed, and is right after it has started again."""
    with monkeypatch.context() as wrong:
        signed_at = timed.time.time() + off
        wrong.setattr(timed.TimestampSigner, "get_timestamp", lambda _: int(signed_at))
        ana = Phone(app)
        code = ana.open_table()
    again = create_app(config, games={"heap": HEAP})
    again.testing = True
    back = Phone(again)
    cookie = ana.cookie
    assert cookie is not None
    back.keep(cookie.value)
    answer = back.get(f"/t/{code}")
    assert "Set-Cookie" not in answer.headers, "it is not replaced"
    back.post(f"/t/{code}/rename", seat=1, name="Zoe")
    assert again.extensions["companion"].store.latest(code).seat_at(1).name == "Zoe"
    again.extensions["companion"].close()


def test_how_long_a_cookie_lives_the_phones_clock_says(app: Flask) -> None:
    answer = Phone(app).post("/tables", game="heap", seats=2)
    cookie = answer.headers["Set-Cookie"]
    # Where both stand, Max-Age counts (RFC 6265, 4.1.2.2).
    assert f"Max-Age={390 * 86_400}" in cookie
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_failure_is_never_remembered(
    app: Flask, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = Phone(app)
    code = ana.open_table()
    _remembered.cache_clear()
    cookie = ana.cookie
    assert cookie is not None
    with monkeypatch.context() as other_key:
        other_key.setitem(app.config, "SECRET_KEY", "another one, for a moment")
        stranger = Phone(app)
        stranger.keep(cookie.value)
        stranger.post(f"/t/{code}/rename", seat=1, name="Zoe")
        assert store.latest(code).seat_at(1).name == "Ana"
    back = Phone(app)
    back.keep(cookie.value)
    back.post(f"/t/{code}/rename", seat=1, name="Zoe")
    assert store.latest(code).seat_at(1).name == "Zoe"


@pytest.mark.parametrize("sent", ["", "x", "a.b.c", "\xff", "é.ü", "=" * 5000, '"\\377"', "."])
def test_what_is_no_cookie_of_ours_is_nobodys(app: Flask, sent: str) -> None:
    phone = Phone(app)
    answer = phone.get("/", headers={"Cookie": f"companion={sent}"})
    assert answer.status_code == 200


@pytest.mark.parametrize("odd", [1e14, -1e14])
def test_pages_and_files_are_drawn_by_a_clock_that_no_calendar_has(
    over: tuple[str, Phone, Phone], now: list[float], odd: float
) -> None:
    now[0] = odd
    code, ana, _ = over
    again = ana.open_table()
    for path in (
        *("/", "/evenings", "/evenings/games.csv", "/evenings/bgstats.json", f"/t/{again}"),
        *(f"/t/{code}{part}" for part in ("", "/history", "/game.json", "/result.png", "/lobby")),
    ):
        assert ana.get(path).status_code == 200, path
