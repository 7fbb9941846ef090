"""What a group's box calls its cards: entered once, at a table or on a phone, for all later tables.

Like what is printed on tiles it is kept for each phone that was there (`play/phone.py`), and a
table has it among its options.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.play.permissions import NotAllowed
from companion.play.phone import BoxFile, box_facts_of_phone, store_box_facts
from companion.play.store import NewEvent, TableStore, table_change
from companion.referee.card_names import (
    MAX_CARD_NAME_CHARACTERS,
    card_names_in_options,
    cards_with_same_name,
    has_letter,
    option_of_card_name,
)
from companion.referee.game import Game
from companion.referee.text import Text, printed
from companion.tables import Kind, Table
from companion.tables.names import without_invisible_characters


class WrongCardNames(Exception):
    """Nothing was saved. `reasons`: what is wrong with a name, by the card's rule."""

    def __init__(self, reasons: Mapping[str, Text]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def card_names_of_phone(store: TableStore, game: Game, phone: str) -> dict[str, str]:
    """Returns what this phone's box calls its cards, by their rules."""
    known = box_facts_of_phone(store, game, phone)
    return card_names_in_options(game.printed_names, known.items())


def name_cards_of_phone(store: TableStore, game: Game, typed: Mapping[str, str], phone: str) -> int:
    """Keeps these names for the phone's next tables; returns how many have changed.

    Raises `WrongCardNames`, `Unavailable`.
    """
    changed = _changes(game, card_names_of_phone(store, game, phone), typed)
    store_box_facts(store, BoxFile(game, changed), phone)
    return len(changed)


def card_names_of_table(table: Table) -> dict[str, str]:
    """Returns what the box on this table calls its cards, by their rules."""
    return card_names_in_options(table.game.printed_names, table.options)


def name_cards_of_table(store: TableStore, code: str, typed: Mapping[str, str], phone: str) -> int:
    """Gives the cards of this table these names, before the game and during it; all phones here
    keep them. Returns how many have changed.

    Raises `WrongCardNames`, `NotAllowed`, `Unavailable`.
    """
    table = store.latest(code)
    _require_place(table, phone)
    changed = _changes(table.game, card_names_of_table(table), typed)
    for option, name in changed.items():
        _choose(store, code, option, name, phone)
    return len(changed)


@table_change
def _choose(table: Table, option: str, name: str, phone: str) -> NewEvent | None:
    _require_place(table, phone)
    same = dict(table.options).get(option, "") == name
    return None if same else NewEvent(0, Kind.OPTION, f"{option} {name}")


def _require_place(table: Table, phone: str) -> None:
    """Raises `NotAllowed` for a phone without a seat that isn't the host's."""
    if not table.seats_of(phone) and table.host != phone:
        raise NotAllowed(Text("Only players at this table can name its cards."))


def _changes(game: Game, known: Mapping[str, str], typed: Mapping[str, str]) -> dict[str, str]:
    """Returns the options that change, with their values; "" for the printed name. Raises
    `WrongCardNames`.
    """
    wanted = {
        key: _tidy(typed[key], printed_name)
        for key, printed_name in game.printed_names.items()
        if key in typed
    }
    if wrong := _reasons(game, {**known, **wanted}):
        raise WrongCardNames(wrong)
    changed = {key: name for key, name in wanted.items() if name != known.get(key, "")}
    return {option_of_card_name(key): name for key, name in changed.items()}


def _tidy(typed: str, printed_name: str) -> str:
    name = without_invisible_characters(typed)
    return "" if name == printed_name else name


def _reasons(game: Game, names: Mapping[str, str]) -> dict[str, Text]:
    most = MAX_CARD_NAME_CHARACTERS
    long = Text("{n} character at most", "{n} characters at most", n=most)
    others = cards_with_same_name(game.printed_names, names)
    same = {
        key: Text("{card} has this name", card=printed(game.printed_names[other]))
        for key, other in others.items()
    }
    bare = Text("A name has a letter")
    return {
        **same,
        **{key: bare for key, name in names.items() if name and not has_letter(name)},
        **{key: long for key, name in names.items() if len(name) > most},
    }
