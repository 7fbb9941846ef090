"""What a correction changes among the pieces that lie on the real table, seat by seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables.corrections import (
    Correction,
    InsertAction,
    ReplaceAction,
    SettleQuestion,
    TakeBack,
)
from companion.tables.table import Table


@dataclass(frozen=True)
class CountChange:
    """One count of a seat that is another one after a correction."""

    seat: int
    what: Text
    before: int
    after: int


CountChanges = tuple[CountChange, ...]


def count_changes(before: Table, after: Table, wanted: Correction) -> CountChanges:
    """Returns the counts (`Game.counts`) that differ after a correction of the past; () for one of
    the present, whose line says it all, and for an undo that names what it takes along.
    """
    if not _is_of_the_past(before, wanted):
        return ()
    seats = (seat.number for seat in before.seats)
    return differing_counts(before.game, before.state, after.state, seats)


def differing_counts(game: Game, before: Any, after: Any, seats: Iterable[int]) -> CountChanges:
    """Returns the counts that differ between two states of a game."""
    return tuple(
        CountChange(seat, what, was, now)
        for seat in seats
        for (what, was), (_, now) in zip(
            game.counts(before, seat), game.counts(after, seat), strict=True
        )
        if was != now
    )


def _is_of_the_past(table: Table, wanted: Correction) -> bool:
    """Returns whether actions that count follow the place that is corrected."""
    newest = next(table.newest_entries(), None)
    match wanted:
        case InsertAction(place, _, _) | ReplaceAction(place, _) | TakeBack(place, ()):
            return newest is not None and newest.seq != place
        case SettleQuestion(_, _, since):
            return bool(since)
        case _:
            return False
