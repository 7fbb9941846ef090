"""Evenings as files: every finished game, everybody who played. It writes no phone."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import astuple
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion.evenings import (
    PLAYS_IN_A_ROW,
    DisplayNames,
    FinishedPlay,
    PersonGameTotals,
    Player,
    PlayerStats,
    person_names,
)
from companion.moments import dated
from companion.play.imports.fields import finished_play_id
from companion.referee.text import Text
from companion.web.export.files import BG_STATS_SOURCE_NAME, utc_text
from companion.web.export.spreadsheet import csv_text
from companion.web.language.sentences import has_decimal_commas, say
from companion.yielding import yielding


def plays_csv(
    plays: Collection[FinishedPlay], names: DisplayNames, titles: Mapping[str, str]
) -> str:
    """One line a player and game, newest game first. Times are UTC."""
    head = [Text("Ended"), Text("Game"), Text("Table code"), Text("Seat"), Text("Player")]
    lines = (
        (
            utc_text(round(play.ended)),
            titles[play.game],
            play.code,
            *_seat(one, called[one.seat]),
            *astuple(play.about),
            play.minutes or None,
        )
        for play in yielding(plays, PLAYS_IN_A_ROW)
        for called in (person_names(play, names),)
        for one in play.players
    )
    head += [Text("Points"), Text("Place"), Text("Won"), Text("Where it was"), Text("Note")]
    head += [Text("Expansions"), Text("Minutes")]
    return csv_text([*map(say, head)], lines, commas=has_decimal_commas())


def people_csv(people: Collection[PlayerStats], titles: Mapping[str, str]) -> str:
    """One line a person and game: points of two games are never averaged together."""
    head = [
        Text("Player"),
        Text("Game"),
        Text("Games"),
        Text("Wins"),
        Text("Average"),
        Text("Best"),
    ]
    lines = (
        (one.name, titles[each.game], *_reached(each), one.streak, titles[one.favourite])
        for one in people
        for each in one.records
    )
    head += [Text("Longest streak, all games"), Text("Favourite game")]
    return csv_text([*map(say, head)], lines, commas=has_decimal_commas())


def _seat(one: Player, name: str) -> tuple[Any, ...]:
    return one.seat, name, one.total, one.rank, int(one.won)


def _reached(one: PersonGameTotals) -> tuple[Any, ...]:
    average = None if one.average is None else round(one.average, 2)
    return one.games, one.wins, average, one.best


def plays_json(
    plays: Collection[FinishedPlay], names: DisplayNames, titles: Mapping[str, str]
) -> str:
    """Every game as one object; times in UTC."""
    games = [
        _game(play, person_names(play, names), titles) for play in yielding(plays, PLAYS_IN_A_ROW)
    ]
    facts = {"form": "companion-evenings", "version": 1, "games": games}
    return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"


def _game(
    play: FinishedPlay, called: Mapping[int, str], titles: Mapping[str, str]
) -> dict[str, Any]:
    return {
        "table": play.code,
        "game": {"slug": play.game, "title": titles[play.game]},
        "ended": utc_text(round(play.ended)),
        "minutes": play.minutes,
        "rounds": play.rounds,
        "starter": play.starter,
        "where": play.about.place,
        "note": play.about.note,
        "expansions": play.about.expansions,
        "players": [
            {
                "seat": one.seat,
                "name": called[one.seat],
                "total": one.total,
                "rank": one.rank,
                "winner": one.won,
            }
            for one in play.players
        ],
    }


def plays_bg_stats(
    plays: Collection[FinishedPlay],
    names: DisplayNames,
    titles: Mapping[str, str],
    bgg_ids: Mapping[str, int] | None = None,
) -> str:
    """All of them in the form that BG Stats writes and reads; times as the clock here shows.
    `bgg_ids`: the numbers of those games, by slug, that BoardGameGeek is known to have.
    """
    refs: dict[str, dict[str, int]] = {"games": {}, "players": {}, "locations": {}}

    def ref(kind: str, name: str) -> int:
        return refs[kind].setdefault(name, len(refs[kind]) + 1)

    rows = [
        _bg_play(play, person_names(play, names), titles, ref)
        for play in yielding(plays, PLAYS_IN_A_ROW)
    ]
    extra = {name for play in plays for name in split_expansion_names(play.about.expansions)}
    facts: dict[str, Any] = {
        kind: [{"id": at, "uuid": _uuid(kind, name), "name": name} for name, at in found.items()]
        for kind, found in refs.items()
    }
    for player in facts["players"]:
        player["isAnonymous"] = not player["name"]
        player["name"] = player["name"] or "Anonymous player"
    known = {titles[slug]: number for slug, number in (bgg_ids or {}).items() if slug in titles}
    for game in facts["games"]:
        game |= {"bggId": known[game["name"]]} if game["name"] in known else {}
        game |= {
            "highestWins": True,
            "noPoints": False,
            "usesTeams": False,
            "cooperative": False,
            "isBaseGame": int(game["name"] not in extra),
        }
    # What the app's own files have, too, so that no reader misses it.
    empty: dict[str, list[Any]] = {"tags": [], "groups": [], "challenges": [], "deletedObjects": []}
    written = {"about": "", **empty, **facts, "plays": rows, "userInfo": {}}
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def split_expansion_names(written: str) -> list[str]:
    """Each of them."""
    return [each for part in written.split(",") if (each := part.strip())]


def _bg_play(
    play: FinishedPlay,
    called: Mapping[int, str],
    titles: Mapping[str, str],
    ref: Callable[[str, str], int],
) -> dict[str, Any]:
    about = play.about
    totals = [one.total for one in play.players if one.total is not None]
    known = len(totals) == len(play.players)
    most = max(totals, default=0)
    at = datetime.fromtimestamp(round(dated(play.ended))).strftime("%Y-%m-%d %H:%M:%S")
    return {
        "uuid": finished_play_id(play),
        "modificationDate": at,
        "entryDate": at,
        "playDate": at,
        "usesTeams": False,
        "durationMin": play.minutes,
        "rounds": play.rounds,
        "ignored": False,
        "scoringSetting": 0,
        "board": "",
        "manualWinner": not known or any(one.won != (one.total == most) for one in play.players),
        "gameRefId": ref("games", titles[play.game]),
        **({"locationRefId": ref("locations", about.place)} if about.place else {}),
        "comments": about.note,
        "expansionPlays": [
            {"gameRefId": ref("games", each)} for each in split_expansion_names(about.expansions)
        ],
        "playerScores": _bg_scores(play, called, ref),
    }


def _bg_scores(
    play: FinishedPlay, called: Mapping[int, str], ref: Callable[[str, str], int]
) -> list[dict[str, Any]]:
    return [
        {
            "playerRefId": ref("players", called[one.seat]),
            "score": "" if one.total is None else str(one.total),
            "winner": one.won,
            "newPlayer": False,
            "startPlayer": one.seat == play.starter,
            "role": "",
            "rank": one.rank,
            "seatOrder": one.seat,
        }
        for one in play.players
    ]


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{BG_STATS_SOURCE_NAME} {kind} {name.casefold()}"))
