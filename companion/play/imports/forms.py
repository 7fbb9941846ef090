"""Tells which form a file has, and reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

from companion.play.imports.bg_stats import read_bg_stats
from companion.play.imports.csv_file import has_csv_heads, read_csv
from companion.play.imports.fields import ImportLineResults, WrongFormat, folded_title
from companion.play.imports.json_text import load_json
from companion.play.imports.own_files import read_evenings, read_saved_game
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Table

#: Parts of a JSON file at most: one of a thousand games has a tenth of them, and one of nothing
#: but brackets would keep the server for seconds.
MAX_PARTS = 100_000
#: Commas: one of ten thousand games has half of them, and one of nothing but numbers many more.
MAX_VALUES = 1_000_000
#: Letters of a saved game, as where games are opened as tables.
MAX_SAVED_GAME_CHARACTERS = 512 * 1024
#: Letters of a CSV: one of a thousand games has a tenth of them.
MAX_CSV_CHARACTERS = 2 * 1024 * 1024


def games_of_file(
    text: str, store: TableStore, own: Iterable[Table], others: bool
) -> ImportLineResults:
    """Yields what the file has, whatever its form. What no reader of a form has foreseen is words,
    too: no file is trusted.
    """
    try:
        yield from _read(text, store, own, others)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as bad:
        if isinstance(bad, WrongFormat):
            raise
        raise WrongFormat(Text("This file can't be read.")) from bad


def _read(text: str, store: TableStore, own: Iterable[Table], others: bool) -> ImportLineResults:
    clean = text.lstrip("\ufeff")
    if clean.count("{") + clean.count("[") > MAX_PARTS or clean.count(",") > MAX_VALUES:
        raise WrongFormat(Text("This file has too many parts."))
    data = None
    with suppress(RecursionError):
        data = load_json(clean)
    if data and isinstance(data.get("plays"), list):
        titles = {folded_title(game.title): game.title for game in store.catalogue.values()}
        numbers = {str(game.bgg_id): game.title for game in store.catalogue.values() if game.bgg_id}
        return read_bg_stats(data, clean, titles, numbers, others=others)
    if data and data.get("form") == "companion-evenings":
        return read_evenings(data, clean)
    if data is not None or (re.search(r"^game ", clean, re.MULTILINE) and not has_csv_heads(clean)):
        if len(clean) > MAX_SAVED_GAME_CHARACTERS:
            raise WrongFormat(Text("This file has too many parts."))
        return read_saved_game(clean, store, own)
    if len(clean) > MAX_CSV_CHARACTERS:
        raise WrongFormat(Text("This file has too many parts."))
    return read_csv(clean)
