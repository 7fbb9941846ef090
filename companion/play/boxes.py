"""Boxes: what a group knows of its own box leaves as a small file, and comes onto another shelf.

Nothing of a file is believed: what is no fact about a box of that game is left out and counted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.ledger import Shelved
from companion.play.shelf import MOST, from_shelves
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.text import Text

FORMAT, VERSION = "cosmos-companion-box", 1
#: No name and no value is longer.
LONGEST = 100


class BadBox(ValueError):
    """A file that tells nothing about a box."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.source)
        self.reason = reason


@dataclass(frozen=True)
class Box:
    """What a file tells of a game's box; `strange`: entries that are no fact about it."""

    game: Game
    known: Mapping[str, str]
    strange: int = 0


def write_box(game: Game, known: Mapping[str, str]) -> str:
    """The file."""
    told = {"format": FORMAT, "version": VERSION, "game": game.slug, "known": dict(known)}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def read_box(text: str, catalogue: Mapping[str, Game]) -> Box:
    """Reads what `write_box` has written. Raises `BadBox`."""
    try:
        told = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadBox(Text("That isn't a box file: it can't be read")) from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise BadBox(Text("That isn't a box file. Choose one that was saved here"))
    if told.get("version") != VERSION:
        raise BadBox(Text("This box file is from a newer companion. Update this one first"))
    slug, entries = told.get("game"), told.get("known")
    game = catalogue.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise BadBox(Text("There's no game with this name here"))
    if not isinstance(entries, dict) or len(entries) > MOST:
        raise BadBox(Text("A box file lists up to {most} things", most=MOST))
    known = {name: value for name, value in entries.items() if is_of_a_box(game, name, value)}
    return Box(game, known, len(entries) - len(known))


def is_of_a_box(game: Game, name: Any, value: Any) -> bool:
    """Whether this is a fact that a group can know of its box, and no rule to play by."""
    if not (isinstance(name, str) and isinstance(value, str) and value):
        return False
    if max(len(name), len(value)) > LONGEST or not game.takes_option(name, value):
        return False
    return name in game.house(game.setup(game.seats[0], {name: value}))


def own_box(store: TableStore, game: Game, phone: str) -> dict[str, str]:
    """What this phone knows of the game's box."""
    return from_shelves(store.ledger, game, [phone])


def keep_box(store: TableStore, box: Box, phone: str) -> None:
    """Puts it on this phone's shelf, newer than what is there. Raises `Unavailable`."""
    now, slug = store.clock(), box.game.slug
    kept = [Shelved(phone, slug, name, value, now) for name, value in box.known.items()]
    if kept:
        store.ledger.shelve(kept)
