"""Imports finished games from files: BG Stats' JSON, a CSV, evenings or a game saved here.

No file is trusted: the result names for each game what was understood and what was not. Games have
ids, so importing a file twice adds each game once. They count for this phone and create no table.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion import transcript
from companion.evenings import EveningNotes, FinishedPlay, Player, finished_play
from companion.play.shelf import REMOVED_NOTE_VALUE, NoteStore
from companion.play.store import TableStore
from companion.referee.text import Text, untranslated
from companion.tables import Event, table_from_events
from companion.tables.names import without_invisible_characters
from companion.transcript import BadGameFile
from companion.yielding import let_others, yielding

#: Games that are kept and read of one file, and letters of a name, at most.
MAX_GAMES, MAX_NAME_CHARACTERS = 1000, 80
#: Parts of a JSON file at most: one of a thousand games has a tenth of them, and one of nothing
#: but brackets would keep the server for seconds.
MAX_PARTS = 100_000
#: Entries of the lists of players, games and places that are read, and people of a game.
MAX_NAMED, MAX_PLAYERS = 5_000, 20
#: Columns of a CSV that are read.
MAX_COLUMNS = 50
#: Bytes of a saved game, as where games are opened as tables.
MAX_SAVED_GAME_CHARACTERS = 512 * 1024
#: What a game's numbers can be: points on either side of nought, minutes and rounds, and when it
#: ended. What is beyond is a slip, and no calendar or chart could show it.
MAX_POINTS, MAX_COUNT = 999_999, 99_999
FIRST_MOMENT, LAST_MOMENT = datetime(1970, 1, 2).timestamp(), datetime(2100, 1, 1).timestamp()
#: Games and rows read between two turns of other requests; letters told of what isn't kept.
GAMES_IN_A_ROW, ROWS_IN_A_ROW, MAX_LEFT_CHARACTERS = 8, 64, 200
#: On the shelf no game is called so.
_SHELF = "-plays"
_SCORE = re.compile(r"\s*[+-]?\d{1,6}(?:\s*[+-]\s*\d{1,6}){0,20}\s*")
#: What we read of a game of BG Stats and of a player there, and what of it says nothing where it is
#: as usual.
_READ = frozenset(
    {"uuid", "playDate", "durationMin", "gameRefId", "locationRefId", "comments", "playerScores"}
    | {"expansionPlays", "entryDate", "modificationDate", "manualWinner", "playImages", "copyId"}
    | {"bggId", "bggLastSync", "importPlayId", "nemestatsId", "metaData", "playDateYmd", "rounds"}
    | {"playerRefId", "anonymousName", "score", "winner", "rank", "seatOrder", "startPlayer"}
)
#: Heads of our own columns, in every language.
COLUMN_HEADS = {
    "ended": ("ended", "date", "datum", "fecha", "beendet", "ende", "fin", "terminée", "fini"),
    "game": ("game", "spiel", "partie", "juego", "jeu", "partida"),
    "code": (
        "table",
        "table code",
        "código de la mesa",
        "tischcode",
        "code de la table",
        "tisch",
        "mesa",
    ),
    "seat": ("seat", "platz", "place", "asiento"),
    "name": ("player", "name", "spieler", "joueur", "jugador"),
    "total": ("points", "score", "punkte", "puntos"),
    "won": ("won", "winner", "gewonnen", "gagné", "ganada", "ganó"),
}


@dataclass(frozen=True)
class ImportedLine:
    """The result for one game of the file: its line, whether it counts, and why."""

    line: int
    taken: bool
    words: Text


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
    store: TableStore, text: str, phone: str, there: Collection[str]
) -> list[ImportedLine]:
    """Adds the games of this file whose ids aren't in `there`; returns the result for each. Raises
    `WrongFormat` if the file contains no games, `Unavailable`.
    """
    known = {*there, *NoteStore(store, phone, _SHELF).read()}
    said: list[ImportedLine] = []
    new: dict[str, FinishedPlay] = {}
    for line, found in yielding(_found(text, store), GAMES_IN_A_ROW):
        if isinstance(found, Text):
            said.append(ImportedLine(line, False, found))
        elif finished_play_id(found) in known or finished_play_id(found) in new:
            said.append(
                ImportedLine(
                    line, False, Text("{game}: already here", game=untranslated(found.game))
                )
            )
        elif len(known) + len(new) >= MAX_GAMES:
            said.append(
                ImportedLine(
                    line, False, Text("No more than {most} games are kept", most=MAX_GAMES)
                )
            )
        else:
            new[finished_play_id(found)] = found
            said.append(ImportedLine(line, True, _summary(found)))
    slugs = {game.title: slug for slug, game in store.catalogue.items()}
    kept = {
        key: json.dumps(
            asdict(replace(play, code=key, game=slugs.get(play.game, play.game))),
            ensure_ascii=False,
        )
        for key, play in new.items()
    }
    if kept:
        NoteStore(store, phone, _SHELF).write(kept)
    return said


def _summary(play: FinishedPlay) -> Text:
    told = ", ".join(f"{one.name or '?'} {one.total}" for one in play.players)
    return Text("{game}: {places}", game=untranslated(play.game), places=untranslated(told))


def _kept(value: str) -> FinishedPlay | None:
    try:
        told = json.loads(value)
        players = tuple(Player(**one) for one in told.pop("players"))
        play = FinishedPlay(**{**told, "players": players, "about": EveningNotes(**told["about"])})
        return play if _is_possible(play) else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _is_possible(play: FinishedPlay) -> bool:
    """Returns whether every number of the game is one that pages can show."""
    points = all(abs(one.total) <= MAX_POINTS for one in play.players)
    return points and FIRST_MOMENT <= play.ended <= LAST_MOMENT and play.minutes <= MAX_COUNT


#: What was found at a line: a game, or why there is none.
ImportLineResults = Iterator[tuple[int, FinishedPlay | Text]]


def _found(text: str, store: TableStore) -> ImportLineResults:
    """Yields what the file has, whatever its form. What no reader of a form has foreseen is words,
    too: no file is trusted.
    """
    try:
        yield from _read(text, store)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as bad:
        if isinstance(bad, WrongFormat):
            raise
        raise WrongFormat(Text("This file can't be read.")) from bad


def _read(text: str, store: TableStore) -> ImportLineResults:
    clean = text.lstrip("\ufeff")
    if clean.count("{") + clean.count("[") > MAX_PARTS:
        raise WrongFormat(Text("This file has too many parts."))
    told: Any = None
    with suppress(ValueError, RecursionError):
        told = json.loads(clean)
    if isinstance(told, dict) and isinstance(told.get("plays"), list):
        return _of_bg_stats(told, clean)
    if isinstance(told, dict) and told.get("form") == "companion-evenings":
        return _of_evenings(told, clean)
    if told is not None or re.search(r"^game ", clean, re.MULTILINE):
        if len(clean) > MAX_SAVED_GAME_CHARACTERS:
            raise WrongFormat(Text("This file has too many parts."))
        return _of_saved(clean, store)
    return _of_csv(clean)


def _lines_of(text: str, field: str) -> dict[str, int]:
    """Returns, by the words of this field, the first line that has it; found in one pass."""
    lines: dict[str, int] = {}
    line, counted = 1, 0
    for match in re.finditer(rf'"{field}"\s*:\s*"([^"\\]{{0,80}})"', text):
        line += text.count("\n", counted, match.start(1))
        counted = match.start(1)
        lines.setdefault(match[1], line)
    return lines


def _first_games(games: Any) -> tuple[list[Mapping[str, Any]], bool]:
    """Returns the games of the list that are read, and whether there are more."""
    found = _dicts(games)
    return found[:MAX_GAMES], len(found) > MAX_GAMES


_MORE = Text("No more than {most} games are read of one file", most=MAX_GAMES)


# -- BG Stats


def _of_bg_stats(told: Mapping[str, Any], text: str) -> ImportLineResults:
    named = {
        kind: {each["id"]: _word(each.get("name")) for each in _named(told, kind)}
        for kind in ("games", "players", "locations")
    }
    # Somebody without a name has one there, too, the same for all of them.
    named["players"] |= {
        each["id"]: "" for each in _named(told, "players") if each.get("isAnonymous")
    }
    low = {each["id"] for each in _named(told, "games") if each.get("highestWins") is False}
    lines = _lines_of(text, "uuid")
    plays, more = _first_games(told["plays"])
    for play in plays:
        line = lines.get(str(play.get("uuid")), 1)
        try:
            yield line, _bg_play(play, named, low)
        except WrongFormat as bad:
            yield line, bad.reason
            continue
        told_of = [play, *_dicts(play.get("playerScores"))[:MAX_PLAYERS]]
        left = {key for part in told_of for key, value in part.items() if value} - _READ
        if left:
            what = untranslated(", ".join(sorted(left))[:MAX_LEFT_CHARACTERS])
            yield line, Text("Not kept: {what}", what=what)
    if more:
        yield 1, _MORE


def _named(told: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    """Returns what the file says of its players, games or places: each has an id."""
    found = _dicts(told.get(kind))[:MAX_NAMED]
    return [each for each in found if isinstance(each.get("id"), int | str)]


def _bg_play(
    play: Mapping[str, Any], named: Mapping[str, Mapping[Any, str]], low: Collection[Any]
) -> FinishedPlay:
    game = named["games"].get(_key(play.get("gameRefId")), "")
    if not game:
        raise WrongFormat(Text("A game that the file doesn't name"))
    if play.get("ignored"):
        raise WrongFormat(
            Text("{game}: marked as ignored, so it isn't counted", game=untranslated(game))
        )
    scores = _dicts(play.get("playerScores"))[:MAX_PLAYERS]
    players = [_bg_player(one, named["players"]) for one in scores]
    if play.get("manualWinner"):
        players = [(name, score, bool(winner)) for name, score, winner in players]
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


def _bg_player(one: Mapping[str, Any], named: Mapping[Any, str]) -> tuple[str, Any, Any]:
    name = _word(one.get("anonymousName")) or named.get(_key(one.get("playerRefId")), "")
    return name, one.get("score"), one.get("winner") or None


# -- evenings and games that a companion saved


def _of_evenings(told: Mapping[str, Any], text: str) -> ImportLineResults:
    lines = _lines_of(text, "table")
    games, more = _first_games(told.get("games"))
    for game in games:
        line = lines.get(str(game.get("table")), 1)
        try:
            yield line, _saved_evening(game)
        except WrongFormat as bad:
            yield line, bad.reason
    if more:
        yield 1, _MORE


def _saved_evening(game: Mapping[str, Any]) -> FinishedPlay:
    of = game.get("game")
    title = _word(of.get("title")) if isinstance(of, dict) else ""
    if not title:
        raise WrongFormat(Text("A game that the file doesn't name"))
    rows = [
        (_word(one.get("name")), one.get("total"), one.get("winner"))
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
    )
    return replace(made, code=finished_play_id(made))


def _of_saved(text: str, store: TableStore) -> ImportLineResults:
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
        yield 1, Text("This game isn't over, so it counts for nobody yet")
        return
    same = "\n".join(f"{seat} {kind} {words}" for _, (seat, kind, words) in lines)
    key = str(uuid5(NAMESPACE_URL, f"Cosmos companion saved {same}"))
    yield 1, replace(play, code=key, game=table.game.title)


# -- CSV: one line a player


def _of_csv(text: str) -> ImportLineResults:
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    read = csv.reader(io.StringIO(text), delimiter=comma)
    try:
        rows = [row[:MAX_COLUMNS] for row in islice(read, MAX_GAMES * 10)]
    except csv.Error as bad:
        raise WrongFormat(Text("This file can't be read.")) from bad
    heads = [_head(cell) for cell in rows[0]] if rows else []
    if not {"ended", "game", "name", "total"} <= set(heads):
        raise WrongFormat(
            Text("No games in this file: it needs columns for date, game, player and points")
        )
    games: dict[tuple[str, ...], list[tuple[int, dict[str, str]]]] = {}
    for line, row in enumerate(yielding(rows[1:], ROWS_IN_A_ROW), start=2):
        if row:
            told = {head: _uncovered(cell) for head, cell in zip(heads, row, strict=False) if head}
            key = tuple(told.get(head, "") for head in ("ended", "game", "code"))
            games.setdefault(key, []).append((line, told))
    for lines in islice(games.values(), MAX_GAMES):
        try:
            yield lines[0][0], _csv_play([told for _, told in lines])
        except WrongFormat as bad:
            yield lines[0][0], bad.reason
    if len(games) > MAX_GAMES:
        yield 1, _MORE


def _head(cell: str) -> str:
    wanted = cell.strip().casefold()
    return next((head for head, names in COLUMN_HEADS.items() if wanted in names), "")


def _uncovered(cell: str) -> str:
    """What a spreadsheet must not take for a formula has a mark before it."""
    return cell[1:] if cell[:1] == "'" else cell


def _csv_play(lines: list[dict[str, str]]) -> FinishedPlay:
    head = lines[0]
    game = _word(head.get("game"))
    if not game:
        raise WrongFormat(Text("A game that the file doesn't name"))
    won = [one.get("won", "") in ("1", "true", "yes", "x") for one in lines]
    rows = [
        (_word(one.get("name")), one.get("total"), win if any(won) else None)
        for one, win in list(zip(lines, won, strict=True))[:MAX_PLAYERS]
    ]
    made = FinishedPlay(
        _word(head.get("code")), game, _moment(head.get("ended", "")), _ranked(rows)
    )
    return replace(made, code=finished_play_id(made) if made.code else _named_after(made))


# -- what all of them share


def _ranked(rows: Iterable[tuple[str, Any, Any]], *, lowest: bool = False) -> tuple[Player, ...]:
    """Each on a seat of its own, ranked by points; who won as the file says, else who has most (or
    least). A file that says of somebody that they lost says who won, too: nobody else.
    """
    told = [(name, _points(score), winner) for name, score, winner in rows]
    if not told:
        raise WrongFormat(Text("A game without players"))
    says = any(winner is not None for *_, winner in told)
    worth = [-points if lowest else points for _, points, _ in told]
    return tuple(
        Player(
            seat,
            name,
            points,
            1 + sum(other > worth[seat - 1] for other in worth),
            bool(winner) if says else worth[seat - 1] == max(worth),
        )
        for seat, (name, points, winner) in enumerate(told, 1)
    )


def _whole(value: Any) -> int:
    """The number of minutes or rounds; 0 for anything else."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value <= MAX_COUNT else 0


