"""Lists the pages beside a game's rulebook."""

from __future__ import annotations

from flask import url_for

from companion.referee.game import Game
from companion.referee.rulebook import CardTip, Question, Rule


def extra_rule_page_addresses(game: Game) -> list[str]:
    """Returns the addresses of those that the game has: signs, examples, cards."""
    pages = {
        "rules.show_signs": bool(game.rulebook.signs),
        "rules.show_examples": bool(game.examples),
        "rules.show_cards": any(map(tip_of_rule, game.rulebook.rules)),
    }
    return [url_for(page, slug=game.slug) for page, there in pages.items() if there]


def tip_of_rule(entry: Rule | Question) -> CardTip | None:
    """Returns the rule's tip; None for a question or a rule without one."""
    return entry.tip if isinstance(entry, Rule) else None
