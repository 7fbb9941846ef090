"""Imports finished games from files: BG Stats' JSON, a CSV, evenings or a game saved here.

No file is trusted: the result names for each game what was understood and what was not. Games have
ids, so importing a file twice adds each game once. They count for this phone and create no table.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion import transcript
from companion.chance import TABLE_CODE_ALPHABET
from companion.evenings import EveningNotes, FinishedPlay, Player, finished_play, total_text
from companion.evenings.copies import is_same_game
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore
from companion.play.spreadsheets import (
    ROWS_IN_A_ROW,
    AmbiguousDate,
    date_of,
    day_comes_first,
    decoded,
    number,
    read_rows,
    separator_of,
    truth,
)
from companion.play.store import TableStore
from companion.referee.text import Text, isolated, untranslated
from companion.tables import Event, Table, table_from_events
from companion.tables.names import without_invisible_characters
from companion.transcript import BadGameFile
from companion.yielding import let_others, yielding

#: Games that are kept and read of one file, and letters of a name, at most.
MAX_GAMES, MAX_NAME_CHARACTERS = 1000, 80
#: Of them, games that aren't installed here: a collector has thousands, and ours need room.
MAX_OTHER_GAMES = 500
#: Parts of a JSON file at most: one of a thousand games has a tenth of them, and one of nothing
#: but brackets would keep the server for seconds.
MAX_PARTS = 100_000
#: Entries of the lists of players, games and places that are read, and people of a game.
MAX_NAMED, MAX_PLAYERS = 5_000, 20
#: Letters of a saved game, as where games are opened as tables.
MAX_SAVED_GAME_CHARACTERS = 512 * 1024
#: Letters of a CSV: one of a thousand games has a tenth of them.
MAX_CSV_CHARACTERS = 2 * 1024 * 1024
#: Rows of a CSV, a player each.
MAX_ROWS = 10_000
#: What a game's numbers can be: points on either side of nought, minutes and rounds, and when it
#: ended. What is beyond is a slip, and no calendar or chart could show it.
MAX_POINTS, MAX_COUNT = 999_999, 99_999
FIRST_MOMENT, LAST_MOMENT = datetime(1970, 1, 2).timestamp(), datetime(2100, 1, 1).timestamp()
#: Games and entries read between two turns of others; letters told of what isn't kept.
GAMES_IN_A_ROW, ENTRIES_IN_A_ROW, MAX_LEFT_CHARACTERS = 8, 128, 200
#: What a CSV has to tell, and what names a game there: a table's code or another game's id.
_NEEDED_HEADS = {"ended", "game", "name", "total"}
_COMPANION_CODE = re.compile(rf"[{TABLE_CODE_ALPHABET}]{{4,8}}|\S{{21,}}")
#: On the shelf no game is called so.
_SHELF = "-plays"
_SCORE = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,20})?(?:[+-]\d{1,6}(?:[.,]\d{1,20})?){0,20}[+-]?")
#: What we read of a game of BG Stats and of a player there, and what of it says nothing where it is
#: as usual.
_READ = frozenset(
    {"uuid", "playDate", "durationMin", "gameRefId", "locationRefId", "comments", "playerScores"}
    | {"expansionPlays", "entryDate", "modificationDate", "manualWinner", "playImages", "copyId"}
    | {"bggId", "bggLastSync", "importPlayId", "nemestatsId", "metaData", "playDateYmd", "rounds"}
    | {"playerRefId", "anonymousName", "score", "winner", "rank", "seatOrder", "startPlayer"}
    | {"scoringSetting", "ignored", "isAnonymous"}
)
#: Heads of our own columns, in every language, and others' for the same.
COLUMN_HEADS = {
    "ended": (
        "ended",
        "date",
        "datum",
        "fecha",
        "beendet",
        "ende",
        "fin",
        "terminée",
        "fini",
        "fine",
        "data",
    ),
    "game": ("game", "spiel", "partie", "juego", "jeu", "partida", "gioco", "partita"),
    "code": (
        "table",
        "table code",
        "código de la mesa",
        "tischcode",
        "code de la table",
        "tisch",
        "mesa",
        "codice del tavolo",
        "tavolo",
    ),
    "seat": ("seat", "platz", "asiento", "posto"),
    "name": (
        "player",
        "name",
        "spieler",
        "joueur",
        "jugador",
        "nombre",
        "nom",
        "giocatore",
        "nome",
    ),
    "total": ("points", "score", "punkte", "puntos", "punti"),
    "rank": ("rank", "rang", "puesto", "position", "posición", "posizione"),
    "won": (
        "won",
        "winner",
        "gewonnen",
        "gagné",
        "a gagné",
        "ganada",
        "ganó",
        "vinta",
        "vinto",
        "ha vinto",
    ),
    "place": (
        "where it was",
        "wo es war",
        "dónde fue",
        "où c'était",
        "ort",
        "lugar",
        "lieu",
        "dove",
        "luogo",
    ),
    "note": ("note", "notiz", "nota", "notes", "notas", "notizen"),
    "expansions": ("expansions", "erweiterungen", "expansiones", "extensions", "espansioni"),
    "minutes": ("minutes", "minuten", "minutos", "minuti"),
}
_NOTES = ("place", "note", "expansions")


@dataclass(frozen=True)
class ImportedLine:
    """The result for one game of the file: its line (0: of no one line), whether it counts, why."""

    line: int
    taken: bool
    words: Text


_ALREADY_HERE = Text("already here")


class WrongFormat(ValueError):
    """Part of a file is not in the expected format. `reason`: why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.source)
        self.reason = reason


