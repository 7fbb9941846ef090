"""A page of which only some panels are drawn anew looks as if all of them had been."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.tables import Seat, Table
from companion.web.page.render import draw_panel, table_setting
from companion.web.page.table_cache import cache_of_table, release_request_table
from companion.web.site import current_site
from tests.kit.strategies import play

#: Actions of a play that are drawn one after the other.
STRETCH = 12


def table_of(slug: str, seats: int) -> Table:
    people = tuple(Seat(n, f"Name {n}") for n in range(1, seats + 1))
    return Table("AAAA", CATALOGUE[slug], 1, 0.0, "host", people, started=True)


def drawn(table: Table, state: Any, viewer: int) -> list[str]:
    cache, here = cache_of_table(table), table_setting(table)
    # A mark tells only since when it is so.
    pieces = [draw_panel(cache, here, viewer, panel) for panel in table.game.show(state, viewer)]
    return [piece.html.replace(piece.mark, "") for piece in pieces]


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Config(tmp_path / "tables.db", "secret"))


@pytest.mark.long
@pytest.mark.some(3)
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("seed", [2, 5])
def test_what_was_drawn_before_changes_nothing(app: Flask, slug: str, seed: int) -> None:
    played = play(slug, seed)
    table = table_of(slug, played.seats)
    begin = random.Random(seed).randrange(len(played.states) - STRETCH)
    looks = [
        (state, viewer)
        for state in played.states[begin : begin + STRETCH]
        for viewer in range(played.seats + 1)
    ]
    with app.test_request_context("/"):
        kept = [drawn(table, state, viewer) for state, viewer in looks]
        assert any("panel" in id for id, _ in cache_of_table(table)._pieces)
        for (state, viewer), html in zip(looks, kept, strict=True):
            forget(table)
            assert drawn(table, state, viewer) == html


def forget(table: Table) -> None:
    """Nothing that was drawn of this table is remembered."""
    current_site().html_cache.forget_table(table.code)
    current_site().view_cache.forget_table(table.code)
    release_request_table()
