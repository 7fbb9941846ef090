"""The whole games kept in games/*.txt: their transcripts and their states. It judges nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion import transcript
from companion.games.empires import GAME
from companion.games.empires.state import State
from companion.transcript import Transcript

FOLDER = Path(__file__).parent / "games"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@cache
def game_of(name: str) -> Transcript:
    return transcript.read(text_of(name))


def states(name: str) -> Iterator[State]:
    """Every state of a game, from the set-up to the end."""
    game = game_of(name)
    state: State = GAME.setup(game.seats, dict(game.options))
    yield state
    for move in game.moves:
        state = GAME.apply(state, move.seat, GAME.read(move.action))
        yield state
