"""The whole games that are kept as transcripts in tests/games/<game>/games/: their lines, their
states, and what each file says of its end, in the comments after "# final".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import transcript
from companion.games import CATALOGUE
from companion.referee.replay import replay_moves
from companion.transcript import Transcript
from tests.kit.places import GAMES


def kept_games(slug: str) -> list[Path]:
    """The files of a game, in order."""
    return sorted((GAMES / slug / "games").glob("*.txt"))


#: Every kept game of the catalogue, with its game.
each_kept_game = pytest.mark.parametrize(
    ("slug", "file"),
    [pytest.param(slug, file, id=file.stem) for slug in CATALOGUE for file in kept_games(slug)],
)


@cache
def transcript_of(file: Path) -> Transcript:
    """The file, read."""
    return transcript.read_transcript(file.read_text(encoding="utf-8"))


def moves(file: Path) -> list[tuple[int, str]]:
    """Every line as (seat, action)."""
    return [(move.seat, move.action) for move in transcript_of(file).moves]


def states(slug: str, file: Path) -> Iterator[Any]:
    """Every state from the set-up to the end, not judged."""
    game = CATALOGUE[slug]
    state = game.setup(transcript_of(file).seats, dict(transcript_of(file).options))
    yield state
    for seat, action in moves(file):
        state = game.apply(state, seat, game.read(action))
        yield state


@cache
def last_state(slug: str, file: Path) -> Any:
    """The state at the end. Raises `IllegalAction` at the first line that is against the rules."""
    return replay_moves(
        CATALOGUE[slug], transcript_of(file).seats, dict(transcript_of(file).options), moves(file)
    )


def final(file: Path) -> list[str]:
    """What the file says of its end."""
    _, _, block = file.read_text(encoding="utf-8").partition("# final\n")
    return [line.removeprefix("# ") for line in block.splitlines()]


def each_file_of(slug: str) -> pytest.MarkDecorator:
    """The parameter `file`: every kept game of one game."""
    return pytest.mark.parametrize("file", kept_games(slug), ids=lambda file: file.stem)