def finished_play_id(play: FinishedPlay) -> str:
    """Returns the game's id, the same in every export; an imported game keeps its own."""
    if len(play.code) > 20:
        return play.code
    return str(uuid5(NAMESPACE_URL, f"Cosmos companion {play.code} {round(play.ended)}"))


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
            _named_after(play),
        )
    }


def stored_imports_of_phone(store: TableStore, phone: str) -> list[FinishedPlay]:
    """The games from elsewhere that this phone counts. What can't be read is passed over: an older
    companion took numbers that no page can show.
    """
    kept = NoteStore(store, phone, _SHELF).read().values()
    return [play for play in map(_kept, kept) if play]


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
    slugs = {_folded(game.title): slug for slug, game in store.catalogue.items()}
    for line, found in yielding(_found(_text(sent), store, own, others), GAMES_IN_A_ROW):
        if isinstance(found, Text):
            said.append(ImportedLine(line, False, found))
            continue
        key = finished_play_id(found)
        play = replace(found, code=key, game=slugs.get(_folded(found.game), found.game))
        known = key in shelf or key in new or not {key, _named_after(play)}.isdisjoint(there)
        if why := _ALREADY_HERE if known else _why_not(play, room):
            said.append(ImportedLine(line, False, _named_reason(found.game, found.ended, why)))
            continue
        new[key] = play
        said.append(ImportedLine(line, True, _summary(found)))
    if new:
        kept = {key: json.dumps(asdict(play), ensure_ascii=False) for key, play in new.items()}
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
    return room.taken(play.game) if _is_possible(play) else Text("This file can't be read.")


def _text(sent: str | bytes) -> str:
    if isinstance(sent, str):
        return sent
    try:
        return decoded(sent)
    except UnicodeDecodeError as bad:
        raise WrongFormat(Text("This isn't text in UTF-8")) from bad


def _folded(title: str) -> str:
    """The title for comparisons: case, punctuation and an edition in brackets say nothing."""
    return " ".join(re.findall(r"\w+", re.sub(r"\(.*?\)", " ", title).casefold()))


