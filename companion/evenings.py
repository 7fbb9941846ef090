"""Evenings: what finished games tell about the people who played them. Pure; it knows no game.

A person is a name: nobody has an account. `Names` says who a name stands for, where somebody was
written in two ways or does not want to be counted; without it every spelling is its own person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.review import ending
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
class Play:
    """A finished game. `ended`: unix seconds; `game`: its slug."""

    code: str
    game: str
    ended: float
    players: tuple[Player, ...]


@dataclass(frozen=True)
class Record:
    """What somebody has reached in one game. Points of two games are never averaged together."""

    game: str
    games: int
    wins: int
    average: float
    best: int


@dataclass(frozen=True)
class Duel:
    """Two people in the games that both played: how many, and how many of them each has won."""

    other: str
    games: int
    wins: int
    lost: int


@dataclass(frozen=True)
class Person:
    """Somebody's games. `spellings`: the names, folded, under which they were played; `streak`:
    the most wins one after another; `favourite`: the slug of the game played most.
    """

    name: str
    spellings: frozenset[str]
    games: int
    wins: int
    streak: int
    favourite: str
    records: tuple[Record, ...]
    duels: tuple[Duel, ...]

    def record(self, game: str) -> Record | None:
        return next((each for each in self.records if each.game == game), None)


def play_of(table: Table) -> Play | None:
    """The table's game as an evening remembers it; None while it is not over."""
    outcome, last = table.outcome, ending(table)
    if outcome is None or last is None:
        return None
    names = {seat.number: seat.name for seat in table.seats}
    players = (
        Player(one.seat, names.get(one.seat, ""), one.total, one.rank, one.seat in outcome.winners)
        for one in outcome.ranking
    )
    return Play(table.code, table.game.slug, last.at, tuple(players))


def folded(name: str) -> str:
    """The name as it is compared: no two people at a table differ by capitals alone."""
    return name.casefold()


def shown(name: str, names: Names) -> str:
    """Under which name somebody is counted; "" for nobody."""
    return names.get(folded(name), name)


def people(plays: Iterable[Play], names: Names) -> list[Person]:
    """Everybody who played, most games first."""
    lines: dict[str, list[tuple[Play, Player]]] = defaultdict(list)
    for play in sorted(plays, key=lambda play: (play.ended, play.code)):
        for key, player in _by_person(play, names).items():
            lines[key].append((play, player))
    found = [_person(key, lines, names) for key in lines]
    return sorted(found, key=lambda one: (-one.games, -one.wins, folded(one.name)))


def _by_person(play: Play, names: Names) -> dict[str, Player]:
    """Each person's seat of a game. Who had several is counted once, by the best of them."""
    best: dict[str, Player] = {}
    for player in sorted(play.players, key=lambda player: player.rank):
        key = folded(shown(player.name, names))
        if key:
            best.setdefault(key, player)
    return best


def _person(key: str, lines: Mapping[str, Sequence[tuple[Play, Player]]], names: Names) -> Person:
    own = lines[key]
    played = Counter(play.game for play, _ in own)
    # Of two games played as often, the one played last.
    latest = {play.game: at for at, (play, _) in enumerate(own)}
    slugs = sorted(played, key=lambda game: (-played[game], -latest[game]))
    return Person(
        name=shown(own[-1][1].name, names),
        spellings=frozenset(folded(player.name) for _, player in own),
        games=len(own),
        wins=sum(player.won for _, player in own),
        streak=_streak(player.won for _, player in own),
        favourite=slugs[0],
        records=tuple(_record(game, own) for game in slugs),
        duels=_duels(key, lines, names),
    )


def _record(game: str, own: Sequence[tuple[Play, Player]]) -> Record:
    players = [player for play, player in own if play.game == game]
    totals = [player.total for player in players]
    wins = sum(player.won for player in players)
    return Record(game, len(players), wins, sum(totals) / len(totals), max(totals))


def _streak(won: Iterable[bool]) -> int:
    longest = now = 0
    for each in won:
        now = now + 1 if each else 0
        longest = max(longest, now)
    return longest


def _duels(
    key: str, lines: Mapping[str, Sequence[tuple[Play, Player]]], names: Names
) -> tuple[Duel, ...]:
    mine = {play.code: player for play, player in lines[key]}
    found = []
    for other, theirs in lines.items():
        shared = [(mine[play.code], player) for play, player in theirs if play.code in mine]
        if other == key or not shared:
            continue
        wins, lost = sum(one.won for one, _ in shared), sum(two.won for _, two in shared)
        found.append(Duel(shown(theirs[-1][1].name, names), len(shared), wins, lost))
    return tuple(sorted(found, key=lambda duel: (-duel.games, folded(duel.other))))
