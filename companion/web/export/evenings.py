"""Evenings as CSV: all finished games and their players. Contains no phones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.evenings import Names, Person, Play, Player, Record, person_names
from companion.referee.text import Text
from companion.web.export.files import utc
from companion.web.export.spreadsheet import spreadsheet
from companion.web.language.sentences import say


def plays_csv(plays: Iterable[Play], names: Names, titles: Mapping[str, str]) -> str:
    """Returns one line per player and game, newest game first. Times are UTC."""
    head = [Text("Ended"), Text("Game"), Text("Table code"), Text("Seat"), Text("Player")]
    lines = (
        (utc(play.ended), titles[play.game], play.code, *_seat(one, called[one.seat]))
        for play in plays
        for called in (person_names(play, names),)
        for one in play.players
    )
    head += [Text("Points"), Text("Place"), Text("Won")]
    return spreadsheet([*map(say, head)], lines)


def people_csv(people: Iterable[Person], titles: Mapping[str, str]) -> str:
    """Returns one line per person and game: points of different games are never
    averaged together.
    """
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
    return spreadsheet([*map(say, head)], lines)


def _seat(one: Player, name: str) -> tuple[Any, ...]:
    return one.seat, name, one.total, one.rank, int(one.won)


def _reached(one: Record) -> tuple[Any, ...]:
    return one.games, one.wins, round(one.average, 2), one.best