def _points(score: Any) -> int:
    if isinstance(score, int) and not isinstance(score, bool) and abs(score) <= MAX_POINTS:
        return score
    if not isinstance(score, str) or len(score) > 400 or not _SCORE.fullmatch(score):
        raise WrongFormat(Text("A game without points"))
    points = sum(int(part) for part in re.findall(r"[+-]?\d+", re.sub(r"\s", "", score)))
    return max(-MAX_POINTS, min(MAX_POINTS, points))


def _moment(written: str) -> float:
    """Without a zone, the time of the clock here."""
    try:
        at = datetime.fromisoformat(written.strip()[:40].replace("Z", "+00:00")).timestamp()
    except (ValueError, OverflowError, OSError):
        at = LAST_MOMENT + 1
    if not FIRST_MOMENT <= at <= LAST_MOMENT:
        raise WrongFormat(
            Text("A date that can't be read: {date}", date=untranslated(written[:40]))
        )
    return at


def _named_after(play: FinishedPlay) -> str:
    """The id of a game that has none: what is told of it."""
    told = " ".join(f"{one.name.casefold()}={one.total}" for one in play.players)
    return str(uuid5(NAMESPACE_URL, f"{play.game} {round(play.ended)} {told}"))


def _word(value: Any, longest: int = MAX_NAME_CHARACTERS) -> str:
    return (
        without_invisible_characters(str(value))[:longest] if isinstance(value, str | int) else ""
    )


def _key(value: Any) -> Any:
    """Returns what may name an entry of the file; None for anything that can't."""
    return value if isinstance(value, int | str) else None


def _dicts(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
