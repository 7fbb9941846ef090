"""What changes among the pieces that lie on the real table, seat by seat: the difference of two
states (`Game.counts`), for every action of every game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.counts import POINTS, UNSURE, Count
from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables.corrections import (
    Correction,
    InsertAction,
    ReplaceAction,
    SettleQuestion,
    TakeBack,
)
from companion.tables.entry import ActionEntry
from companion.tables.table import Table


@dataclass(frozen=True)
class CountChange:
    """One count of a seat that is another one now (`referee.counts.Count`).

    `words`: from A to B, "cards from 5 to 7". `set_right`: what hands do, where they have done
    something else before, "give 2 back: 7 to 5"; else as `words`.
    """

    seat: int
    key: str
    what: Text
    before: int
    after: int
    words: Text
    set_right: Text

    @property
    def more(self) -> bool:
        """Whether the number rises."""
        return self.after > self.before


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
    """Returns the counts that differ between two states of a game, in the game's order."""
    return tuple(
        _change(seat, now, was.number, now.number)
        for seat in seats
        for was, now in zip(game.counts(before, seat), game.counts(after, seat), strict=True)
        if was.number != now.number
    )


def changes_of_entry(
    table: Table, entry: ActionEntry, first: ActionEntry | None = None
) -> CountChanges:
    """Returns what this action changed before the seat that did it, and all since the `first`."""
    game, before = table.game, entry.state_before
    after = game.apply(before, entry.seat, game.read(entry.action))
    return differing_counts(game, (first or entry).state_before, after, (entry.seat,))


def changes_by_others(table: Table, seat: int) -> CountChanges:
    """Returns what lies differently before this seat since its newest action, by what others did;
    () if it has done nothing yet. Points that another's move may take again are left out: nothing
    is moved for them.
    """
    own = table.last_entry_of(seat)
    place = None if own is None else table.place_of(own.seq)
    if place is None or place + 1 >= len(table.entries):
        return ()
    game, before = table.game, table.entries[place + 1].state_before
    changes = differing_counts(game, before, table.state, (seat,))
    lasting, untold = game.lasting_points, {UNSURE}
    if lasting is not None and lasting(before, seat) == lasting(table.state, seat):
        untold.add(POINTS)
    return tuple(each for each in changes if each.key not in untold)


#: Counts whose change by a correction is kept, the newest last: those of a few corrections.
MAX_CORRECTED_COUNTS = 60


def with_corrected_counts(before: Table, after: Table, seq: int) -> Table:
    """Returns the table after a correction, by the event `seq`, with what it changed among the
    counts of all seats; before the start there are none.
    """
    if not before.started:
        return after
    changed = tuple(
        (seq, seat.number, place, was.number, now.number)
        for seat in before.seats
        for place, (was, now) in enumerate(
            zip(
                before.game.counts(before.state, seat.number),
                before.game.counts(after.state, seat.number),
                strict=True,
            )
        )
        if was.number != now.number
    )
    return replace(after, corrected=(*after.corrected, *changed)[-MAX_CORRECTED_COUNTS:])


def corrected_counts(table: Table, seat: int) -> tuple[int, CountChanges]:
    """Returns the newest correction since this seat's newest action that changed what lies before
    it, and what it changed; 0 and () if there is none.
    """
    own = table.last_entry_of(seat)
    since = own.seq if own else 0
    newest = max((seq for seq, of, *_ in table.corrected if of == seat and seq >= since), default=0)
    return newest, counts_corrected_by(table, newest, seat)


def counts_corrected_by(table: Table, seq: int, seat: int) -> CountChanges:
    """Returns what the correction by this event changed before this seat; () if nothing."""
    counts = table.game.counts(table.state, seat)
    return tuple(
        _change(seat, counts[place], before, after)
        for event, of, place, before, after in table.corrected
        if event == seq and of == seat
    )


def _change(seat: int, count: Count, before: int, after: int) -> CountChange:
    return CountChange(
        seat,
        count.key,
        count.what,
        before,
        after,
        count.moved(before, after),
        (count.set_right or count.moved)(before, after),
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
