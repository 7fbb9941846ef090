"""Says when a correction would end the game, reopen it or make somebody else win: never silently.

It only compares; whether the person is sure is asked where the correction is made.
"""

from __future__ import annotations

from companion.play.answer import Declined, Tap
from companion.referee.text import Text
from companion.tables import Correction, Table, considered

_ENDS = Text("This correction ends the game.")

_REOPENS = Text("This correction reopens the game.")

_OTHER_WINNER = Text("This correction changes who wins.")


def needs_sure(table: Table, tap: Tap, wanted: Correction) -> Declined | None:
    """What a person has to confirm before this is done; None where nothing is decided by it, or
    the person is sure.
    """
    if tap.sure or not table.started:
        return None
    reason = turned(table, considered(table, wanted)[0])
    return Declined(table=table, reason=reason, anyway=Text("Do it")) if reason else None


def turned(before: Table, after: Table) -> Text | None:
    """What becomes of the end of the game between these two; None: nothing."""
    if before.outcome is None or after.outcome is None:
        if before.outcome is after.outcome:
            return None
        return _ENDS if before.outcome is None else _REOPENS
    same = set(before.outcome.winners) == set(after.outcome.winners)
    return None if same else _OTHER_WINNER
