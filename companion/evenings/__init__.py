"""Evenings: statistics of finished games and of the people who played them. Pure; knows no game.

A person is a name: nobody has an account. `DisplayNames` maps spellings of one person to one name,
or leaves a person out; a spelling that it lacks is a person of its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.review import game_ending_entry
from companion.tables import Table
from companion.yielding import yielding

#: Plays that are counted in one go, before other requests have their turn.
PLAYS_IN_A_ROW = 25

#: By folded name, the display name; "" for a person left out.
DisplayNames = Mapping[str, str]


@dataclass(frozen=True)
class Player:
    """One seat of a finished game; `name` as written there, "" if none; `total`: None if a game
    from elsewhere tells no points.
    """

    seat: int
    name: str
    total: int | None
    rank: int
    won: bool


@dataclass(frozen=True)
class EveningNotes:
    """Notes on an evening: place, remarks, expansions."""

    place: str = ""
    note: str = ""
    expansions: str = ""


@dataclass(frozen=True)
class FinishedPlay:
    """A finished game. `code`: of its table, or an id for one from elsewhere; `game`: its slug, or
    the title of one that isn't installed; `ended`: unix seconds; `minutes`, `rounds`, `starter`
    (the seat that began): 0 if unknown.
    """

    code: str
    game: str
    ended: float
    players: tuple[Player, ...]
    about: EveningNotes = EveningNotes()
    minutes: int = 0
    rounds: int = 0
    starter: int = 0


@dataclass(frozen=True)
class PersonGameTotals:
    """A person's results in one game. Points of two games are never averaged together. `average`,
    `best`: None without known points; `streak`: most wins in a row; `running`: wins in a row up to
    the last game.
    """

    game: str
    games: int
    wins: int
    average: float | None
    best: int | None
    streak: int = 0
    running: int = 0


@dataclass(frozen=True)
class HeadToHead:
    """A person against `other` in the games that both played: `wins` of the person, `lost` to the
    other's win.
    """

    other: str
    games: int
    wins: int
    lost: int


@dataclass(frozen=True)
class PlayerStats:
    """A person's games. `spellings`: the folded names they were played under; `streak`: most wins
    in a row; `favourite`: slug of the most played game.
    """

    name: str
    spellings: frozenset[str]
    games: int
    wins: int
    streak: int
    favourite: str
    records: tuple[PersonGameTotals, ...]
    duels: tuple[HeadToHead, ...]

    def game_totals(self, game: str) -> PersonGameTotals | None:
        """Returns the person's record in this game; None if never played."""
        return next((each for each in self.records if each.game == game), None)


def finished_play(table: Table) -> FinishedPlay | None:
    """Returns the table's game as a finished play; None before its end."""
    outcome, last = table.outcome, game_ending_entry(table)
    if outcome is None or last is None:
        return None
    names = {seat.number: seat.name for seat in table.seats}
    players = (
        Player(one.seat, names.get(one.seat, ""), one.total, one.rank, one.seat in outcome.winners)
        for one in outcome.ranking
    )
    return FinishedPlay(table.code, table.game.slug, last.at, tuple(players))


def total_text(total: int | None) -> str:
    """Returns the points as a page shows them; a dash if they are unknown."""
    return "–" if total is None else str(total)


def case_folded_name(name: str) -> str:
    """Returns the name for comparisons: names that differ only by case are the same."""
    return name.casefold()


def display_name(name: str, names: DisplayNames) -> str:
    """Returns the name under which a player is counted; "" if left out."""
    return names.get(case_folded_name(name), name)


def person_names(play: FinishedPlay, names: DisplayNames) -> dict[int, str]:
    """Returns the name under which each seat of a game is counted. People at one table are
    distinct: if `names` merges two of them, each keeps the written name there.
    """
    written: dict[str, set[str]] = defaultdict(set)
    for player in play.players:
        written[case_folded_name(display_name(player.name, names))].add(
            case_folded_name(player.name)
        )
    called = {}
    for player in play.players:
        name = display_name(player.name, names)
        own = not name or written[case_folded_name(name)] <= {case_folded_name(player.name)}
        called[player.seat] = (
            name if own or case_folded_name(player.name) == case_folded_name(name) else player.name
        )
    return called


def player_statistics(plays: Iterable[FinishedPlay], names: DisplayNames) -> list[PlayerStats]:
    """Returns everybody's statistics, most games first."""
    lines: dict[str, list[_Line]] = defaultdict(list)
    ordered = sorted(plays, key=lambda play: (play.ended, play.code))
    for play in yielding(ordered, PLAYS_IN_A_ROW):
        for line in _lines(play, names):
            lines[case_folded_name(line.name)].append(line)
    found = [_person(key, lines) for key in yielding(lines)]
    return sorted(found, key=lambda one: (-one.games, -one.wins, case_folded_name(one.name)))


class _Line(NamedTuple):
    """One person in one game, under the name that counts there."""

    play: FinishedPlay
    player: Player
    name: str


def _lines(play: FinishedPlay, names: DisplayNames) -> Iterable[_Line]:
    """Returns each person's line of a game; of several seats of one person, the best."""
    called, best = person_names(play, names), dict[str, _Line]()
    for player in sorted(play.players, key=lambda player: player.rank):
        name = called[player.seat]
        if name:
            best.setdefault(case_folded_name(name), _Line(play, player, name))
    return best.values()


def _person(key: str, lines: Mapping[str, Sequence[_Line]]) -> PlayerStats:
    own = lines[key]
    played = Counter(line.play.game for line in own)
    # Of two games played equally often, the one played last.
    latest = {line.play.game: at for at, line in enumerate(own)}
    slugs = sorted(played, key=lambda game: (-played[game], -latest[game]))
    return PlayerStats(
        name=own[-1].name,
        spellings=frozenset(case_folded_name(line.player.name) for line in own),
        games=len(own),
        wins=sum(line.player.won for line in own),
        streak=_streaks(line.player.won for line in own)[0],
        favourite=slugs[0],
        records=tuple(_record(game, own) for game in slugs),
        duels=_duels(key, lines),
    )


def _record(game: str, own: Sequence[_Line]) -> PersonGameTotals:
    players = [line.player for line in own if line.play.game == game]
    totals = [player.total for player in players if player.total is not None]
    wins = sum(player.won for player in players)
    longest, running = _streaks(player.won for player in players)
    average, best = sum(totals) / len(totals) if totals else None, max(totals, default=None)
    return PersonGameTotals(game, len(players), wins, average, best, longest, running)


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Returns the most wins in a row, and the wins in a row up to the last game."""
    longest = now = 0
    for each in won:
        now = now + 1 if each else 0
        longest = max(longest, now)
    return longest, now


def _duels(key: str, lines: Mapping[str, Sequence[_Line]]) -> tuple[HeadToHead, ...]:
    mine = {line.play.code: line.player for line in lines[key]}
    found = []
    for other, theirs in lines.items():
        shared = [(mine[at.play.code], at.player) for at in theirs if at.play.code in mine]
        if other == key or not shared:
            continue
        wins, lost = sum(one.won for one, _ in shared), sum(two.won for _, two in shared)
        found.append(HeadToHead(theirs[-1].name, len(shared), wins, lost))
    return tuple(sorted(found, key=lambda duel: (-duel.games, case_folded_name(duel.other))))
