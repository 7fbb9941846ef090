"""What a table of Crafting the Cosmos may choose before it begins: ways to play, house rules."""

from __future__ import annotations

from companion.referee.game import Choosable, Option
from companion.referee.rulebook import Question, Rulebook
from companion.referee.text import Text

OVERLAP = Option(
    "overlap",
    Text("May the next player start while this one crafts?"),
    (
        Choosable("no", Text("No, one after the other")),
        Choosable("yes", Text("Yes, after collecting")),
    ),
)


def options_of(rulebook: Rulebook) -> tuple[Option, ...]:
    """The options: the book's own, then every question that the book leaves to the table."""
    return (OVERLAP, *(_house_rule(question) for question in rulebook.questions))


def _house_rule(question: Question) -> Option:
    """A question answered beforehand. Left open, the app says so when the case comes up."""
    choices = tuple(Choosable(value, label) for value, label in question.choices)
    return Option(
        question.key, question.asks, (Choosable("", Text("Decide when it comes up")), *choices)
    )
