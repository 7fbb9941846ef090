"""Serves a game's rulebook, to read and to search, with page numbers of the box's rulebook.

It shows rules and a table's rulings, judges nothing, and works without a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from companion.play.store import UnknownTable
from companion.referee.game import Game
from companion.referee.rulebook import Question, Rule
from companion.rule_search import SearchAnswer, SearchHit, Topic
from companion.tables import Table
from companion.web.language.languages import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    language,
    speak_of_game,
    speaks,
)
from companion.web.language.sentences import current_card_names, say, sentence
from companion.web.page.asked import answer_asked
from companion.web.page.effects import ordered_effects
from companion.web.page.examples import drawn_steps
from companion.web.page.rule_pages import tip_of_rule
from companion.web.request.pace import COSTLY_VIEW_COST, client_address, count_view
from companion.web.request.phone import phone_id, set_current_table
from companion.web.request.table import (
    cached_public_table,
    is_admitted,
    may_be_admitted,
    normalized_code,
)
from companion.web.site import current_site, htmx

routes = Blueprint("rules", __name__)

MAX_QUESTION_CHARACTERS = 200

#: How much more like another language than like the phone's a question must be to be read in it:
#: of 1,011 questions in four languages 2 are so wrongly.
MIN_LIKENESS_LEAD = 0.1

#: Words from which a question tells its language: a name alone is asked in all of them.
MIN_WORDS_OF_A_LANGUAGE = 3

#: Finds on a page of their own, and in the sheet over a table's page.
MAX_FINDS_ON_PAGE, MAX_FINDS_IN_SHEET = 20, 6

#: Marks before and after a question, where they aren't "" and "?".
QUESTION_MARKS_BY_LANGUAGE = {"es": ("¿", "?"), "fr": ("", "\u202f?")}

#: Example questions in the sheet over a table's page.
EXAMPLE_QUESTION_COUNT = 4


@dataclass(frozen=True)
class FoundRule:
    """A rule or question that was found, with its game."""

    game: Game
    entry: Rule | Question


@dataclass(frozen=True)
class SearchResults:
    """What a search found, best first. `sure`: False if no rule answers it; `doubtful`: perhaps
    another is meant; `unanswered`: a known question without a rule is nearer. `topic`: what is
    asked, if no rule. `alike`: similar questions, as suggestions while typing. `read_in`: the
    language of the question, if not the phone's. `young`: whether the search knows few ways to ask
    in the page's language yet.
    """

    finds: tuple[FoundRule, ...] = ()
    sure: bool = True
    doubtful: bool = False
    unanswered: bool = False
    topic: Topic = Topic.RULE
    alike: tuple[str, ...] = ()
    read_in: str = ""
    young: bool = False

    @property
    def language_name(self) -> str:
        """The name in itself of the language that the question was read in."""
        return LANGUAGES[self.read_in]


@routes.get("/rules")
def show_all_rulebooks() -> str:
    """Renders all rulebooks, or what matches the words `q` in any of them."""
    set_current_table(None)
    asked = search_words()
    finds = search_rules(asked)
    if htmx:
        return render_template("rules/_found.html", asked=asked, found=finds, table=None, viewer=0)
    games = [current_site().games[slug] for slug in sorted(current_site().games)]
    return render_template(
        "rules/shelf.html", games=games, asked=asked, found=finds, table=None, viewer=0
    )


@routes.get("/rules/<slug>")
def show_rulebook(slug: str) -> str:
    """Renders all rules by chapter, preceded by those that match the words `q`; 404 for an unknown
    game. `at`: the reader's table, whose rulings are shown.
    """
    game = current_site().games.get(slug)
    own = table_of_reader(game) if game else None
    table = cached_public_table(own) if own else None
    asked = search_words()
    _count(table, bool(asked))
    if game is None:
        abort(404)
    speak_of_game(game)
    set_current_table(table)
    answer = answer_asked(own, asked) if own else None
    values = {
        "game": game,
        "table": table,
        "viewer": answer.viewer if answer else 0,
        "seen": own.seq if own else "",
        "answer": answer,
        "gains": ordered_effects,
        "asked": asked,
        "found": search_rules(
            asked, game, MAX_FINDS_IN_SHEET if htmx and table else MAX_FINDS_ON_PAGE
        ),
        **(_own_rules(table, asked) if table else {}),
        "examples": example_questions(game, table) if htmx else (),
        "decided": table.chosen_answers if table else {},
        "tips": any(map(tip_of_rule, game.rulebook.rules)),
    }
    if htmx:
        return render_template("rules/_found.html", **values)
    return render_template("rules/book.html", chapters=list_chapters(game), **values)


@routes.get("/rules/<slug>/signs")
def show_signs(slug: str) -> str:
    """Renders every sign of the game: its drawing, name, meaning and rule."""
    game, table = _game_and_table(slug)
    return render_template("rules/signs.html", game=game, table=table, viewer=0)


@routes.get("/rules/<slug>/signs.json")
def sign_names(slug: str) -> dict[str, str]:
    """Returns sign names by icon in this phone's language, shown on a long press."""
    game, _ = _game_and_table(slug)
    return {icon: say(sign.title) for sign in game.rulebook.signs for icon in sign.icons}


