"""An app with a small game, and phones: test clients that behave as browsers do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from heap_game import HEAP
from jinja2 import StrictUndefined
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.config import Config
from companion.play import Hall
from companion.web.site import Site


class Phone:
    """A browser: cookies, the Origin of its own site, and htmx where it is asked for."""

    def __init__(self, app: Flask, origin: str = "http://localhost") -> None:
        self.client = app.test_client()
        self.headers = {"Origin": origin}

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, **more)

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(path, data=fields, headers=self.headers)

    def tap(self, code: str, action: str, **fields: Any) -> TestResponse:
        """A tap with scripts: an htmx request."""
        headers = {**self.headers, "HX-Request": "true"}
        data = {"action": action, **fields}
        return self.client.post(f"/t/{code}/act", data=data, headers=headers)

    def open_table(self, seats: int = 2, name: str = "Ana") -> str:
        answer = self.post("/tables", game="heap", seats=seats, name=name)
        assert answer.status_code == 303, answer.text
        return answer.location.rpartition("/")[2]

    def watch(self, code: str, page: str = "table") -> Stream:
        return Stream(self.client.get(f"/t/{code}/stream?page={page}"))


class Stream:
    """An open stream, read message by message."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self._chunks = answer.iter_encoded()

    def message(self) -> str:
        """The next message that is no heartbeat."""
        while True:
            text = next(self._chunks).decode()
            if not text.startswith("event: hb"):
                return text

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def now() -> list[float]:
    """The clock of the app, to be moved by hand."""
    return [1_000_000.0]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=0.05, busy=0.05)


@pytest.fixture
def app(config: Config, now: list[float]) -> Iterator[Flask]:
    app = create_app(config, games={"heap": HEAP}, clock=lambda: now[0])
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    yield app
    app.extensions["companion"].hall.ledger.close()


@pytest.fixture
def here(app: Flask) -> Site:
    site: Site = app.extensions["companion"]
    return site


@pytest.fixture
def hall(here: Site) -> Hall:
    return here.hall


@pytest.fixture
def phone(app: Flask) -> Callable[[], Phone]:
    return lambda: Phone(app)


@pytest.fixture
def game(phone: Callable[[], Phone]) -> tuple[str, Phone, Phone]:
    """A started game: its code, Ana's phone on seat 1 and Ben's on seat 2."""
    ana, ben = phone(), phone()
    code = ana.open_table()
    ben.post(f"/t/{code}/sit", seat=2, name="Ben")
    ana.post(f"/t/{code}/start")
    return code, ana, ben


def targets(html: str) -> list[str]:
    """What the fragments of an answer are put into, in order."""
    return re.findall(r'<hx-partial hx-target="#([^"]+)"', html)
