"""Beginning: the events that open a table again for a game out of a file, up to its start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.tables import Event, Kind, Table, fold
from companion.tables.names import visible

#: Who, what, text: an event without its number and time.
Line = tuple[int, str, str]

Chairs = Iterable[tuple[str, str]]

Options = Iterable[tuple[str, str]]


def opening(slug: str, host: str, seats: Chairs, options: Options) -> list[Line]:
    """Opens a table with these names and colours, "" where none was told, and starts its game."""
    people = list(enumerate(seats, start=1))
    lines: list[Line] = [(0, Kind.OPENED, f"{slug} {len(people)} {host}")]
    lines += [(seat, Kind.NAMED, visible(name)) for seat, (name, _) in people if visible(name)]
    lines += [(seat, Kind.COLOURED, colour) for seat, (_, colour) in people if colour]
    lines += [(0, Kind.OPTION, f"{key} {value}") for key, value in options]
    return [*lines, (0, Kind.STARTED, "")]


def started_table(game: Game, seats: Chairs, options: Options) -> Table:
    """The table just begun, to play a file's game on. All its events have the number 0."""
    lines = opening(game.slug, "-", seats, options)
    events = (Event("", 0, 0.0, seat, kind, text) for seat, kind, text in lines)
    table = fold(events, {game.slug: game})
    assert table is not None
    return table


def is_allowed_as_is(game: Game, state: Any, seat: int, action: Any) -> bool:
    """Whether it may be played just so: allowed, and nothing left to be drawn."""
    return game.chance(state, action) is None and judge(game, state, seat, action).allowed
