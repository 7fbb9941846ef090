"""What a table of Crafting the Cosmos may choose before it begins: ways to play, house rules."""

from __future__ import annotations

from companion.referee.game import Choosable, Option, house_rules
from companion.referee.rulebook import Rulebook
from companion.referee.text import Text

OVERLAP = Option(
    "overlap",
    Text("May the next player start while this one crafts?"),
    (
        Choosable("no", Text("No, one after the other")),
        Choosable("yes", Text("Yes, after collecting")),
    ),
)
LIFE_CHECK = Option(
    "life-check",
    Text("Check whether your board can hold that much life?"),
    (
        Choosable("yes", Text("Yes, refuse what no board can hold")),
        Choosable("no", Text("No, we check ourselves")),
    ),
    house=True,
)


def options_of(rulebook: Rulebook) -> tuple[Option, ...]:
    """The options: the book's own, then every question that the book leaves to the table."""
    return (OVERLAP, LIFE_CHECK, *house_rules(rulebook))
