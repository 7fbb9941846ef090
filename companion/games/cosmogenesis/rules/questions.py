"""What the rulebook leaves to the table: a doubt until the table decides, then its decision."""

from __future__ import annotations

from companion.games.cosmogenesis.state import State
from companion.referee.actions import Objections
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def impossible_tile_objections(s: State, reason: Text) -> Objections:
    """What is told cannot lie on a table by the rules: the app keeps it, and says so."""
    yield from open_question_objections(
        s, "game.odd", reason, refuses="no", remedy=Text("Enter what is really on the table")
    )


def open_question_objections(
    s: State,
    key: str,
    reason: Text,
    *,
    refuses: str = "",
    remedy: Text | None = None,
    action: str = "",
) -> Objections:
    """The doubt, while the table left it open; an objection, if it chose what `refuses` names, with
    its remedy and the action that is one.
    """
    choice = s.option(key)
    if not choice:
        yield Doubt(key, reason)
    elif choice == refuses:
        yield Objection(key, reason, remedy, action)
