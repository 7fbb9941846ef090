"""Serves the names that a box prints on its cards: of a table, and of this phone for its next ones.

A spectator reads them; who plays here changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.play import card_names as play
from companion.play.card_names import WrongCardNames
from companion.referee.card_names import MAX_CARD_NAME_CHARACTERS
from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.languages import speak_of_game
from companion.web.request.phone import phone_id, set_current_table
from companion.web.request.table import count_new_table, enter_table
from companion.web.site import current_site

routes = Blueprint("card_names", __name__)


@dataclass(frozen=True)
class NamedCard:
    """A row of the page: a card by its rule, its English name, what stands in its field, and why
    that can't be its name.
    """

    key: str
    printed: str
    name: str
    wrong: Text | None = None


@routes.get("/t/<code>/names")
def show_table_names(code: str) -> str:
    """Renders the names of this table's cards; 404 if they have none."""
    table = enter_table(code)
    return _page(table.game, table, play.card_names_of_table(table))


@routes.post("/t/<code>/names")
def name_table_cards(code: str) -> Response:
    """Handles new names for all phones at this table. Renders the page, with status 422 and the
    reasons if nothing was saved.
    """
    table, store = enter_table(code), current_site().store

    def save(typed: Mapping[str, str]) -> int:
        return play.name_cards_of_table(store, table.code, typed, phone_id())

    def names() -> Mapping[str, str]:
        return play.card_names_of_table(store.latest(table.code))

    return _saved(table.game, table, save, names)


@routes.get("/box/<slug>/names")
def show_phone_names(slug: str) -> str:
    """Renders the names that this phone's next tables will have; 404 if the cards have none."""
    game = _game(slug)
    return _page(game, None, play.card_names_of_phone(current_site().store, game, phone_id()))


@routes.post("/box/<slug>/names")
def name_phone_cards(slug: str) -> Response:
    """Handles new names for this phone's next tables. As `name_table_cards`."""
    count_new_table()
    game, store = _game(slug), current_site().store

    def save(typed: Mapping[str, str]) -> int:
        return play.name_cards_of_phone(store, game, typed, phone_id())

    return _saved(game, None, save, lambda: play.card_names_of_phone(store, game, phone_id()))


def _game(slug: str) -> Game:
    game = current_site().store.catalogue.get(slug) or abort(404)
    speak_of_game(game)
    set_current_table(None)
    return game


def _saved(
    game: Game,
    table: Table | None,
    save: Callable[[Mapping[str, str]], int],
    names: Callable[[], Mapping[str, str]],
) -> Response:
    """Returns the page after saving what was typed, or with it and what is wrong."""
    typed = {key: request.form[key] for key in game.printed_names if key in request.form}
    try:
        changed = save(typed)
    except WrongCardNames as wrong:
        return make_response(_page(game, table, {**names(), **typed}, wrong.reasons), 422)
    return make_response(_page(game, table, names(), saved=changed))


def _page(
    game: Game,
    table: Table | None,
    names: Mapping[str, str],
    wrong: Mapping[str, Text] | None = None,
    saved: int | None = None,
) -> str:
    """Renders the page; 404 for a game whose cards have no names. `saved`: how many names were
    changed, None if nothing was sent.
    """
    if not game.printed_names:
        abort(404)
    rows = [
        NamedCard(key, printed, names.get(key, ""), (wrong or {}).get(key))
        for key, printed in game.printed_names.items()
    ]
    chapters = [
        (title, [row for row in rows if row.key.partition(".")[0] == chapter])
        for chapter, title in game.rulebook.chapters
    ]
    # Its cards are listed as printed, whatever they are called here.
    set_current_table(None)
    return render_template(
        "card_names.html",
        game=game,
        at=table,
        may=table is None or table.host == phone_id() or bool(table.seats_of(phone_id())),
        chapters=[chapter for chapter in chapters if chapter[1]],
        most=MAX_CARD_NAME_CHARACTERS,
        wrong=wrong,
        saved=saved,
        table=None,
        viewer=0,
    )
