"""Imports finished games from files: BG Stats' JSON, a CSV, evenings or a game saved here.

No file is trusted: the result names for each game what was understood and what was not. Games have
ids, so importing a file twice adds each game once. They count for this phone and create no table.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace

from companion.evenings import EveningNotes, FinishedPlay, Player, total_text
from companion.play.imports.fields import (
    ALREADY_HERE,
    MAX_GAMES,
    WrongFormat,
    finished_play_id,
    folded_title,
    id_by_content,
    is_possible,
    named_reason,
)
from companion.play.imports.forms import games_of_file
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore
from companion.play.spreadsheets import ROWS_IN_A_ROW, decoded
from companion.play.store import TableStore
from companion.referee.text import Text, isolated, untranslated
from companion.tables import Table
from companion.transcript import foreign_kind
from companion.yielding import yielding

#: Games that aren't installed here, of all that are kept: a collector has thousands, and ours need
#: room.
MAX_OTHER_GAMES = 500
#: Games that are read between two turns of others.
GAMES_IN_A_ROW = 8
#: On the shelf no game is called so.
_SHELF = "-plays"


@dataclass(frozen=True)
class ImportedLine:
    """The result for one game of the file: its line (0: of no one line), whether it counts, why."""

    line: int
    taken: bool
    words: Text


def known_play_ids(plays: Iterable[FinishedPlay]) -> set[str]:
    """Returns the ids by which a file may name these games: their own, that of files that told the
    second before, and that of a game that has none.
    """
    return {
        name
        for play in plays
        for name in (
            finished_play_id(play),
            finished_play_id(replace(play, ended=int(play.ended))),
            id_by_content(play),
        )
    }


def stored_imports_of_phone(store: TableStore, phone: str) -> list[FinishedPlay]:
    """The games from elsewhere that this phone counts. What can't be read is passed over: an older
    companion took numbers that no page can show.
    """
    kept = NoteStore(store, phone, _SHELF).read().values()
    return [play for value in yielding(kept, ROWS_IN_A_ROW) if (play := _kept(value))]


def stored_import_ids(store: TableStore, phone: str) -> list[str]:
    """The ids of the games from elsewhere on this phone's shelf, unreadable ones too."""
    return list(NoteStore(store, phone, _SHELF).read())


def take_out_imports(store: TableStore, phone: str, plays: Collection[str]) -> None:
    """Takes games from elsewhere, by their ids, out of what this phone counts; other ids change
    nothing. A file may bring them again.
    """
    known = NoteStore(store, phone, _SHELF).read()
    NoteStore(store, phone, _SHELF).write(
        {play: REMOVED_NOTE_VALUE for play in plays if play in known}
    )


def import_plays(
    store: TableStore,
    sent: str | bytes,
    phone: str,
    there: Collection[str],
    *,
    own: Iterable[Table] = (),
    others: bool = False,
) -> list[ImportedLine]:
    """Adds the games of this file whose ids aren't in `there`, and that aren't those of the tables
    `own`; returns the result for each. Of a collector's file of BG Stats, plays of games that
    aren't installed come along only with `others`. Raises `WrongFormat` if the file contains no
    games, `Unavailable`.
    """
    shelf = NoteStore(store, phone, _SHELF).read()
    room = _Room(shelf, store.catalogue)
    said: list[ImportedLine] = []
    new: dict[str, FinishedPlay] = {}
    slugs = {folded_title(game.title): slug for slug, game in store.catalogue.items()}
    for line, found in yielding(games_of_file(_text(sent), store, own, others), GAMES_IN_A_ROW):
        if isinstance(found, Text):
            said.append(ImportedLine(line, False, found))
            continue
        key = finished_play_id(found)
        play = replace(found, code=key, game=slugs.get(folded_title(found.game), found.game))
        known = key in shelf or key in new or not {key, id_by_content(play)}.isdisjoint(there)
        if why := ALREADY_HERE if known else _why_not(play, room):
            said.append(ImportedLine(line, False, named_reason(found.game, found.ended, why)))
            continue
        new[key] = play
        said.append(ImportedLine(line, True, _summary(found)))
    if new:
        kept = {
            key: json.dumps(asdict(play), ensure_ascii=False)
            for key, play in yielding(new.items(), ROWS_IN_A_ROW)
        }
        NoteStore(store, phone, _SHELF).write(kept)
    return said


class _Room:
    """The room on a phone's shelf: for all games, and for those that aren't installed."""

    def __init__(self, shelf: Mapping[str, str], catalogue: Collection[str]) -> None:
        self._ours = catalogue
        plays = [
            play for value in yielding(shelf.values(), ROWS_IN_A_ROW) if (play := _kept(value))
        ]
        self._all = len(shelf)
        self._others = sum(play.game not in catalogue for play in plays)

    def taken(self, slug: str) -> Text | None:
        """Takes a place for a game; returns why there is none."""
        other = slug not in self._ours
        if self._all >= MAX_GAMES:
            return Text("No more than {most} games are kept", most=MAX_GAMES)
        if other and self._others >= MAX_OTHER_GAMES:
            return Text("No more than {most} plays of other games are kept", most=MAX_OTHER_GAMES)
        self._all, self._others = self._all + 1, self._others + other
        return None


def _why_not(play: FinishedPlay, room: _Room) -> Text | None:
    """Takes a place for a game that can be shown; returns why it isn't kept, if so."""
    return room.taken(play.game) if is_possible(play) else Text("This file can't be read.")


def _text(sent: str | bytes) -> str:
    if isinstance(sent, str):
        return sent
    if (kind := foreign_kind(sent)) is not None:
        raise WrongFormat(kind)
    try:
        return decoded(sent)
    except UnicodeDecodeError as bad:
        raise WrongFormat(Text("This isn't text in UTF-8")) from bad


def _summary(play: FinishedPlay) -> Text:
    standings = ", ".join(
        f"{isolated(one.name) or '?'} {total_text(one.total)}" for one in play.players
    )
    return Text("{game}: {places}", game=untranslated(play.game), places=untranslated(standings))


def _kept(value: str) -> FinishedPlay | None:
    try:
        data = json.loads(value)
        players = tuple(Player(**one) for one in data.pop("players"))
        play = FinishedPlay(**{**data, "players": players, "about": EveningNotes(**data["about"])})
        return play if is_possible(play) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
