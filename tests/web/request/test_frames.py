"""The table screen alone may stand in a frame, and only where a setting allows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Config, config_from_environment
from companion.ledger.where import DatabaseLocation
from companion.settings import InvalidSettings, read_settings
from tests.kit.phones import Phone

BOARD = "http://homeassistant.local:8123"
FRAMES: list[tuple[str, ...]] = [(), (BOARD,), (BOARD, "https://kiosk.example.org")]


@pytest.fixture(params=FRAMES)
def config(request: pytest.FixtureRequest, config: Config) -> Config:
    return replace(config, frames=request.param)


def ancestors(phone: Phone, path: str) -> str:
    policies = phone.get(path).headers.getlist("Content-Security-Policy")
    assert len(policies) == 1, path
    return policies[0].rpartition("frame-ancestors ")[2]


def test_the_screen_alone_may_be_framed(app: Flask, config: Config) -> None:
    phone = Phone(app)
    code = phone.open_table()
    allowed = " ".join(["'self'", *config.frames]) if config.frames else "'none'"
    assert ancestors(phone, f"/t/{code}/screen") == allowed
    for path in ("/", f"/t/{code}", f"/t/{code}/lobby", "/server", "/nowhere", f"/j/{code}"):
        assert ancestors(phone, path) == "'none'"


def test_a_frame_is_an_address_and_nothing_else() -> None:
    assert read_settings({"COMPANION_FRAMES": f"{BOARD}/"}).frames == (f"{BOARD}/",)
    for wrong in ("*", "homeassistant.local", f"{BOARD}/board", "http://a; script-src *"):
        with pytest.raises(InvalidSettings):
            read_settings({"COMPANION_FRAMES": wrong})


def test_the_setting_reaches_the_app(tmp_path: Path) -> None:
    place: DatabaseLocation = tmp_path / "t.sqlite"
    told = config_from_environment({"COMPANION_FRAMES": f"{BOARD}/"}, database=place)
    assert told.frames == (BOARD,)