def _named_reason(game: str, ended: float | str, why: Text) -> Text:
    """Why a game isn't taken, with what names it: its title and day."""
    day = datetime.fromtimestamp(ended).date().isoformat() if isinstance(ended, float) else ended
    return Text("{game}, {date}: {why}", game=untranslated(game), date=untranslated(day), why=why)


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
        return play if _is_possible(play) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _is_possible(play: FinishedPlay) -> bool:
    """Returns whether everything in the game is what pages can show."""
    numbers = [play.minutes, play.rounds, play.starter]
    numbers += [number for one in play.players for number in (one.seat, one.rank)]
    words = [play.code, play.game, *astuple(play.about), *(one.name for one in play.players)]
    points = [one.total for one in play.players if one.total is not None]
    return (
        bool(play.players)
        and isinstance(play.ended, float | int)
        and FIRST_MOMENT <= play.ended <= LAST_MOMENT
        and all(isinstance(each, int) and 0 <= each <= MAX_COUNT for each in numbers)
        and all(isinstance(each, int) and abs(each) <= MAX_POINTS for each in points)
        and all(isinstance(each, str) and is_writable(each) for each in words)
        and all(isinstance(one.won, bool) for one in play.players)
    )


def is_writable(words: str) -> bool:
    """Returns whether the words can be sent: half a character can't be."""
    return not re.search("[\ud800-\udfff]", words)


#: A player as a file tells it: name, points, whether they won (None: not told), rank (None: not
#: told).
_Row = tuple[str, Any, Any, Any]
#: What was found at a line: a game, or why there is none.
ImportLineResults = Iterator[tuple[int, FinishedPlay | Text]]


def _found(text: str, store: TableStore, own: Iterable[Table], others: bool) -> ImportLineResults:
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
    if clean.count("{") + clean.count("[") > MAX_PARTS:
        raise WrongFormat(Text("This file has too many parts."))
    data: Any = None
    with suppress(ValueError, RecursionError):
        data = _loaded(clean)
    if isinstance(data, dict) and isinstance(data.get("plays"), list):
        titles = {_folded(game.title): game.title for game in store.catalogue.values()}
        return _of_bg_stats(data, clean, titles, others=others)
    if isinstance(data, dict) and data.get("form") == "companion-evenings":
        return _of_evenings(data, clean)
    if data is not None or (
        re.search(r"^game ", clean, re.MULTILINE) and not _has_csv_heads(clean)
    ):
        if len(clean) > MAX_SAVED_GAME_CHARACTERS:
            raise WrongFormat(Text("This file has too many parts."))
        return _of_saved(clean, store, own)
    if len(clean) > MAX_CSV_CHARACTERS:
        raise WrongFormat(Text("This file has too many parts."))
    return _of_csv(clean)


_DECODER, _SPACE = json.JSONDecoder(), re.compile(r"[ \t\n\r]*")


def _loaded(text: str) -> Any:
    """What the text is as JSON. The entries of an object's lists are read in turns with other
    requests, for a collector's file has megabytes in one line. Raises `ValueError`.
    """
    at = _next(text, 0)
    if not text.startswith("{", at):
        return json.loads(text)
    data: dict[str, Any] = {}
    at = _next(text, at + 1)
    while not text.startswith("}", at):
        key, at = _DECODER.raw_decode(text, at)
        at = _next(text, _passed(text, _next(text, at), ":"))
        if text.startswith("[", at):
            data[str(key)], at = _loaded_list(text, at)
        else:
            data[str(key)], at = _DECODER.raw_decode(text, at)
        at = _after_entry(text, at, "}")
    if _next(text, at + 1) != len(text):
        raise ValueError(text[at : at + 9])
    return data


def _loaded_list(text: str, at: int) -> tuple[list[Any], int]:
    values: list[Any] = []
    at = _next(text, at + 1)
    while not text.startswith("]", at):
        if len(values) % ENTRIES_IN_A_ROW == 0:
            let_others()
        value, at = _DECODER.raw_decode(text, at)
        values.append(value)
        at = _after_entry(text, at, "]")
    return values, at + 1


