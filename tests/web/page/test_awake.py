"""The film that keeps a screen on: sent as phones want it, and asked for while a game runs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.web.request.addresses import is_public_origin
from tests.kit.phones import Phone


@pytest.mark.parametrize("film", ["mp4", "webm"])
def test_the_film_comes_in_pieces(app: Flask, film: str) -> None:
    """Safari plays none that does not."""
    with Phone(app).get(f"/static/awake.{film}", headers={"Range": "bytes=0-1"}) as answer:
        assert (answer.status_code, answer.mimetype) == (206, f"video/{film}")
        assert re.fullmatch(r"bytes 0-1/\d+", answer.headers["Content-Range"])
        assert len(answer.data) == 2
    with Phone(app).get("/") as page:
        assert "media-src 'self'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("origin", "outside"),
    [
        ("http://192.168.1.20:8000", False),
        ("http://[fe80::1]:8000", False),
        ("http://100.64.0.9:8000", False),
        ("http://raspberrypi:8000", False),
        ("https://cosmos.local", False),
        ("https://cosmos.home.arpa", False),
        ("https://cosmos.fritz.box", False),
        ("https://cosmos.example.org", True),
        ("https://9.9.9.9", True),
        ("https://[2620:fe::fe]:444", True),
    ],
)
def test_a_link_into_the_house_leads_nobody_outside(origin: str, outside: bool) -> None:
    assert is_public_origin(origin) is outside


@pytest.mark.parametrize("page", ["", "/screen"])
def test_a_screen_is_kept_on_while_a_game_runs(game: tuple[str, Phone, Phone], page: str) -> None:
    """The film's own script asks the page for that: a player's, and the large one."""
    code, ana, _ = game
    assert 'data-running="yes"' in ana.get(f"/t/{code}{page}").text


def test_before_the_start_the_table_screen_may_sleep(phone: Callable[[], Phone]) -> None:
    ana = phone()
    assert 'data-running="no"' in ana.get(f"/t/{ana.open_table()}/screen").text
