"""The checks that a game starts by itself: all seats are asked once, and nothing waits for them.

They start with the action that brings their moment, so a log needs no line for it. One whose moment
has passed is over; one whose moment was taken back goes on when it comes again.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.checks import FINISH
from companion.tables.table import Recount, Table


def due_check(table: Table) -> str:
    """Returns the check before which the table stands, "" for none."""
    if not table.started or table.quiet:
        return ""
    due = table.game.check_due(table.state)
    return "" if due in table.checked else due


def with_due_check(table: Table) -> Table:
    """Returns the table with the check that is due now, and without one that no longer is."""
    due, now = due_check(table), table.recount
    if now is not None and now.check and now.check != due:
        table = replace(table, recount=None, interrupted=now)
    if not due or table.recount is not None:
        return table
    again = table.interrupted
    if again is not None and again.check == due:
        return replace(table, recount=again, interrupted=None)
    return replace(table, recount=Recount(table.seq, 0, check=due))


def ended_unchecked(table: Table) -> bool:
    """Returns whether the game was over at once, before anybody was asked by its last check."""
    asked = table.checked | {table.interrupted.check if table.interrupted else ""}
    return (
        table.outcome is not None
        and table.game.check is not None
        and not table.quiet
        and FINISH not in asked
    )


def with_recount_closed(table: Table) -> Table:
    """Returns the table after a recount: the check that it was, or that is due, is over."""
    over = {table.recount.check if table.recount else "", due_check(table)} - {""}
    return replace(table, recount=None, checked=table.checked | over)
