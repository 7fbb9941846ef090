"""Reads what a companion saved: a file of evenings, or one whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion import transcript
from companion.evenings import EveningNotes, FinishedPlay, finished_play
from companion.evenings.copies import is_same_game
from companion.play.imports.fields import (
    ALREADY_HERE,
    MAX_PLAYERS,
    MORE_GAMES,
    ImportLineResults,
    WrongFormat,
    count_of,
    dicts_of,
    finished_play_id,
    first_games,
    moment_of,
    named_reason,
    players_left_out,
    ranked_players,
    words_of,
)
from companion.play.imports.json_text import lines_by_field
from companion.play.store import TableStore
from companion.referee.text import Text
from companion.tables import Event, Table, table_from_events
from companion.transcript import BadGameFile
from companion.yielding import let_others, yielding


def read_evenings(data: Mapping[str, Any], text: str) -> ImportLineResults:
    lines = lines_by_field(text, "table")
    games, more = first_games(data.get("games"))
    for game in games:
        line = lines.get(str(game.get("table")), 0)
        try:
            yield line, (play := _saved_evening(game))
        except WrongFormat as bad:
            yield line, bad.reason
            continue
        if missing := players_left_out(len(dicts_of(game.get("players")))):
            yield line, named_reason(play.game, play.ended, missing)
    if more:
        yield 0, MORE_GAMES


def _saved_evening(game: Mapping[str, Any]) -> FinishedPlay:
    of = game.get("game")
    title = words_of(of.get("title")) if isinstance(of, dict) else ""
    if not title:
        raise WrongFormat(Text("A game that the file doesn't name"))
    rows = [
        (words_of(one.get("name")), one.get("total"), one.get("winner"), one.get("rank"))
        for one in dicts_of(game.get("players"))[:MAX_PLAYERS]
    ]
    about = EveningNotes(
        *(words_of(game.get(name), 200) for name in ("where", "note", "expansions"))
    )
    made = FinishedPlay(
        words_of(game.get("table")),
        title,
        moment_of(str(game.get("ended", ""))),
        ranked_players(rows),
        about,
        count_of(game.get("minutes")),
        count_of(game.get("rounds")),
        count_of(game.get("starter")),
    )
    return replace(made, code=finished_play_id(made))


def read_saved_game(text: str, store: TableStore, own: Iterable[Table]) -> ImportLineResults:
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
        yield 1, named_reason(table.game.title, play.ended, ALREADY_HERE)
        return
    same = "\n".join(f"{seat} {kind} {words}" for _, (seat, kind, words) in lines)
    key = str(uuid5(NAMESPACE_URL, f"Cosmos companion saved {same}"))
    yield 1, replace(play, code=key, game=table.game.title)
