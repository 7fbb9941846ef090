"""What is kept for a phone: its tables, its facts about the box, and whether it signed out. None of
it is a seat's secret.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from cachetools import LRUCache

from companion.ledger import Ledger, StoredNote, Unavailable
from companion.play.store import TableStore, UnknownTable
from companion.referee.card_names import is_card_name
from companion.referee.game import Game
from companion.referee.text import Text
from companion.tables import Table


def tables_of_phone(store: TableStore, phone: str, most: int) -> list[Table]:
    """Returns the tables where this phone holds a seat, the one played last first.

    Raises `Unavailable`.
    """
    found = []
    for code in store.ledger.table_codes_of_phone(phone, most):
        try:
            # A slightly stale table is good enough for a list.
            table = store.latest_within(code, within=5.0)
        except UnknownTable:
            continue
        if table.seats_of(phone):
            found.append(table)
    return found


# -- facts about the box that players typed in, for their later tables


#: Facts a table takes from its shelves at most, the newest.
MAX_BOX_FACTS = 300


def shared_box_facts(ledger: Ledger, game: Game, phones: Iterable[str]) -> dict[str, str]:
    """Returns what these phones know of their box together, the newest value of each name."""
    kept = [each for phone in sorted(set(phones)) for each in ledger.notes(phone, game.slug)]
    newest: dict[str, str] = {}
    for each in sorted(kept, key=lambda each: each.at):
        # A fact that several phones know counts once.
        newest.pop(each.name, None)
        newest[each.name] = each.value
    return {
        name: value
        for name, value in list(newest.items())[-MAX_BOX_FACTS:]
        if value and game.accepts_option(name, value)
    }


def box_facts_for_new_table(table: Table, known: Mapping[str, str]) -> dict[str, str]:
    """Returns the facts that a table takes over before its start; options chosen for it stay."""
    defaults = {option.key: option.default for option in table.game.options}
    chosen = {key for key, value in table.options if value != defaults.get(key, value)}
    return {name: value for name, value in known.items() if name not in chosen}


# -- the same as a small file. Entries that are not facts about a box are left out and counted


BOX_FORMAT_NAME, BOX_FORMAT_VERSION = "cosmos-companion-box", 1
#: Maximum characters of a name and of a value.
MAX_BOX_FACT_CHARACTERS = 100


class BadBoxFile(ValueError):
    """A file of facts about a box that can't be used; `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.source)
        self.reason = reason


@dataclass(frozen=True)
class BoxFile:
    """The facts of a file about a game's box; `strange`: how many entries are not such facts."""

    game: Game
    known: Mapping[str, str]
    strange: int = 0