@routes.get("/rules/<slug>/examples")
def show_examples(slug: str) -> str:
    """Renders the worked examples, step by step."""
    game, table = _game_and_table(slug, COSTLY_VIEW_COST)
    played = [(each, list(drawn_steps(game, each))) for each in game.examples]
    # Each example has set a table of its own.
    set_current_table(table)
    return render_template("rules/examples.html", game=game, table=table, viewer=0, examples=played)


@routes.get("/rules/<slug>/cards")
def show_cards(slug: str) -> str:
    """Renders every card with its effect and a tip, no advice; 404 if no card has one."""
    game, table = _game_and_table(slug)
    found = (
        (key, title, list(filter(tip_of_rule, entries)))
        for key, title, entries in list_chapters(game)
    )
    shown = [chapter for chapter in found if chapter[2]] or abort(404)
    return render_template("rules/cards.html", game=game, table=table, viewer=0, chapters=shown)


def _own_rules(table: Table, asked: str) -> dict[str, object]:
    """Returns the table's own rules about these words, and whether this phone may add one."""
    search, own = current_site().search[language()], table.own_rules
    asked = current_card_names().as_printed(asked)
    asks = [current_card_names().as_printed(each.asks) for each in own]
    near = search.similar_questions(asked, asks) if asked else ()
    may = table.started and table.outcome is None and bool(table.seats_of(phone_id()))
    return {"own_rules": [own[number] for number in near], "asks_table": may}


def search_words() -> str:
    """Returns the words of `q`, with single blanks and cut to `MAX_QUESTION_CHARACTERS`."""
    return " ".join(request.args.get("q", "").split())[:MAX_QUESTION_CHARACTERS]


def search_rules(
    asked: str, game: Game | None = None, most: int = MAX_FINDS_ON_PAGE
) -> SearchResults:
    """Returns the finds, in the language of the question; none for "", which says alone whether the
    search knows few ways to ask: it excuses itself once, not with every answer.
    """
    games, slug = current_site().games, game.slug if game else ""
    if not asked:
        return SearchResults(young=current_site().search[language()].knows_few_wordings(slug))
    asked = current_card_names().as_printed(asked)
    best, read_in = _find_in_its_language(asked, slug, most)
    finds = tuple(FoundRule(games[each.game], _entry(each)) for each in best.finds)
    alike = () if read_in else tuple(map(punctuated_question, best.alike))
    doubts = (best.sure, best.doubtful, best.unanswered)
    return SearchResults(finds, *doubts, best.topic, alike, read_in)


