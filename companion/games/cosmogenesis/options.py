"""What a table of Cosmogenesis may choose before it begins: its house rules."""

from __future__ import annotations

from companion.referee.game import Option, house_rules
from companion.referee.rulebook import Rulebook


def options_of(rulebook: Rulebook) -> tuple[Option, ...]:
    """The options: every question that the book leaves to the table."""
    return house_rules(rulebook)
