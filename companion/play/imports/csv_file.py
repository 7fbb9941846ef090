"""Reads a CSV: one row a player, in any language's heads."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from companion.chance import TABLE_CODE_ALPHABET
from companion.evenings import EveningNotes, FinishedPlay
from companion.play.imports.fields import (
    MAX_GAMES,
    MAX_LEFT_CHARACTERS,
    MAX_PLAYERS,
    MORE_GAMES,
    ImportLineResults,
    PlayerRow,
    WrongFormat,
    count_of,
    finished_play_id,
    id_by_content,
    moment_of,
    named_reason,
    players_left_out,
    points_of,
    ranked_players,
    words_of,
)
from companion.play.spreadsheets import (
    ROWS_IN_A_ROW,
    day_comes_first,
    number,
    read_rows,
    separator_of,
    truth,
)
from companion.referee.text import Text, untranslated
from companion.yielding import yielding

#: Rows of a CSV, a player each.
MAX_ROWS = 10_000
#: What a CSV has to tell, and what names a game there: a table's code or another game's id.
_NEEDED_HEADS = {"ended", "game", "name", "total"}
_COMPANION_CODE = re.compile(rf"[{TABLE_CODE_ALPHABET}]{{4,8}}|\S{{21,}}")


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


def read_csv(text: str) -> ImportLineResults:
    cells, heads, entries, beyond = _csv_rows(text)
    first = day_comes_first(
        (one["ended"] for _, one in entries), semicolons=separator_of(text) == ";"
    )
    games = list(_rows_by_game(entries))
    for lines in games[:MAX_GAMES]:
        yield (read := _csv_game(lines, first))
        missing = players_left_out(len(lines))
        if missing and isinstance(play := read[1], FinishedPlay):
            yield lines[MAX_PLAYERS][0], named_reason(play.game, play.ended, missing)
    if len(games) > MAX_GAMES:
        yield 0, MORE_GAMES
    yield from beyond
    left = [cell for cell, head in zip(cells, heads, strict=True) if cell and not head]
    if left:
        what = untranslated(", ".join(map(words_of, left))[:MAX_LEFT_CHARACTERS])
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


def has_csv_heads(text: str) -> bool:
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
    rows: list[PlayerRow] = []
    for line, one in lines[:MAX_PLAYERS]:
        try:
            points_of(one["total"])
            won = truth(one.get("won", ""))
            if won is None:
                word = untranslated(words_of(one["won"]))
                raise WrongFormat(Text("“{word}” says neither yes nor no", word=word))
        except WrongFormat as bad:
            return line, bad.reason
        rank = number(one.get("rank", ""))
        rows.append((words_of(one["name"]), one["total"], won, rank))
    if not any(won for _, _, won, _ in rows):
        rows = [(name, points, None, rank) for name, points, _, rank in rows]
    head = lines[0][1]
    try:
        game = words_of(head["game"])
        if not game:
            raise WrongFormat(Text("A game that the file doesn't name"))
        about = EveningNotes(*(words_of(head.get(name, ""), 200) for name in _NOTES))
        ended = moment_of(head["ended"], day_first)
        minutes = number(head.get("minutes", ""))
        made = FinishedPlay(
            words_of(head.get("code", "")),
            game,
            ended,
            ranked_players(rows),
            about,
            count_of(None if minutes is None else round(minutes)),
        )
    except WrongFormat as bad:
        return lines[0][0], bad.reason
    # Any other word in that column may stand beside every game of a place.
    ours = _COMPANION_CODE.fullmatch(made.code)
    return lines[0][0], replace(made, code=finished_play_id(made) if ours else id_by_content(made))