def _find_in_its_language(asked: str, slug: str, most: int) -> tuple[SearchAnswer, str]:
    """Returns the answer, and the language of the question if it is clearly not this phone's.

    At a mixed table somebody asks in another language; and card names are English everywhere.
    """
    own = language()
    searches = {
        each: search
        for each, search in current_site().search.items()
        if not slug or speaks(each, current_site().games[slug])
    }
    best = searches[own].find(asked, slug, most)
    likest = own
    if len(asked.split()) >= MIN_WORDS_OF_A_LANGUAGE:
        likeness = {each: search.language_likeness(asked) for each, search in searches.items()}
        first = max(likeness, key=likeness.__getitem__)
        likest = first if likeness[first] - likeness[own] >= MIN_LIKENESS_LEAD else own
    if likest != own:
        other = searches[likest].find(asked, slug, most)
        if other.sure or other.topic is not Topic.RULE or other.worth > best.worth:
            return other, likest
    elif own != SOURCE_LANGUAGE and not best.sure and best.topic is Topic.RULE:
        other = searches[SOURCE_LANGUAGE].find(asked, slug, most)
        best = other if other.worth > best.worth else best
    return best, ""


def _entry(found: SearchHit) -> Rule | Question:
    return current_site().games[found.game].rulebook.find_entry(found.key)


def example_questions(game: Game, table: Table | None) -> tuple[str, ...]:
    """Returns example questions that fit the table's state; () before the start."""
    if table is None or not table.started:
        return ()
    search, keys = current_site().search[language()], game.likely_rules(table.state)
    asked = (search.example_wording(game.slug, key) for key in keys)
    return tuple(map(punctuated_question, filter(None, asked)))[:EXAMPLE_QUESTION_COUNT]


def punctuated_question(words: str) -> str:
    """Returns a player's question punctuated as a sentence of this language."""
    before, after = QUESTION_MARKS_BY_LANGUAGE.get(language(), ("", "?"))
    words = words.removeprefix("¿").rstrip("?").rstrip()
    question = sentence(current_card_names().in_words(words))
    if language() == "en":
        question = re.sub(r"\bi\b", "I", question)
    return f"{before}{question}{after}"


def _game_and_table(slug: str, cost: float = 1.0) -> tuple[Game, Table | None]:
    """Returns the game of this slug and the reader's table, and counts the look; 404 if unknown."""
    game = current_site().games.get(slug)
    table = public_table_of_reader(game) if game else None
    count_view(_reader(table), cost)
    if game is None:
        abort(404)
    speak_of_game(game)
    set_current_table(table)
    return game, table


def _count(table: Table | None, searches: bool) -> None:
    """Counts a look at the book; the whole book and a search each cost `COSTLY_VIEW_COST`."""
    cost = COSTLY_VIEW_COST * (searches + (not htmx))
    count_view(_reader(table), cost or 1.0)


def _reader(table: Table | None) -> str:
    """Returns whom a look is counted for: a phone with a seat, else the network address."""
    return phone_id() if table is not None and table.seats_of(phone_id()) else client_address()


def public_table_of_reader(game: Game) -> Table | None:
    """Returns the reader's public table (`at`); None if unknown or of another game."""
    table = table_of_reader(game)
    return cached_public_table(table) if table else None


def table_of_reader(game: Game) -> Table | None:
    """Returns the reader's table (`at`) with its secrets; None if unknown or of another game."""
    code = normalized_code(request.args.get("at", ""))
    # Checked first: guessing codes reveals nothing here, and no table is loaded for it.
    if not code or not may_be_admitted(code):
        return None
    try:
        table = current_site().store.latest(code)
    except UnknownTable:
        return None
    if table.game is not game or not is_admitted(table):
        return None
    return table


def list_chapters(game: Game) -> list[tuple[str, object, list[Rule | Question]]]:
    """Returns key, title and entries of each chapter that has any."""
    entries: list[Rule | Question] = [*game.rulebook.rules, *game.rulebook.questions]
    sorted_in = (
        (key, title, [entry for entry in entries if entry.chapter == key])
        for key, title in game.rulebook.chapters
    )
    return [chapter for chapter in sorted_in if chapter[2]]
