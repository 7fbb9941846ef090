"""A game's rulebook to read and to search, in our own words, with the pages of the box's.

It shows what the rulebook says and what a table has decided; it judges nothing. Works without any
table.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from companion.play import UnknownTable
from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule
from companion.rule_search import Found
from companion.tables import Table
from companion.web.language.languages import SOURCE
from companion.web.language.sentences import language
from companion.web.request.admission import is_known_at
from companion.web.request.current_table import speak_of
from companion.web.request.table import clean_code
from companion.web.request.visibility import public
from companion.web.site.site import htmx, site

routes = Blueprint("rules", __name__)

LONGEST_QUESTION = 200

#: Finds on a page of their own, and in the sheet over a table's page.
MOST, MOST_IN_A_SHEET = 20, 6

#: Questions to begin with, in the sheet over a table's page.
EXAMPLES = 4


@dataclass(frozen=True)
class Find:
    """A rule or question that was found, and the game that it belongs to."""

    game: Game
    entry: Rule | Question


@dataclass(frozen=True)
class Finds:
    """What a search has found, the best first. Not `sure`: no rule answers that. `alike`: how
    others ask, for who is still typing.
    """

    finds: tuple[Find, ...] = ()
    sure: bool = True
    alike: tuple[str, ...] = ()


@routes.get("/rules")
def shelf() -> str:
    """The rulebooks of all games, or what speaks of the words in `q` in any of them."""
    speak_of(None)
    asked = asked_words()
    finds = found(asked)
    if htmx:
        return render_template("rules/_found.html", asked=asked, found=finds, table=None, viewer=0)
    games = [site().games[slug] for slug in sorted(site().games)]
    return render_template(
        "rules/shelf.html", games=games, asked=asked, found=finds, table=None, viewer=0
    )


@routes.get("/rules/<slug>")
def book(slug: str) -> str:
    """All rules by chapter, and before them those that speak of the words in `q`.

    `at`: the table where the reader plays, which may have decided what the book leaves open.
    """
    game = site().games.get(slug) or abort(404)
    table = table_of(game)
    speak_of(table)
    asked = asked_words()
    values = {
        "game": game,
        "table": table,
        "viewer": 0,
        "asked": asked,
        "found": found(asked, game, MOST_IN_A_SHEET if htmx and table else MOST),
        "examples": examples(game, table) if htmx else (),
        "decided": table.decided if table else {},
    }
    if htmx:
        return render_template("rules/_found.html", **values)
    return render_template("rules/book.html", chapters=chapters(game), **values)


def asked_words() -> str:
    return " ".join(request.args.get("q", "").split())[:LONGEST_QUESTION]


def found(asked: str, game: Game | None = None, most: int = MOST) -> Finds:
    """What the search finds in this language's words; in English ones, where they fit better."""
    if not asked:
        return Finds()
    games, slug = site().games, game.slug if game else ""
    tongues = dict.fromkeys((language(), SOURCE))
    answers = [site().search[tongue].find(asked, slug, most) for tongue in tongues]
    best = max(answers, key=lambda answer: answer.finds[0].worth if answer.finds else 0.0)
    best = answers[0] if answers[0].sure else best
    finds = (Find(games[each.game], _entry(each)) for each in best.finds)
    return Finds(tuple(finds), best.sure, best.alike)


def _entry(found: Found) -> Rule | Question:
    return site().games[found.game].rulebook.find(found.key)


def examples(game: Game, table: Table | None) -> tuple[str, ...]:
    """Questions that fit what this table is doing now."""
    if table is None or not table.started:
        return ()
    search, keys = site().search[language()], game.asked_now(table.state)
    asked = (search.example(game.slug, key) for key in keys)
    return tuple(filter(None, asked))[:EXAMPLES]


def table_of(game: Game) -> Table | None:
    """The table that the reader comes from, if there is one and it plays this game."""
    code = clean_code(request.args.get("at", ""))
    try:
        table = site().store.latest(code) if code else None
    except UnknownTable:
        return None
    # Whoever only guesses the code learns nothing here either.
    if table is None or table.game is not game or not is_known_at(table):
        return None
    return public(table)


def chapters(game: Game) -> list[tuple[str, object, list[Rule | Question]]]:
    """Key, title and entries of each chapter."""
    entries: list[Rule | Question] = [*game.rulebook.rules, *game.rulebook.questions]
    sorted_in = (
        (key, title, [entry for entry in entries if entry.chapter == key])
        for key, title in game.rulebook.chapters
    )
    return [chapter for chapter in sorted_in if chapter[2]]