def _after_entry(text: str, at: int, end: str) -> int:
    at = _next(text, at)
    return at if text.startswith(end, at) else _next(text, _passed(text, at, ","))


def _passed(text: str, at: int, mark: str) -> int:
    if not text.startswith(mark, at):
        raise ValueError(text[at : at + 9])
    return at + 1


def _next(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _lines_of(text: str, field: str) -> dict[str, int]:
    """Returns, by the words of this field, the first line that has it; found in one pass."""
    lines: dict[str, int] = {}
    line, counted = 1, 0
    if "\n" not in text.strip():
        return lines
    found = re.finditer(rf'"{field}"\s*:\s*"([^"\\]{{0,80}})"', text)
    for match in yielding(found, ENTRIES_IN_A_ROW):
        line += text.count("\n", counted, match.start(1))
        counted = match.start(1)
        lines.setdefault(match[1], line)
    return lines


def _first_games(games: Any) -> tuple[list[Mapping[str, Any]], bool]:
    """Returns the games of the list that are read, and whether there are more."""
    found = _dicts(games)
    return found[:MAX_GAMES], len(found) > MAX_GAMES


_MORE = Text("No more than {most} games are read from one file", most=MAX_GAMES)


def _players_left_out(players: int) -> Text | None:
    """Why a game of so many players isn't read whole; None if it is."""
    if players <= MAX_PLAYERS:
        return None
    left = players - MAX_PLAYERS
    return Text(
        "no more than {most} players are read, left out: {number}", most=MAX_PLAYERS, number=left
    )


# -- BG Stats


#: The lists of a file whose entries have a name and an id.
_NAMED = ("games", "players", "locations")


def _of_bg_stats(
    data: Mapping[str, Any], text: str, titles: Mapping[str, str], *, others: bool = False
) -> ImportLineResults:
    """Yields the plays of installed games (`titles`, by folded title) first, then with `others`
    those of other games; then once for the file what is never kept.
    """
    named = _bg_names(data)
    ours = _ours(data, titles)
    named["games"] |= ours
    low = {each["id"] for each in _named(data, "games") if each.get("highestWins") is False}
    lines, left = _lines_of(text, "uuid"), set[str]()
    plays = _dicts(data["plays"])
    kept = [play for play in plays if _key(play.get("gameRefId")) in ours]
    rest = [play for play in plays if _key(play.get("gameRefId")) not in ours]
    wanted = [*kept, *(rest if others else ())]
    read = wanted[:MAX_GAMES]
    for play in read:
        line = lines.get(str(play.get("uuid")), 0)
        try:
            yield line, _bg_play(play, named, low)
        except WrongFormat as bad:
            yield line, _of_play(play, named, bad.reason)
            continue
        scores = _dicts(play.get("playerScores"))
        if missing := _players_left_out(len(scores)):
            yield line, _of_play(play, named, missing)
        scores = scores[:MAX_PLAYERS]
        left |= {key for part in (play, *scores) for key, value in part.items() if value} - _READ
        if any(_is_fraction(one.get("score")) for one in scores):
            yield line, _of_play(play, named, Text("points are rounded to whole numbers"))
    if len(read) < len(wanted):
        yield 0, _MORE
    yield from _entries_left_out(data)
    if rest and not others:
        yield 0, Text("Plays of other games, left out: {number}", number=len(rest))
    if left:
        what = untranslated(", ".join(sorted(map(_word, left)))[:MAX_LEFT_CHARACTERS])
        yield 0, Text("Not kept: {what}", what=what)


def _entries_left_out(data: Mapping[str, Any]) -> ImportLineResults:
    if left := sum(max(0, len(_dicts(data.get(kind))) - MAX_NAMED) for kind in _NAMED):
        why = Text(
            "No more than {most} games, players and places each are read, left out: {number}",
            most=MAX_NAMED,
            number=left,
        )
        yield 0, why


def _ours(data: Mapping[str, Any], titles: Mapping[str, str]) -> dict[Any, str]:
    """Returns the titles of the file's games that are installed, by id."""
    found = {}
    for each in _named(data, "games"):
        for name in ("bggName", "name"):
            if title := titles.get(_folded(_word(each.get(name)))):
                found[each["id"]] = title
    return found


def _bg_names(data: Mapping[str, Any]) -> dict[str, dict[Any, str]]:
    """Returns the names of the file's games, players and places by id."""
    named = {
        kind: {each["id"]: _word(each.get("name")) for each in _named(data, kind)}
        for kind in _NAMED
    }
    # Somebody without a name has one there, too, the same for all of them.
    named["players"] |= {
        each["id"]: "" for each in _named(data, "players") if each.get("isAnonymous")
    }
    return named


def _of_play(play: Mapping[str, Any], named: Mapping[str, Mapping[Any, str]], why: Text) -> Text:
    """Why a play isn't taken, with its game and day."""
    game = named["games"].get(_key(play.get("gameRefId")), "") or "?"
    return _named_reason(game, _word(play.get("playDate"), 10) or "?", why)


def _named(data: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    """Returns what the file says of its players, games or places: each has an id."""
    found = _dicts(data.get(kind))[:MAX_NAMED]
    return [each for each in found if isinstance(each.get("id"), int | str)]


def _bg_play(
    play: Mapping[str, Any], named: Mapping[str, Mapping[Any, str]], low: Collection[Any]
) -> FinishedPlay:
    game = named["games"].get(_key(play.get("gameRefId")), "")
    if not game:
        raise WrongFormat(Text("A game that the file doesn't name"))
    if play.get("ignored"):
        raise WrongFormat(Text("marked as ignored, so it isn't counted"))
    scores = _dicts(play.get("playerScores"))[:MAX_PLAYERS]
    players = [_bg_player(one, named["players"]) for one in scores]
    if play.get("manualWinner"):
        players = [(name, score, bool(won), rank) for name, score, won, rank in players]
    extra = [
        named["games"].get(_key(each.get("gameRefId")), "")
        for each in _dicts(play.get("expansionPlays"))[:MAX_PLAYERS]
    ]
    about = EveningNotes(
        named["locations"].get(_key(play.get("locationRefId")), ""),
        _word(play.get("comments"), 200),
        ", ".join(each for each in extra if each),
    )
    made = FinishedPlay(
        "",
        game,
        _moment(str(play.get("playDate", ""))),
        _ranked(players, lowest=_key(play.get("gameRefId")) in low),
        about,
        _whole(play.get("durationMin")),
        _whole(play.get("rounds")),
        next((seat for seat, one in enumerate(scores, 1) if one.get("startPlayer")), 0),
    )
    key = _word(play.get("uuid"))
    return replace(made, code=key if len(key) > 20 else _named_after(made))


def _bg_player(one: Mapping[str, Any], named: Mapping[Any, str]) -> _Row:
    name = _word(one.get("anonymousName")) or named.get(_key(one.get("playerRefId")), "")
    return name, one.get("score"), bool(one.get("winner")) or None, one.get("rank")


# -- evenings and games that a companion saved


def _of_evenings(data: Mapping[str, Any], text: str) -> ImportLineResults:
    lines = _lines_of(text, "table")
    games, more = _first_games(data.get("games"))
    for game in games:
        line = lines.get(str(game.get("table")), 0)
        try:
            yield line, (play := _saved_evening(game))
        except WrongFormat as bad:
            yield line, bad.reason
            continue
        if missing := _players_left_out(len(_dicts(game.get("players")))):
            yield line, _named_reason(play.game, play.ended, missing)
    if more:
        yield 0, _MORE


def _saved_evening(game: Mapping[str, Any]) -> FinishedPlay:
    of = game.get("game")
    title = _word(of.get("title")) if isinstance(of, dict) else ""
    if not title:
        raise WrongFormat(Text("A game that the file doesn't name"))
    rows = [
        (_word(one.get("name")), one.get("total"), one.get("winner"), one.get("rank"))
        for one in _dicts(game.get("players"))[:MAX_PLAYERS]
    ]
    about = EveningNotes(*(_word(game.get(name), 200) for name in ("where", "note", "expansions")))
    made = FinishedPlay(
        _word(game.get("table")),
        title,
        _moment(str(game.get("ended", ""))),
        _ranked(rows),
        about,
        _whole(game.get("minutes")),
        _whole(game.get("rounds")),
        _whole(game.get("starter")),
    )
    return replace(made, code=finished_play_id(made))


def _of_saved(text: str, store: TableStore, own: Iterable[Table]) -> ImportLineResults:
    try:
        record = transcript.read_game_file(text)
        lines = transcript.checked_events(record, store.catalogue, "", store.clock(), let_others)
    except BadGameFile as bad:
        yield bad.line, bad.expected
        return
    log = [Event("saved", seq, at, *line) for seq, (at, line) in enumerate(lines, 1)]
    table = table_from_events(yielding(log), store.catalogue)
    play = finished_play(table) if table else None
    if play is None or table is None:
        yield 1, Text("This game isn't over, so it counts for no one yet")
        return
    if any(is_same_game(table, one) for one in yielding(own)):
        yield 1, _named_reason(table.game.title, play.ended, _ALREADY_HERE)
        return
    same = "\n".join(f"{seat} {kind} {words}" for _, (seat, kind, words) in lines)
    key = str(uuid5(NAMESPACE_URL, f"Cosmos companion saved {same}"))
    yield 1, replace(play, code=key, game=table.game.title)


# -- CSV: one line a player


def _of_csv(text: str) -> ImportLineResults:
    cells, heads, entries, beyond = _csv_rows(text)
    first = day_comes_first(
        (one["ended"] for _, one in entries), semicolons=separator_of(text) == ";"
    )
    games = list(_rows_by_game(entries))
    for lines in games[:MAX_GAMES]:
        yield (read := _csv_game(lines, first))
        missing = _players_left_out(len(lines))
        if missing and isinstance(play := read[1], FinishedPlay):
            yield lines[MAX_PLAYERS][0], _named_reason(play.game, play.ended, missing)
    if len(games) > MAX_GAMES:
        yield 0, _MORE
    yield from beyond
    left = [cell for cell, head in zip(cells, heads, strict=True) if cell and not head]
    if left:
        what = untranslated(", ".join(map(_word, left))[:MAX_LEFT_CHARACTERS])
        yield 0, Text("Not kept: {what}", what=what)


#: A row of a CSV: its line, and its cells by their heads.
_CsvRow = tuple[int, dict[str, str]]


def _csv_rows(text: str) -> tuple[list[str], list[str], list[_CsvRow], list[tuple[int, Text]]]:
    """Returns the first row as it is written, what each column is, the other rows, and what is to
    be told of those that aren't read. Raises `WrongFormat`.
    """
    try:
        found = read_rows(text)
        cells = next(found, (0, []))[1]
        rows = list(islice(found, MAX_ROWS))
        beyond = next(found, None)
        left = sum(1 for _ in found) + 1
    except csv.Error as bad:
        raise WrongFormat(Text("This file can't be read.")) from bad
    heads = _heads(cells)
    if not set(heads) >= _NEEDED_HEADS:
        raise WrongFormat(
            Text("No games in this file: it needs columns for date, game, player and points")
        )
    entries = [(line, _by_head(heads, row)) for line, row in yielding(rows, ROWS_IN_A_ROW)]
    if beyond is None:
        return cells, heads, entries, []
    # Of a game whose rows aren't all read none is.
    while entries and _game_key(entries[-1][1]) == _game_key(_by_head(heads, beyond[1])):
        entries.pop()
        left += 1
    why = Text(
        "No more than {most} rows are read from one file, left out: {number}",
        most=MAX_ROWS,
        number=left,
    )
    return cells, heads, entries, [(beyond[0], why)]


def _has_csv_heads(text: str) -> bool:
    with suppress(csv.Error):
        return set(_heads(next(iter(read_rows(text)), (0, []))[1])) >= _NEEDED_HEADS
    return False


def _rows_by_game(entries: Iterable[_CsvRow]) -> Iterator[list[_CsvRow]]:
    """Yields the rows of each game. Where only the day is told, a player who comes again plays the
    next game of that day.
    """
    games: dict[tuple[str, ...], list[list[_CsvRow]]] = {}
    for line, one in entries:
        of_day = games.setdefault(_game_key(one), [[]])
        who = one["name"].strip().casefold()
        again = who and any(who == row["name"].strip().casefold() for _, row in of_day[-1])
        if again and ":" not in one["ended"]:
            of_day.append([])
        of_day[-1].append((line, one))
    for of_day in games.values():
        yield from of_day


def _game_key(row: Mapping[str, str]) -> tuple[str, ...]:
    """What the rows of one game have in common, and games of one day."""
    return tuple(row.get(head, "") for head in ("ended", "game", "code"))


def _heads(row: list[str]) -> list[str]:
    """What each column is; of two with one meaning, the first."""
    heads: list[str] = []
    for cell in row:
        wanted = " ".join(cell.replace("’", "'").split()).casefold()
        # "Place" is the seat in French and the rank in English.
        french = "seat" if "joueur" in (each.strip().casefold() for each in row) else "rank"
        named = next((head for head, names in COLUMN_HEADS.items() if wanted in names), "")
        head = french if wanted == "place" else named
        heads.append("" if head in heads else head)
    return heads


def _by_head(heads: list[str], row: list[str]) -> dict[str, str]:
    cells = {head: cell for head, cell in zip(heads, row, strict=False) if head}
    return {"ended": "", "game": "", "name": "", "total": ""} | cells


def _csv_game(lines: list[_CsvRow], day_first: bool | None) -> tuple[int, FinishedPlay | Text]:
    """The game of these lines, or which line has to be changed and why."""
    rows: list[_Row] = []
    for line, one in lines[:MAX_PLAYERS]:
        try:
            _points(one["total"])
            won = truth(one.get("won", ""))
            if won is None:
                word = untranslated(_word(one["won"]))
                raise WrongFormat(Text("“{word}” says neither yes nor no", word=word))
        except WrongFormat as bad:
            return line, bad.reason
        rank = number(one.get("rank", ""))
        rows.append((_word(one["name"]), one["total"], won, rank))
    if not any(won for _, _, won, _ in rows):
        rows = [(name, points, None, rank) for name, points, _, rank in rows]
    head = lines[0][1]
    try:
        game = _word(head["game"])
        if not game:
            raise WrongFormat(Text("A game that the file doesn't name"))
        about = EveningNotes(*(_word(head.get(name, ""), 200) for name in _NOTES))
        ended = _moment(head["ended"], day_first)
        minutes = number(head.get("minutes", ""))
        made = FinishedPlay(
            _word(head.get("code", "")),
            game,
            ended,
            _ranked(rows),
            about,
            _whole(None if minutes is None else round(minutes)),
        )
    except WrongFormat as bad:
        return lines[0][0], bad.reason
    # Any other word in that column may stand beside every game of a place.
    ours = _COMPANION_CODE.fullmatch(made.code)
    return lines[0][0], replace(made, code=finished_play_id(made) if ours else _named_after(made))


# -- what all of them share


def _ranked(rows: Iterable[_Row], *, lowest: bool = False) -> tuple[Player, ...]:
    """Each on a seat of its own, ranked as the file says, else by points; who won as the file says,
    else who has most (or least). A file that says of somebody that they lost says who won, too:
    nobody else. Points that the file leaves out stay unknown, and nobody wins by them.
    """
    results = [(name, _points(score), winner, _rank(rank)) for name, score, winner, rank in rows]
    if not results:
        raise WrongFormat(Text("A game without players"))
    whole = all(points is not None for _, points, _, _ in results)
    says = any(winner is not None for _, _, winner, _ in results)
    worth = [
        (
            bool(winner) and not whole,
            points is not None,
            -(points or 0) if lowest else points or 0,
        )
        for _, points, winner, _ in results
    ]
    ranks = [rank for *_, rank in results]
    given = 1 in ranks and all(ranks)
    if not given:
        ranks = [1 + sum(other > one for other in worth) for one in worth]
    return tuple(
        Player(seat, name, points, rank, bool(winner) if says else rank == 1 and (whole or given))
        for seat, ((name, points, winner, _), rank) in enumerate(
            zip(results, ranks, strict=True), 1
        )
    )


def _rank(value: Any) -> int:
    """The rank that a file tells; 0 for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and 0 < value <= MAX_PLAYERS else 0


def _whole(value: Any) -> int:
    """The number of minutes or rounds; 0 for anything else."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value <= MAX_COUNT else 0


def _points(score: Any) -> int | None:
    """The points, in whole numbers; None where the file has none. Raises `WrongFormat`."""
    if score is None or (isinstance(score, str) and not score.strip()):
        return None
    points = _sum(score)
    if points is None:
        written = _word(score, 40) if isinstance(score, str | int) else "?"
        raise WrongFormat(Text("Points that can't be read: {points}", points=untranslated(written)))
    return max(-MAX_POINTS, min(MAX_POINTS, math.floor(points + 0.5)))


def _is_fraction(score: Any) -> bool:
    points = _sum(score)
    return points is not None and points != math.floor(points)


def _sum(score: Any) -> float | None:
    """The number that a score is: 61, "61.0", "40+12-3"; None for anything else."""
    if isinstance(score, bool):
        return None
    if isinstance(score, int | float):
        return score if abs(score) <= MAX_POINTS else None
    if not isinstance(score, str) or len(score) > 400:
        return None
    bare = re.sub(r"\s", "", score).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    # One number of thousands, or thousandths: nobody knows which.
    if not _SCORE.fullmatch(bare) or re.fullmatch(r"[+-]?\d{1,3}\.\d{3}", bare):
        return None
    return sum(float(part) for part in re.findall(r"[+-]?\d+(?:\.\d+)?", bare))


def _moment(written: str, day_first: bool | None = None) -> float:
    """Returns the moment in seconds; without a zone, of the clock here. Raises `WrongFormat`."""
    try:
        at = date_of(written, day_first).timestamp()
    except AmbiguousDate as bad:
        raise WrongFormat(
            Text(
                "{date} could be two different days. Write the year first.",
                date=untranslated(_word(written, 40)),
            )
        ) from bad
    except (ValueError, OverflowError, OSError):
        at = LAST_MOMENT + 1
    if not FIRST_MOMENT <= at <= LAST_MOMENT:
        date = untranslated(_word(written, 40))
        raise WrongFormat(Text("A date that can't be read: {date}", date=date))
    return at


def _named_after(play: FinishedPlay) -> str:
    """The id of a game that has none: what is told of it."""
    results = " ".join(f"{one.name.casefold()}={one.total}" for one in play.players)
    return str(uuid5(NAMESPACE_URL, f"{play.game} {round(play.ended)} {results}"))


def _word(value: Any, longest: int = MAX_NAME_CHARACTERS) -> str:
    if not isinstance(value, str) and (not isinstance(value, int) or abs(value) > 10**80):
        return ""
    # Half a character, of a file that was cut, can't be sent to anybody.
    whole = re.sub("[\ud800-\udfff]", "", str(value)[: 10 * longest])
    return without_invisible_characters(whole)[:longest]


def _key(value: Any) -> Any:
    """Returns what may name an entry of the file; None for anything that can't."""
    return value if isinstance(value, int | str) else None


def _dicts(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
