"""The table settles a question that the rulebook leaves open."""

from __future__ import annotations

from companion.play.answer import Answer, Nothing, Tap
from companion.play.consent import consent_needed
from companion.play.new_event import NewEvent
from companion.play.permissions import NotAllowed
from companion.play.proposals import ask, put_to_table
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import (
    Settle,
    Table,
)


def settle(store: TableStore, code: str, tap: Tap, key: str, choice: str, since: int = 0) -> Answer:
    """The table's answer to a question of the rulebook, or the wish for it.

    `since`: the entry that raised it and shall count by it too. Raises `UnknownTable`,
    `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    return put_to_table(store, code, tap, lambda table: _settle(table, tap, key, choice, since))


def _settle(table: Table, tap: Tap, key: str, choice: str, since: int) -> NewEvent | Answer:
    question = table.game.rulebook.question(key)
    if question is None or question.retired:
        raise NotAllowed(Text("The rulebook doesn't have that question."))
    if choice not in dict(question.choices):
        raise NotAllowed(Text("That's not an answer to this question."))
    decided = table.decided.get(key)
    if decided == choice:
        word = Text("Your table has already decided that.")
        return Nothing(table=table, repeated=True, word=word)
    fits = not decided and any(entry.seq == since and not entry.undone for entry in table.entries)
    wanted = Settle(key, choice, since if fits else 0)
    return ask(table, tap, wanted, consent_needed(table, tap.seat))
