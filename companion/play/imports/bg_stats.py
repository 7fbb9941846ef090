"""Reads BG Stats' JSON: a collector's plays, of our games and of others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

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
    dicts_of,
    folded_title,
    id_by_content,
    is_fraction,
    key_of,
    moment_of,
    named_reason,
    players_left_out,
    ranked_players,
    words_of,
)
from companion.play.imports.json_text import lines_by_field
from companion.referee.text import Text, untranslated

#: Entries of the lists of players, games and places that are read.
MAX_NAMED = 5_000
#: What we read of a game of BG Stats and of a player there, and what of it says nothing where it is
#: as usual.
_READ = frozenset(
    {"uuid", "playDate", "durationMin", "gameRefId", "locationRefId", "comments", "playerScores"}
    | {"expansionPlays", "entryDate", "modificationDate", "manualWinner", "playImages", "copyId"}
    | {"bggId", "bggLastSync", "importPlayId", "nemestatsId", "metaData", "playDateYmd", "rounds"}
    | {"playerRefId", "anonymousName", "score", "winner", "rank", "seatOrder", "startPlayer"}
    | {"scoringSetting", "ignored", "isAnonymous"}
)


#: Where no game has a number there.
NO_NUMBERS: Mapping[str, str] = MappingProxyType({})
#: The lists of a file whose entries have a name and an id.
_NAMED = ("games", "players", "locations")


def read_bg_stats(
    data: Mapping[str, Any],
    text: str,
    titles: Mapping[str, str],
    numbers: Mapping[str, str] = NO_NUMBERS,
    *,
    others: bool = False,
) -> ImportLineResults:
    """Yields the plays of installed games (`titles`, by folded title; `numbers`, by that of
    BoardGameGeek) first, then with `others` those of other games; then once for the file what is
    never kept.
    """
    named = _bg_names(data)
    ours = _ours(data, titles, numbers)
    named["games"] |= ours
    low = {each["id"] for each in _named(data, "games") if each.get("highestWins") is False}
    lines, left = lines_by_field(text, "uuid"), set[str]()
    plays = dicts_of(data["plays"])
    kept = [play for play in plays if key_of(play.get("gameRefId")) in ours]
    rest = [play for play in plays if key_of(play.get("gameRefId")) not in ours]
    wanted = [*kept, *(rest if others else ())]
    read = wanted[:MAX_GAMES]
    for play in read:
        line = lines.get(str(play.get("uuid")), 0)
        try:
            yield line, _bg_play(play, named, low)
        except WrongFormat as bad:
            yield line, _of_play(play, named, bad.reason)
            continue
        scores = dicts_of(play.get("playerScores"))
        if missing := players_left_out(len(scores)):
            yield line, _of_play(play, named, missing)
        scores = scores[:MAX_PLAYERS]
        left |= {key for part in (play, *scores) for key, value in part.items() if value} - _READ
        if any(is_fraction(one.get("score")) for one in scores):
            yield line, _of_play(play, named, Text("points are rounded to whole numbers"))
    if len(read) < len(wanted):
        yield 0, MORE_GAMES
    yield from _entries_left_out(data)
    yield from _fields_left_out(left, 0 if others else len(rest))


def _fields_left_out(left: Collection[str], plays: int) -> ImportLineResults:
    """`plays`: those of other games that are left out."""
    if plays:
        yield 0, Text("Plays of other games, left out: {number}", number=plays)
    if left:
        what = untranslated(", ".join(sorted(map(words_of, left)))[:MAX_LEFT_CHARACTERS])
        yield 0, Text("Not kept: {what}", what=what)


def _entries_left_out(data: Mapping[str, Any]) -> ImportLineResults:
    if left := sum(max(0, len(dicts_of(data.get(kind))) - MAX_NAMED) for kind in _NAMED):
        why = Text(
            "No more than {most} games, players and places each are read, left out: {number}",
            most=MAX_NAMED,
            number=left,
        )
        yield 0, why


def _ours(
    data: Mapping[str, Any], titles: Mapping[str, str], numbers: Mapping[str, str]
) -> dict[Any, str]:
    """Returns the titles of the file's games that are installed, by id. Their name there may be of
    another language, or the owner's own: BoardGameGeek's number says which it is.
    """
    found = {}
    for each in _named(data, "games"):
        if title := numbers.get(str(each.get("bggId"))):
            found[each["id"]] = title
        for name in ("bggName", "name"):
            if title := titles.get(folded_title(words_of(each.get(name)))):
                found[each["id"]] = title
    return found


def _bg_names(data: Mapping[str, Any]) -> dict[str, dict[Any, str]]:
    """Returns the names of the file's games, players and places by id."""
    named = {
        kind: {each["id"]: words_of(each.get("name")) for each in _named(data, kind)}
        for kind in _NAMED
    }
    # Somebody without a name has one there, too, the same for all of them.
    named["players"] |= {
        each["id"]: "" for each in _named(data, "players") if each.get("isAnonymous")
    }
    return named


def _of_play(play: Mapping[str, Any], named: Mapping[str, Mapping[Any, str]], why: Text) -> Text:
    """Why a play isn't taken, with its game and day."""
    game = named["games"].get(key_of(play.get("gameRefId")), "") or "?"
    return named_reason(game, words_of(play.get("playDate"), 10) or "?", why)


def _named(data: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    """Returns what the file says of its players, games or places: each has an id."""
    found = dicts_of(data.get(kind))[:MAX_NAMED]
    return [each for each in found if isinstance(each.get("id"), int | str)]


def _bg_play(
    play: Mapping[str, Any], named: Mapping[str, Mapping[Any, str]], low: Collection[Any]
) -> FinishedPlay:
    game = named["games"].get(key_of(play.get("gameRefId")), "")
    if not game:
        raise WrongFormat(Text("A game that the file doesn't name"))
    if play.get("ignored"):
        raise WrongFormat(Text("marked as ignored, so it isn't counted"))
    scores = dicts_of(play.get("playerScores"))[:MAX_PLAYERS]
    players = [_bg_player(one, named["players"]) for one in scores]
    if play.get("manualWinner"):
        players = [(name, score, bool(won), rank) for name, score, won, rank in players]
    extra = [
        named["games"].get(key_of(each.get("gameRefId")), "")
        for each in dicts_of(play.get("expansionPlays"))[:MAX_PLAYERS]
    ]
    about = EveningNotes(
        named["locations"].get(key_of(play.get("locationRefId")), ""),
        words_of(play.get("comments"), 200),
        ", ".join(each for each in extra if each),
    )
    made = FinishedPlay(
        "",
        game,
        moment_of(str(play.get("playDate", ""))),
        ranked_players(players, lowest=key_of(play.get("gameRefId")) in low),
        about,
        count_of(play.get("durationMin")),
        count_of(play.get("rounds")),
        next((seat for seat, one in enumerate(scores, 1) if one.get("startPlayer")), 0),
    )
    key = words_of(play.get("uuid"))
    return replace(made, code=key if len(key) > 20 else id_by_content(made))


def _bg_player(one: Mapping[str, Any], named: Mapping[Any, str]) -> PlayerRow:
    name = words_of(one.get("anonymousName")) or named.get(key_of(one.get("playerRefId")), "")
    return name, one.get("score"), bool(one.get("winner")) or None, one.get("rank")