def write_box_file(game: Game, known: Mapping[str, str]) -> str:
    """Returns the box file (JSON)."""
    data = {
        "format": BOX_FORMAT_NAME,
        "version": BOX_FORMAT_VERSION,
        "game": game.slug,
        "known": dict(known),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read_box_file(text: str, catalogue: Mapping[str, Game]) -> BoxFile:
    """Reads a box file. Raises `BadBoxFile`."""
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadBoxFile(Text("This isn't an \"Our box\" file: it can't be read")) from error
    if not isinstance(data, dict) or data.get("format") != BOX_FORMAT_NAME:
        raise BadBoxFile(Text('This isn\'t an "Our box" file. Choose one that was saved here'))
    if data.get("version") != BOX_FORMAT_VERSION:
        raise BadBoxFile(Text('This "Our box" file is from a newer app. Update this one first'))
    slug, entries = data.get("game"), data.get("known")
    game = catalogue.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise BadBoxFile(Text("There's no game with this name here"))
    if not isinstance(entries, dict):
        raise BadBoxFile(Text("This isn't an \"Our box\" file: it can't be read"))
    if len(entries) > MAX_BOX_FACTS:
        raise BadBoxFile(Text("Too many entries in the file: {most} at most", most=MAX_BOX_FACTS))
    known = {name: value for name, value in entries.items() if is_box_fact(game, name, value)}
    return BoxFile(game, known, len(entries) - len(known))


def is_box_fact(game: Game, name: Any, value: Any) -> bool:
    """Returns whether this is a fact about a box rather than an option to play by."""
    if not (isinstance(name, str) and isinstance(value, str) and value):
        return False
    if max(len(name), len(value)) > MAX_BOX_FACT_CHARACTERS or not game.accepts_option(name, value):
        return False
    if is_card_name(game.printed_names, name, value):
        return True
    return name in game.house(game.setup(game.seats[0], {name: value}))


def box_facts_of_phone(store: TableStore, game: Game, phone: str) -> dict[str, str]:
    """Returns what this phone knows of the game's box."""
    return shared_box_facts(store.ledger, game, [phone])


def store_box_facts(store: TableStore, box: BoxFile, phone: str) -> None:
    """Puts the facts on this phone's shelf, as the newest. Raises `Unavailable`."""
    now, slug = store.clock(), box.game.slug
    kept = [StoredNote(phone, slug, name, value, now) for name, value in box.known.items()]
    if kept:
        store.ledger.store_notes(kept)


# -- browsers whose cookie ended: a phone that signed out, or one whose link was opened in another
# browser. Cookies cannot be revoked, so it is noted on the phone's shelf for good; every server of
# the ledger sees it within `SIGN_OUT_RECHECK_SECONDS` seconds


#: No game has this name.
_SHELF, _MARK, _MOVES, _LINK = "-signed-off", "off", "moves", "link"

#: Seconds until a phone that had not signed out is looked up again, and phones remembered.
SIGN_OUT_RECHECK_SECONDS, MAX_REMEMBERED_PHONES = 10.0, 10_000


class SignedOutPhones:
    """Which cookies of a phone hold no longer: each notes how often its phone had moved to another
    browser when it was given. `clock`: wall clock seconds; `ticks`: monotonic seconds.
    """

    def __init__(
        self, ledger: Ledger, clock: Callable[[], float], ticks: Callable[[], float]
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._ticks = ticks
        #: How often a phone has moved, and until when that holds; both infinite once it signed out.
        self._known: LRUCache[str, tuple[float, float]] = LRUCache(MAX_REMEMBERED_PHONES)

    def sign_out(self, phone: str) -> None:
        """Marks this phone for good. Raises `Unavailable`."""
        self._ledger.store_notes([StoredNote(phone, _SHELF, _MARK, "1", self._clock())])
        self._known[phone] = (inf, inf)

    def move_to_another_browser(self, phone: str) -> int:
        """Ends the cookies of this phone until now; returns how often it has moved, for the next
        one. Raises `Unavailable`.
        """
        moves = _count(self._ledger.notes(phone, _SHELF), _MOVES) + 1
        self._ledger.store_notes([StoredNote(phone, _SHELF, _MOVES, str(moves), self._clock())])
        self._known[phone] = (moves, self._ticks() + SIGN_OUT_RECHECK_SECONDS)
        return moves

    def link_number(self, phone: str) -> int:
        """Returns how many links of this phone were ended. Raises `Unavailable`."""
        return _count(self._ledger.notes(phone, _SHELF), _LINK)

    def end_link(self, phone: str) -> None:
        """Ends the link that this phone has now, and all before. Raises `Unavailable`."""
        ended = str(self.link_number(phone) + 1)
        self._ledger.store_notes([StoredNote(phone, _SHELF, _LINK, ended, self._clock())])

    def has_signed_out(self, phone: str) -> bool:
        """Returns whether this phone has signed out; False if the ledger cannot be read. Without a
        ledger no tap counts anyway.
        """
        return self._moves_of(phone) == inf

    def has_moved(self, phone: str, moves: int) -> bool:
        """Returns whether this phone has moved to another browser since a cookie with so many
        moves; False if the ledger cannot be read.
        """
        return self._moves_of(phone) > moves

    def _moves_of(self, phone: str) -> float:
        moves, until = self._known.get(phone, (0.0, 0.0))
        if self._ticks() < until:
            return moves
        try:
            kept = self._ledger.notes(phone, _SHELF)
        except Unavailable:
            return 0.0
        off = any(note.name == _MARK for note in kept)
        found = (
            (inf, inf) if off else (_count(kept, _MOVES), self._ticks() + SIGN_OUT_RECHECK_SECONDS)
        )
        self._known[phone] = found
        return found[0]


def _count(notes: Iterable[StoredNote], name: str) -> int:
    """Returns what a phone's shelf counts under this name."""
    return max((int(note.value) for note in notes if note.name == name), default=0)
