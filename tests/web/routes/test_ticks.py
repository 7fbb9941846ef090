"""Ticks of the set-up are the table's: on every phone at once, and still there after a reload."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from tests.kit.phones import Phone

LINE = re.compile(
    r'name="line" value="([^"]+)">\s*<button class="lay-cell"[^>]*aria-checked="(\w+)"'
)


@pytest.fixture
def real(config: Config) -> Iterator[Flask]:
    """With the real games."""
    app = create_app(config)
    app.testing = True
    yield app
    app.extensions["companion"].close()


def lines(html: str) -> dict[str, str]:
    return dict(LINE.findall(html))


@pytest.mark.parametrize("game", ["crafting", "empires"])
def test_a_tick_is_on_every_phone_and_stays(real: Flask, game: str) -> None:
    ana, ben, zoe = Phone(real), Phone(real), Phone(real)
    code = ana.post("/tables", game=game, seats=2, name="Ana").location.rpartition("/")[2]
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    stream = ben.watch(code)
    stream.message()
    keys = lines(ana.get(f"/t/{code}").text)
    assert len(keys) > 2 and set(keys.values()) == {"false"}
    first, second = list(keys)[:2]
    ana.post(f"/t/{code}/tick", line=first, on=1)
    assert lines(stream.message())[first] == "true", "live, on the other phone"
    ben.post(f"/t/{code}/tick", line=second, on=1)
    ben.post(f"/t/{code}/tick", line=second, on=1)
    assert [lines(ana.get(f"/t/{code}").text)[key] for key in (first, second)] == ["true"] * 2
    ana.post(f"/t/{code}/tick", line=second, on=0)
    again = lines(ben.get(f"/t/{code}").text)
    assert (again[first], again[second]) == ("true", "false")
    zoe.post(f"/t/{code}/tick", line=first, on=0)
    ana.post(f"/t/{code}/tick", line="two words", on=1)
    assert lines(ben.get(f"/t/{code}").text) == again, "a passer-by ticks nothing"
    stream.close()
