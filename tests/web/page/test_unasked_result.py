"""A game that is over at once: what should lie before each seat is told before its result, without
a tap; a game that has asked before says nothing again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.checks import FINISH
from companion.tables import Event, Table, apply_event, ended_unchecked
from companion.web.page.checks import held_piece, unasked_cards
from companion.web.page.result import reveal_pieces
from tests.kit.elements import parsed
from tests.kit.kept_games import kept_games, moves, transcript_of

pytestmark = pytest.mark.long

#: Kept games in which the last card ends it all.
AT_ONCE = ("two-players-at-once", "eight-players-at-once")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Config(tmp_path / "tables.sqlite", "a key", pace=2.0), clock=lambda: 0.0)
    yield app
    app.extensions["companion"].close()


def ended(slug: str, file: Path, *before: tuple[int, str, str]) -> Table:
    told = transcript_of(file)
    lines = [(0, "opened", f"{slug} {told.seats} pa")]
    lines += [(0, "option", f"{key} {value}") for key, value in told.options]
    lines += [(0, "started", ""), *before, *((seat, "played", text) for seat, text in moves(file))]
    table = None
    for seq, line in enumerate(lines, start=1):
        table = apply_event(table, Event("K7QX", seq, 0.0, *line))
    assert table is not None
    return table


def test_what_should_lie_there_comes_before_a_result_that_comes_at_once(app: Flask) -> None:
    files = [file for file in kept_games("empires") if file.stem in AT_ONCE]
    assert len(files) == len(AT_ONCE)
    with app.test_request_context():
        for file in files:
            table = ended("empires", file)
            assert table.outcome is not None and ended_unchecked(table)
            (ceremony,) = reveal_pieces(table, 1)
            said = parsed(ceremony.html).words
            assert "Is this in front of you?" in said and "Who won" not in said
            for seat in table.seats:
                own = parsed(held_piece(table, seat.number, waits=False).html).words
                for held in CATALOGUE["empires"].check(table.state, seat.number, FINISH).held:  # type: ignore[misc]
                    assert f"{held.value}" in own and f"{held.value}" in said
            quiet = ended("empires", file, (1, "quiet", "1"))
            assert not unasked_cards(quiet), "a table that wants less has it"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_whoever_was_asked_before_is_not_told_again(slug: str) -> None:
    over = 0
    for file in kept_games(slug)[:12]:
        table = ended(slug, file)
        if table.outcome is None or file.stem in AT_ONCE:
            continue
        over += 1
        asked = FINISH in table.checked or table.interrupted is not None
        assert ended_unchecked(table) is not asked, file.stem
    assert over
