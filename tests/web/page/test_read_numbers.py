"""A number that only people can read or count is told on all other phones, beside what others have
of the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.referee.counts import ReadNumber
from companion.referee.text import Text
from companion.tables import ActionEntry, Event, Table, apply_event
from companion.web.language.languages import LANGUAGES
from companion.web.page import told
from companion.web.page.told import MOST_LETTERS_BESIDE, told_pieces
from tests.kit.kept_games import kept_games, moves, transcript_of
from tests.kit.spoken import tongue

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(tmp_path_factory.mktemp("read") / "tables.sqlite", "a key"))


def readings(file: Path) -> Iterator[tuple[Table, ActionEntry]]:
    """The table after every number that only its seat could read, and the entry."""
    kept = transcript_of(file)
    lines = [(0, "opened", f"cosmogenesis {kept.seats} pa")]
    lines += [(0, "option", f"{key} {value}") for key, value in kept.options]
    lines += [(0, "started", ""), *((seat, "played", text) for seat, text in moves(file))]
    table = None
    for seq, line in enumerate(lines, start=1):
        table = apply_event(table, Event("K7QX", seq, 5.0 + seq, *line))
        if line[1] == "played" and line[2].startswith(("worth ", "tile ")):
            yield table, table.entry(seq)


def told_to(table: Table, viewer: int) -> str:
    """The words of the sill, without the badge before them."""
    drawn = "".join(piece.html for piece in told_pieces(table, viewer))
    return unescape("".join(re.findall(r'<span class="ws">(.*?)</span>', drawn)))


def test_all_others_are_told_a_number_that_only_one_could_read(app: Flask) -> None:
    compared = 0
    with app.test_request_context():
        for file in kept_games("cosmogenesis"):
            for table, entry in readings(file):
                number = entry.action.split()[2].partition(",")[0]
                if table.outcome is not None or number == "0":
                    continue
                others = {told_to(table, seat.number) for seat in table.seats} - {""}
                assert len(others) == 1, (entry.action, others)
                assert f": {number} " in others.pop(), entry.action
                assert f": {number} " not in told_to(table, entry.seat), "its seat has told it"
                read = table.game.number_read(
                    entry.state_before, entry.seat, table.game.read(entry.action)
                )
                compared += bool(read and read.others)
    assert compared > 20


def test_the_others_are_told_from_to() -> None:
    english, words = tongue("en", "Ana"), Text("{n} points", n=12)
    for others, said in (
        ((), "12 points"),
        ((4, 4), "12 points (others here: 4)"),
        ((4, 6, 2), "12 points (others here: 2 to 6)"),
    ):
        assert english.say(ReadNumber(words, others).beside_others) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_beside_a_button(language: str, app: Flask) -> None:
    said = set[str]()
    with app.test_request_context(), patch.object(told, "say", tongue(language, "Ana").say):
        for file in kept_games("cosmogenesis")[:6]:
            for table, _ in readings(file):
                said |= {told_to(table, seat.number) for seat in table.seats}
    longest = max(said, key=len)
    assert 0 < len(longest) <= MOST_LETTERS_BESIDE, longest
