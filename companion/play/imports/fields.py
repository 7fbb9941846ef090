"""What all forms of files share: limits, and fields that are read with care."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from companion.evenings import FinishedPlay, Player
from companion.moments import dated
from companion.play.spreadsheets import AmbiguousDate, date_of
from companion.referee.text import Text, untranslated
from companion.tables.names import without_invisible_characters

#: Games that are kept and read of one file, and letters of a name, at most.
MAX_GAMES, MAX_NAME_CHARACTERS = 1000, 80
#: People of a game.
MAX_PLAYERS = 20
#: What a game's numbers can be: points on either side of nought, minutes and rounds, and when it
#: ended. What is beyond is a slip, and no calendar or chart could show it.
MAX_POINTS, MAX_COUNT = 999_999, 99_999
FIRST_MOMENT, LAST_MOMENT = datetime(1970, 1, 2).timestamp(), datetime(2100, 1, 1).timestamp()
#: Letters told of what isn't kept.
MAX_LEFT_CHARACTERS = 200
_SCORE = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,20})?(?:[+-]\d{1,6}(?:[.,]\d{1,20})?){0,20}[+-]?")
ALREADY_HERE = Text("already here")


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


def id_by_content(play: FinishedPlay) -> str:
    """The id of a game that has none: what is told of it."""
    results = " ".join(f"{one.name.casefold()}={one.total}" for one in play.players)
    return str(uuid5(NAMESPACE_URL, f"{play.game} {round(play.ended)} {results}"))


def folded_title(title: str) -> str:
    """The title for comparisons: case, punctuation and an edition in brackets say nothing."""
    return " ".join(re.findall(r"\w+", re.sub(r"\(.*?\)", " ", title).casefold()))


def named_reason(game: str, ended: float | str, why: Text) -> Text:
    """Why a game isn't taken, with what names it: its title and day."""
    day = (
        datetime.fromtimestamp(dated(ended)).date().isoformat()
        if isinstance(ended, float)
        else ended
    )
    return Text("{game}, {date}: {why}", game=untranslated(game), date=untranslated(day), why=why)


def is_possible(play: FinishedPlay) -> bool:
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
PlayerRow = tuple[str, Any, Any, Any]


#: What was found at a line: a game, or why there is none.
ImportLineResults = Iterator[tuple[int, FinishedPlay | Text]]


def first_games(games: Any) -> tuple[list[Mapping[str, Any]], bool]:
    """Returns the games of the list that are read, and whether there are more."""
    found = dicts_of(games)
    return found[:MAX_GAMES], len(found) > MAX_GAMES


MORE_GAMES = Text("No more than {most} games are read from one file", most=MAX_GAMES)


def players_left_out(players: int) -> Text | None:
    """Why a game of so many players isn't read whole; None if it is."""
    if players <= MAX_PLAYERS:
        return None
    left = players - MAX_PLAYERS
    return Text(
        "no more than {most} players are read, left out: {number}", most=MAX_PLAYERS, number=left
    )


def ranked_players(rows: Iterable[PlayerRow], *, lowest: bool = False) -> tuple[Player, ...]:
    """Each on a seat of its own, ranked as the file says, else by points; who won as the file says,
    else who has most (or least). A file that says of somebody that they lost says who won, too:
    nobody else. Points that the file leaves out stay unknown, and nobody wins by them.
    """
    results = [(name, points_of(score), winner, _rank(rank)) for name, score, winner, rank in rows]
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


def count_of(value: Any) -> int:
    """The number of minutes or rounds; 0 for anything else."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value <= MAX_COUNT else 0


def points_of(score: Any) -> int | None:
    """The points, in whole numbers; None where the file has none. Raises `WrongFormat`."""
    if score is None or (isinstance(score, str) and not score.strip()):
        return None
    points = _sum(score)
    if points is None:
        written = words_of(score, 40) if isinstance(score, str | int) else "?"
        raise WrongFormat(Text("Points that can't be read: {points}", points=untranslated(written)))
    return max(-MAX_POINTS, min(MAX_POINTS, math.floor(points + 0.5)))


def is_fraction(score: Any) -> bool:
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


def moment_of(written: str, day_first: bool | None = None) -> float:
    """Returns the moment in seconds; without a zone, of the clock here. Raises `WrongFormat`."""
    try:
        at = date_of(written, day_first).timestamp()
    except AmbiguousDate as bad:
        raise WrongFormat(
            Text(
                "{date} could be two different days. Write the year first.",
                date=untranslated(words_of(written, 40)),
            )
        ) from bad
    except (ValueError, OverflowError, OSError):
        at = LAST_MOMENT + 1
    if not FIRST_MOMENT <= at <= LAST_MOMENT:
        date = untranslated(words_of(written, 40))
        raise WrongFormat(Text("A date that can't be read: {date}", date=date))
    return at


def words_of(value: Any, longest: int = MAX_NAME_CHARACTERS) -> str:
    if not isinstance(value, str) and (not isinstance(value, int) or abs(value) > 10**80):
        return ""
    # Half a character, of a file that was cut, can't be sent to anybody.
    whole = re.sub("[\ud800-\udfff]", "", str(value)[: 10 * longest])
    return without_invisible_characters(whole)[:longest]


def key_of(value: Any) -> Any:
    """Returns what may name an entry of the file; None for anything that can't."""
    return value if isinstance(value, int | str) else None


def dicts_of(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
