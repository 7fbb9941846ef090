"""What is drawn of a table hangs in no circle: when it is put away, it is gone at once.

The server lets be whatever a look for circles has passed; what hung in one would stay for an hour.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2.runtime import Context

from companion.app import create_app
from companion.config import IDLE_TABLE_SECONDS, Config
from companion.games import CATALOGUE
from companion.tables import ActionEntry, Table
from companion.web.page.slots import Piece
from companion.web.page.table_cache import TableCache
from companion.web.site import Site
from tests.kit import strategies
from tests.kit.phones import Phone
from tests.kit.quiet import pass_time

#: A game with no options of its own: see `strategies.play`.
SEED = 4
#: Actions that are tapped while somebody watches.
TAPS = 20
#: What would hold most of a table with it.
KINDS = (Context, ActionEntry, Piece, Table, TableCache)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(tmp_path / "tables.db", "secret", heartbeat=0.05))
    yield app
    app.extensions["companion"].close()


@contextmanager
def circles() -> Iterator[list[Any]]:
    """What nobody holds any more in the end, and only a look for circles finds. What was there in
    the beginning is another test's: a server of its may still be ending, a thread at a time.
    """
    found: list[Any] = []
    gc.collect()
    others = {id(each) for each in gc.get_objects() if type(each) in KINDS}
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += (each for each in gc.garbage if id(each) not in others)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def play_on(app: Flask, slug: str) -> str:
    """A table whose seats one phone holds and looks at meanwhile; its code."""
    whole, phone = strategies.play(slug, SEED), Phone(app)
    opened = phone.post("/tables", game=slug, seats=whole.seats, name="Ana")
    code = opened.location.rpartition("/")[2]
    for seat in range(2, whole.seats + 1):
        phone.post(f"/t/{code}/sit", seat=seat, name=f"Bo {seat}")
    phone.post(f"/t/{code}/start")
    streams = [phone.watch(code, page) for page in ("table", "screen")]
    store = app.extensions["companion"].store
    for seat, action in whole.moves[:TAPS]:
        before = store.latest(code).seq
        assert phone.tap(code, action, seat=seat).status_code == 200
        # A correction to what is so already writes nothing, and nothing is sent.
        if store.latest(code).seq > before:
            for stream in streams:
                stream.message()
    for page in pages(app, code):
        assert phone.get(page).status_code < 500, page
    for stream in streams:
        stream.close()
    return code


def pages(app: Flask, code: str) -> list[str]:
    """Every page that has an address, but for the streams."""
    seq = app.extensions["companion"].store.latest(code).entries[-1].seq
    known = {"code": code, "tab": "own", "was": "goals", "seat": 1, "slug": "crafting", "seq": seq}
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and rule.endpoint != "stream.stream"
        and rule.arguments <= known.keys()
    ]
    assert len(rules) > 40
    with app.test_request_context():
        return [
            app.url_for(rule.endpoint, **{name: known[name] for name in rule.arguments})
            for rule in rules
        ]


def put_away(here: Site, code: str) -> None:
    pass_time(here, IDLE_TABLE_SECONDS)
    here.evict_idle_table()
    assert not here.store.cached_table_count
    here.store._snapshots.wait()


@pytest.mark.long
@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_table_that_is_put_away_leaves_nothing(app: Flask, slug: str) -> None:
    with circles() as found:
        code = play_on(app, slug)
        put_away(app.extensions["companion"], code)
    left = {type(each).__name__ for each in found if isinstance(each, KINDS)}
    assert not left
