"""An app with a small game, and phones at its tables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping

import pytest
from flask import Flask
from jinja2 import StrictUndefined

from companion.app import create_app
from companion.cluster.peers import Peers
from companion.config import Config
from companion.ledger.where import DatabaseLocation
from companion.play import TableStore
from companion.referee.game import Game
from companion.web.site import Site
from tests.kit.phones import Phone
from tests.kit.served import GENEROUS
from tests.kit.steady import clocked
from tests.kit.toy_game import HEAP


@pytest.fixture
def now() -> list[float]:
    """The clock of the app, to be moved by hand."""
    return [1_000_000.0]


@pytest.fixture
def busy() -> float:
    """Seconds to wait for a ledger that is busy, or a database that is away: a slow one is neither.
    A test of such a ledger says how soon it is to be told.
    """
    return GENEROUS


@pytest.fixture
def config(database_named: Callable[[str], DatabaseLocation], busy: float) -> Config:
    return Config(database_named("tables"), "not so secret", heartbeat=0.05, busy=busy)


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Flask], None]:
    """Waits until a server hears its neighbours, where it has any: with the first word it looks at
    every table that is watched by then, and a test counts what is looked at.
    """
    heard, begun = threading.Event(), Peers._begun

    def hear(peers: Peers) -> None:
        begun(peers)
        heard.set()

    monkeypatch.setattr(Peers, "_begun", hear)

    def wait(app: Flask) -> None:
        alone = app.extensions["companion"].peers is None
        assert alone or heard.wait(GENEROUS), "it never heard its neighbours"

    return wait


@pytest.fixture
def games() -> Mapping[str, Game]:
    """The games of the app, by slug."""
    return {"heap": HEAP}


@pytest.fixture
def app(
    config: Config,
    games: Mapping[str, Game],
    now: list[float],
    hearing: Callable[[Flask], None],
) -> Iterator[Flask]:
    app = create_app(config, games=games, **clocked(lambda: now[0]))
    hearing(app)
    app.testing = True
    app.jinja_env.undefined = StrictUndefined
    here: Site = app.extensions["companion"]
    yield app
    here.close()


@pytest.fixture
def here(app: Flask) -> Site:
    site: Site = app.extensions["companion"]
    return site


@pytest.fixture
def store(here: Site) -> TableStore:
    return here.store


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


@pytest.fixture
def over(game: tuple[str, Phone, Phone], store: TableStore) -> tuple[str, Phone, Phone]:
    """A game that Ana has won by 5 to 4."""
    code, ana, ben = game
    for count in (2, 2, 3, 2):
        seat = min(store.latest(code).seats_to_act)
        (ana if seat == 1 else ben).tap(code, f"take {count}", seat=seat)
    assert store.latest(code).outcome is not None
    return code, ana, ben
