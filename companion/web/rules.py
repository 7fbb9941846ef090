"""Rules: a game's rulebook to read and to search, in our own words, with the pages of the box's."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule
from companion.web.site import site
from companion.web.words import say, speak_of

routes = Blueprint("rules", __name__)


@routes.get("/rules/<slug>")
def book(slug: str) -> str:
    """All rules by chapter, or those that speak of the words in `q`."""
    game = site().games.get(slug) or abort(404)
    speak_of(None)
    asked = request.args.get("q", "")[:80]
    return render_template(
        "rules.html", game=game, chapters=chapters(game, asked), asked=asked, table=None, viewer=0
    )


def chapters(game: Game, asked: str) -> list[tuple[str, list[Rule | Question]]]:
    """Chapter titles with their rules and questions; only what the asked words are found in."""
    words = asked.casefold().split()
    entries: list[Rule | Question] = [*game.rulebook.rules, *game.rulebook.questions]
    found = [entry for entry in entries if all(word in _said(entry) for word in words)]
    sorted_in = (
        (say(title), [entry for entry in found if entry.chapter == key])
        for key, title in game.rulebook.chapters
    )
    return [(title, inside) for title, inside in sorted_in if inside]


def _said(entry: Rule | Question) -> str:
    """Everything that an entry can be found by."""
    if isinstance(entry, Rule):
        texts = [entry.title, entry.text]
    else:
        texts = [entry.asks, *(label for _, label in entry.choices)]
    return " ".join([*map(say, texts), *entry.words, entry.key]).casefold()
