"""Whole games as transcripts: each line is judged, and the end is the one written below the lines.

Each file in games/ closes with the block "# final": the sketch, the ranking, why.
"""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest

from companion.games import CATALOGUE
from companion.referee.replay import replay_moves
from companion.referee.text import english_translator
from tests.kit.kept_games import each_kept_game, final, kept_games, last_state, moves, transcript_of

#: Verbs that no kept game has: corrections, and what a table that plays to the end may leave out.
UNPLAYED = {
    "cosmogenesis": {"mend", "set", "clear", "hold", "drop", "done"},
    "crafting": {"mend", "tiles", "put", "tile", "around", "drew", "leave"},
    "empires": {"mend", "add", "remove", "card"},
}
#: The verb that needs what was left out, where a game has one: it closes the play.
TURNED_OVER = {"crafting": "reveal"}


@each_kept_game
def test_a_game_ends_as_its_file_says(slug: str, file: Path) -> None:
    game, state = CATALOGUE[slug], last_state(slug, file)
    end = game.outcome(state)
    assert end is not None
    ranking = [f"{place.rank}. seat {place.seat}: {place.total}" for place in end.ranking]
    why = f"{english_translator().say(end.reason)} ({end.rule})"
    assert [*game.state_summary(state).split("\n"), *ranking, why] == final(file)
    assert list(end.winners) == [place.seat for place in end.ranking if place.rank == 1]


@each_kept_game
def test_the_exported_game_can_be_read_again(slug: str, file: Path) -> None:
    """What only one seat knew is left out before the end; everybody sees the same game."""
    game, setting = CATALOGUE[slug], (transcript_of(file).seats, dict(transcript_of(file).options))
    until = TURNED_OVER.get(slug, "")
    whole = [*takewhile(lambda move: move[1].split()[0] != until, moves(file))]
    exported = [(seat, game.redact(game.read(line))) for seat, line in whole]
    lines = [(seat, game.write(action)) for seat, action in exported if action is not None]
    again, played = replay_moves(game, *setting, lines), replay_moves(game, *setting, whole)
    assert game.state_summary(again) == game.state_summary(played)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_action_is_played(slug: str) -> None:
    verbs = {line.split()[0] for file in kept_games(slug) for _, line in moves(file)}
    assert {form.verb for form in CATALOGUE[slug].notation.forms} - UNPLAYED[slug] <= verbs
