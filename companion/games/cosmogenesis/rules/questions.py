"""Rules that the rulebook leaves to the group: a doubt until they decide, then their decision."""

from __future__ import annotations

from companion.games.cosmogenesis.state import State
from companion.referee.actions import Objections
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def impossible_entry_objections(s: State, reason: Text) -> Objections:
    """Yields an objection or a doubt to an impossible tile or number (game.odd), which is kept."""
    yield from open_question_objections(
        s, "game.odd", reason, refuses="no", remedy=Text("Enter what is really on the table")
    )


def settled_question_objections(
    s: State, key: str, reason: Text, *, refuses: str, remedy: Text
) -> Objections:
    """Yields an objection if the group once chose `refuses` for a question that is asked no more:
    the rulebook answers it.
    """
    if s.option_value(key) == refuses:
        yield Objection(key, reason, remedy)


def open_question_objections(
    s: State,
    key: str,
    reason: Text,
    *,
    refuses: str = "",
    remedy: Text | None = None,
    action: str = "",
) -> Objections:
    """Yields a doubt while a question is open; an objection, with its remedy and action, if the
    group chose `refuses`.
    """
    choice = s.option_value(key)
    if not choice:
        yield Doubt(key, reason)
    elif choice == refuses:
        yield Objection(key, reason, remedy, action)
