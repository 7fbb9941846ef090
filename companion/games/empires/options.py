"""What a table of Cosmos: Empires may choose before it begins: culture cards, house rules."""

from __future__ import annotations

from companion.games.empires.state import HYBRID, OFF, SINGLE
from companion.referee.game import Choosable, Option, house_rules
from companion.referee.rulebook import Rulebook
from companion.referee.text import Text

CULTURE = Option(
    "culture",
    Text("Do you play with culture cards?"),
    (
        Choosable(OFF, Text("No")),
        Choosable(SINGLE, Text("Single culture: each player keeps 1")),
        Choosable(HYBRID, Text("Hybrid culture: each player keeps all")),
    ),
)


def options_of(rulebook: Rulebook) -> tuple[Option, ...]:
    """The options: the book's own, then every question that the book leaves to the table."""
    return (CULTURE, *house_rules(rulebook))
