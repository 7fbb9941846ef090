"""The pages beside a game's rulebook: which there are, and where."""

from __future__ import annotations

from flask import url_for

from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule, Tip


def pages_beside(game: Game) -> list[str]:
    """The addresses of the other pages of a game's rulebook: signs, examples and cards."""
    told = {
        "rules.signs": bool(game.rulebook.signs),
        "rules.examples_of": bool(game.examples),
        "rules.cards": any(map(tip_of, game.rulebook.rules)),
    }
    return [url_for(page, slug=game.slug) for page, there in told.items() if there]


def tip_of(entry: Rule | Question) -> Tip | None:
    return entry.tip if isinstance(entry, Rule) else None
