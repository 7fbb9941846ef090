"""What a tap is answered with, unguided: every action of every kept game says what came of it, and
all of it fits the sill in every language.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from flask import Flask

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.referee.standard import panels_at_once
from companion.referee.text import Text
from companion.tables import ActionEntry, Event, Table, apply_event, changes_of_entry
from companion.web.language.languages import LANGUAGES
from companion.web.page import echo
from companion.web.page.echo import LETTERS_BESIDE, MOST_LETTERS, echo_of_entry, guided_echo
from tests.kit.kept_games import each_kept_game, kept_games, moves, transcript_of
from tests.kit.spoken import tongue

pytestmark = pytest.mark.long

#: Of so many actions one is looked at: what a page shows takes long.
EVERY = 1 if os.environ.get("COMPANION_TESTS") == "all" else 7
#: A name as long as most.
NAME = "Katharina"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(tmp_path_factory.mktemp("echo") / "tables.sqlite", "a key"))


def taps(slug: str, file: Path) -> Iterator[tuple[Table, Table, ActionEntry]]:
    """Every tap of a kept game: the table before it, after it, and its entry."""
    told = transcript_of(file)
    lines = [(0, "opened", f"{slug} {told.seats} pa")]
    lines += [(0, "option", f"{key} {value}") for key, value in told.options]
    lines += [(0, "started", ""), *((seat, "played", text) for seat, text in moves(file))]
    table = None
    for seq, line in enumerate(lines, start=1):
        before, table = table, apply_event(table, Event("K7QX", seq, 5.0 + seq, *line))
        if line[1] == "played" and seq % EVERY == 0:
            assert before is not None
            yield before, table, table.entry(seq)


@each_kept_game
def test_no_tap_that_counted_leaves_the_screen_as_it_was(slug: str, file: Path, app: Flask) -> None:
    game, last = CATALOGUE[slug], dict[int, str]()
    with app.test_request_context():
        for before, after, entry in taps(slug, file):
            told = echo_of_entry(after, entry, entry.seat)
            words = told.words if told else ""
            if told is None:  # It only handed the turn on.
                assert entry.seat not in after.seats_to_act
            elif words == last.get(entry.seat):
                seen = panels_at_once(game, before.state, entry.seat)
                assert seen != panels_at_once(game, after.state, entry.seat), entry.action
            else:
                assert words and len(told.whole) >= len(words)
            last[entry.seat] = words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_a_tap_is_answered_with_fits_the_sill(slug: str, language: str, app: Flask) -> None:
    said = set[str]()
    with app.test_request_context(), patch.object(echo, "say", tongue(language, NAME).say):
        for file in kept_games(slug):
            for _, after, entry in taps(slug, file):
                told = echo_of_entry(after, entry, entry.seat)
                if told and changes_of_entry(after, entry):
                    said.add(told.words)
    assert len(said) > 10
    # A list of tokens has no length of its own: what is cut of it is whole behind it.
    order = tongue(language, NAME).say(Text("On the table: {hands}", hands=""))
    long = [words for words in said if len(words) > MOST_LETTERS]
    assert [words for words in long if not words.startswith(order)] == []


@each_kept_game
def test_who_is_guided_reads_what_hands_do_first(slug: str, file: Path, app: Flask) -> None:
    game, told = CATALOGUE[slug], 0
    with app.test_request_context():
        for _, after, entry in taps(slug, file):
            words = guided_echo(after, entry)
            action = game.read(entry.action)
            if game.piece_instructions(entry.state_before, entry.seat, action) is not None:
                told_first = words and words.words.startswith("On the table: ")
                assert words and (
                    told_first or len(words.words) > LETTERS_BESIDE - len("On the table: ")
                )
                told += 1
    assert told
