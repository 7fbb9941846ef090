"""Evenings: what finished games tell about the people who played them. Pure; it knows no game.

A person is a name: nobody has an account. `Names` says who a name stands for, where somebody was
written in two ways or does not want to be counted; without it every spelling is its own person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.review import ending_entry
from companion.tables import Table

#: By folded name: the name it is shown under; "" for one that is left out.
Names = Mapping[str, str]


@dataclass(frozen=True)
class Player:
    """One seat of a finished game; `name` as it was written there, "" where it had none."""

    seat: int
    name: str
    total: int
    rank: int
    won: bool


@dataclass(frozen=True)
class About:
    """What people wrote about an evening: where, what else, with which expansions."""

    place: str = ""
    note: str = ""
    expansions: str = ""


@dataclass(frozen=True)
class FinishedPlay:
    """A finished game. `ended`: unix seconds; `game`: its slug, or the title of one that isn't
    here. `code`: of its table, or what names a game from elsewhere; `minutes`: 0 if not known.
    """

    code: str
    game: str
    ended: float
    players: tuple[Player, ...]
    about: About = About()
    minutes: int = 0


@dataclass(frozen=True)
class GameRecord:
    """What somebody has reached in one game. Points of two games are never averaged together.
    `streak`: the most wins one after another; `running`: those of the last games.
    """

    game: str
    games: int
    wins: int
    average: float
    best: int
    streak: int = 0
    running: int = 0


@dataclass(frozen=True)
class HeadToHead:
    """Two people in the games that both played: how many, and how many of them each has won."""

    other: str
    games: int
    wins: int
    lost: int


@dataclass(frozen=True)
class PlayerStats:
    """Somebody's games. `spellings`: the names, folded, under which they were played; `streak`:
    the most wins one after another; `favourite`: the slug of the game played most.
    """

    name: str
    spellings: frozenset[str]
    games: int
    wins: int
    streak: int
    favourite: str
    records: tuple[GameRecord, ...]
    duels: tuple[HeadToHead, ...]

    def record(self, game: str) -> GameRecord | None:
        return next((each for each in self.records if each.game == game), None)


def finished_play(table: Table) -> FinishedPlay | None:
    """The table's game as an evening remembers it; None while it is not over."""
    outcome, last = table.outcome, ending_entry(table)
    if outcome is None or last is None:
        return None
    names = {seat.number: seat.name for seat in table.seats}
    players = (
        Player(one.seat, names.get(one.seat, ""), one.total, one.rank, one.seat in outcome.winners)
        for one in outcome.ranking
    )
    return FinishedPlay(table.code, table.game.slug, last.at, tuple(players))


def fold_name(name: str) -> str:
    """The name as it is compared: no two people at a table differ by capitals alone."""
    return name.casefold()


def display_name(name: str, names: Names) -> str:
    """The name under which a player is counted; "" where left out."""
    return names.get(fold_name(name), name)


def person_names(play: FinishedPlay, names: Names) -> dict[int, str]:
    """Under which name each seat of a game is counted. Two who sat at one table are two people:
    where `names` makes one of them, each is counted there as it was written.
    """
    written: dict[str, set[str]] = defaultdict(set)
    for player in play.players:
        written[fold_name(display_name(player.name, names))].add(fold_name(player.name))
    called = {}
    for player in play.players:
        name = display_name(player.name, names)
        own = not name or written[fold_name(name)] <= {fold_name(player.name)}
        called[player.seat] = (
            name if own or fold_name(player.name) == fold_name(name) else player.name
        )
    return called


def people(plays: Iterable[FinishedPlay], names: Names) -> list[PlayerStats]:
    """Everybody who played, most games first."""
    lines: dict[str, list[_Line]] = defaultdict(list)
    for play in sorted(plays, key=lambda play: (play.ended, play.code)):
        for line in _lines(play, names):
            lines[fold_name(line.name)].append(line)
    found = [_person(key, lines) for key in lines]
    return sorted(found, key=lambda one: (-one.games, -one.wins, fold_name(one.name)))


class _Line(NamedTuple):
    """Somebody in one game, under the name that counts there."""

    play: FinishedPlay
    player: Player
    name: str


def _lines(play: FinishedPlay, names: Names) -> Iterable[_Line]:
    """Each person's seat of a game. Who had several is counted once, by the best of them."""
    called, best = person_names(play, names), dict[str, _Line]()
    for player in sorted(play.players, key=lambda player: player.rank):
        name = called[player.seat]
        if name:
            best.setdefault(fold_name(name), _Line(play, player, name))
    return best.values()


def _person(key: str, lines: Mapping[str, Sequence[_Line]]) -> PlayerStats:
    own = lines[key]
    played = Counter(line.play.game for line in own)
    # Of two games played as often, the one played last.
    latest = {line.play.game: at for at, line in enumerate(own)}
    slugs = sorted(played, key=lambda game: (-played[game], -latest[game]))
    return PlayerStats(
        name=own[-1].name,
        spellings=frozenset(fold_name(line.player.name) for line in own),
        games=len(own),
        wins=sum(line.player.won for line in own),
        streak=_streaks(line.player.won for line in own)[0],
        favourite=slugs[0],
        records=tuple(_record(game, own) for game in slugs),
        duels=_duels(key, lines),
    )


def _record(game: str, own: Sequence[_Line]) -> GameRecord:
    players = [line.player for line in own if line.play.game == game]
    totals = [player.total for player in players]
    wins = sum(player.won for player in players)
    longest, running = _streaks(player.won for player in players)
    average = sum(totals) / len(totals)
    return GameRecord(game, len(players), wins, average, max(totals), longest, running)


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """The most wins one after another, and how many of the last."""
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
    return tuple(sorted(found, key=lambda duel: (-duel.games, fold_name(duel.other))))
