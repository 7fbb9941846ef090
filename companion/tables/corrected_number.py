"""The number that a correction sets: from what to what, and how it last changed."""

from __future__ import annotations

from itertools import islice
from typing import Any

from companion.referee.game import Game
from companion.tables.changes import CountChange, differing_counts
from companion.tables.corrections import Correction, InsertAction
from companion.tables.table import Table

#: Actions that are looked through for what last changed a number.
MAX_ACTIONS_LOOKED_THROUGH = 64


def corrected_number(game: Game, before: Any, wanted: Correction) -> CountChange | None:
    """Returns the count that this correction sets to the number in it, `before` being the state at
    its place; None if it sets none that all can count.
    """
    if not isinstance(wanted, InsertAction):
        return None
    action = game.read(wanted.action)
    if not game.corrects(before, action):
        return None
    *names, number = wanted.action.split()
    after = game.apply(before, wanted.seat, action)
    set_to = [
        each
        for each in differing_counts(game, before, after, (wanted.seat,))
        if str(each.after) == number
    ]
    # Points may follow a count, and by chance be as many.
    return min(set_to, key=lambda each: each.key not in names, default=None)


def has_same_digits(change: CountChange) -> bool:
    """Returns whether the digits are the same in another order: 28 and 82."""
    return sorted(str(change.before)) == sorted(str(change.after))


def last_change(table: Table, of: CountChange) -> CountChange | None:
    """Returns how the newest of the last actions that did so changed the same number; None if none
    of them has.
    """
    after = table.state
    for entry in islice(table.newest_entries(), MAX_ACTIONS_LOOKED_THROUGH):
        before = entry.state_before
        for each in differing_counts(table.game, before, after, (of.seat,)):
            if each.key == of.key:
                return each
        after = before
    return None
