"""The events that open and start a table for a game from a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.referee.game import Game
from companion.referee.judge import judge
from companion.tables import Event, Kind, Table, table_from_events
from companion.tables.names import without_invisible_characters

#: Seat, kind and text: an event without its number and time.
UnnumberedEvent = tuple[int, str, str]

SeatNamesAndColours = Iterable[tuple[str, str]]

OptionKeyValuePairs = Iterable[tuple[str, str]]


def opening_events(
    slug: str, host: str, seats: SeatNamesAndColours, options: OptionKeyValuePairs
) -> list[UnnumberedEvent]:
    """Returns the events that open a table with these names and colours ("" if unknown) and start
    it.
    """
    people = list(enumerate(seats, start=1))
    lines: list[UnnumberedEvent] = [(0, Kind.OPENED, f"{slug} {len(people)} {host}")]
    lines += [
        (seat, Kind.NAMED, without_invisible_characters(name))
        for seat, (name, _) in people
        if without_invisible_characters(name)
    ]
    lines += [(seat, Kind.COLOURED, colour) for seat, (_, colour) in people if colour]
    lines += [(0, Kind.OPTION, f"{key} {value}") for key, value in options]
    return [*lines, (0, Kind.STARTED, "")]


def started_table(game: Game, seats: SeatNamesAndColours, options: OptionKeyValuePairs) -> Table:
    """Returns the started table, to play a file's game on. All its events have the number 0."""
    lines = opening_events(game.slug, "-", seats, options)
    events = (Event("", 0, 0.0, seat, kind, text) for seat, kind, text in lines)
    table = table_from_events(events, {game.slug: game})
    assert table is not None
    return table


def is_action_allowed_without_draw(game: Game, state: Any, seat: int, action: Any) -> bool:
    """Returns whether it may be played as it is: allowed, with nothing left to draw."""
    return game.draw_for_action(state, action) is None and judge(game, state, seat, action).allowed
