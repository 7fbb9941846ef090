"""A question about a tile that nobody entered is asked no more once somebody did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.web.page.corrections import open_questions
from tests.games.cosmogenesis.test_late import table_of

REVEALED = ("1 set 1 gas-red-1 rings", "1 discard i", "1 reveal planetary-9 1")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(tmp_path / "tables.sqlite", "a key"))
    with app.test_request_context():
        yield app


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (REVEALED, ["objective.unknown"]),
        ((*REVEALED, "1 tile planetary-9 4,needs=rings"), []),
        ((*REVEALED, "1 tile planetary-9 4,needs=other"), []),
        ((*REVEALED, "1 tile planetary-7 4,needs=rings"), ["objective.unknown"]),
        (("1 tile planetary-9 4,needs=other", *REVEALED), []),
    ],
)
def test_only_a_tile_that_nobody_entered_is_asked_about(
    lines: tuple[str, ...], asked: list[str]
) -> None:
    """A need that can't be counted is for the tile's owner to check."""
    assert [each.key for each in open_questions(table_of(*lines))] == asked
