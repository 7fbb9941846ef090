"""A kept game as lines with the state before each: the world as it was played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.replay import OVERRULED_PREFIX, TABLE_SEAT
from tests.kit.kept_games import kept_games, moves, transcript_of


class Line(NamedTuple):
    """What a seat said, in the game's notation; seat 0 settles a question."""

    seat: int
    text: str

    @property
    def is_action(self) -> bool:
        """Whether it is a seat's action that was judged: no answer, and nothing overruled."""
        return self.seat != TABLE_SEAT and not self.text.startswith(OVERRULED_PREFIX)

    @property
    def said(self) -> str:
        """The action's text."""
        return self.text.removeprefix(OVERRULED_PREFIX)


@dataclass(frozen=True)
class KeptGame:
    """A kept game: `lines`, and `states[i]`, in which line i was said; the last one is the end."""

    game: Game
    file: Path

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The game's lines, in order."""
        return tuple(Line(*move) for move in moves(self.file))

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """Every state from the set-up to the end."""
        return tuple(states_of(self))

    @cached_property
    def seats(self) -> range:
        """The numbers of its seats."""
        return range(1, transcript_of(self.file).seats + 1)


def states_of(kept: KeptGame) -> list[Any]:
    """Every state of a kept game; answers of the table are settled, not applied."""
    told = transcript_of(kept.file)
    found = [kept.game.setup(told.seats, dict(told.options))]
    for line in kept.lines:
        found.append(after(kept.game, found[-1], line))
    return found


def after(game: Game, state: Any, line: Line) -> Any:
    """The state after a line."""
    if line.seat == TABLE_SEAT:
        _, key, choice = line.text.split()
        return game.settle(state, key, choice)
    return game.apply(state, line.seat, game.read(line.said))


def kept_games_of(slug: str) -> list[KeptGame]:
    """Every kept game of a game of the catalogue."""
    return [KeptGame(CATALOGUE[slug], file) for file in kept_games(slug)]
