"""What the rulebook leaves to the table: a doubt until the table decides, then its decision."""

from __future__ import annotations

from companion.games.cosmogenesis.state import State
from companion.referee.action_rules import Answers
from companion.referee.ruling import Doubt, Objection
from companion.referee.text import Text


def open_question(
    s: State, key: str, reason: Text, *, refuses: str = "", remedy: Text | None = None
) -> Answers:
    """The doubt, while the table left it open; an objection, if it chose what `refuses` names."""
    choice = s.option(key)
    if not choice:
        yield Doubt(key, reason)
    elif choice == refuses:
        yield Objection(key, reason, remedy)
