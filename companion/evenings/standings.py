"""Standings: what many evenings tell together, of one game or all, by players and over a period.

Pure; a person is the name under which somebody is counted. Points of two games are never added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from companion.evenings import FinishedPlay, Names, Player, PlayerStats, fold_name, person_names

#: A kind of points, as the games call it.
Source = TypeVar("Source")


@dataclass(frozen=True)
class Wanted:
    """Which evenings: of a game, with so many players (0: any), ended from one moment up to
    another.
    """

    game: str = ""
    players: int = 0
    since: float = -inf
    until: float = inf

    def has(self, play: FinishedPlay) -> bool:
        return (
            self.game in ("", play.game)
            and self.players in (0, len(play.players))
            and self.since <= play.ended < self.until
        )


@dataclass(frozen=True)
class Best:
    """The most points that a game has seen, who made them and when."""

    game: str
    points: int
    name: str
    ended: float


@dataclass(frozen=True)
class Climb:
    """What each person has after each game, in their order: `ended` of the games, and a number for
    each; who sat out keeps what there was. `played`: the places of a person's games.
    """

    ended: tuple[float, ...]
    totals: Mapping[str, tuple[int, ...]]
    played: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Averages(Generic[Source]):
    """A kind of points in one game: the average of each person who ever had some of it."""

    source: Source
    averages: Mapping[str, float]


def seats_of(play: FinishedPlay, names: Names) -> dict[str, Player]:
    """Everybody who counts there, by name; who had several seats by the best of them."""
    called = person_names(play, names)
    found: dict[str, Player] = {}
    for player in sorted(play.players, key=lambda player: player.rank):
        if called[player.seat]:
            found.setdefault(fold_name(called[player.seat]), player)
    return found


def in_order(plays: Iterable[FinishedPlay]) -> list[FinishedPlay]:
    """As they were played."""
    return sorted(plays, key=lambda play: (play.ended, play.code))


def climb(
    plays: Iterable[FinishedPlay], names: Names, people: Sequence[PlayerStats], points: bool
) -> Climb:
    """Wins of these people game after game, or for `points` what each game brought."""
    ordered = in_order(plays)
    totals: dict[str, list[int]] = {one.name: [] for one in people}
    played: dict[str, list[int]] = {one.name: [] for one in people}
    for place, play in enumerate(ordered):
        there = seats_of(play, names)
        for name, so_far in totals.items():
            last, player = so_far[-1] if so_far else 0, there.get(fold_name(name))
            if player is not None:
                last = player.total if points else last + player.won
                played[name].append(place)
            so_far.append(last)
    ended = tuple(play.ended for play in ordered)
    return Climb(
        ended,
        {name: tuple(numbers) for name, numbers in totals.items()},
        {name: tuple(places) for name, places in played.items()},
    )


def beaten(plays: Iterable[FinishedPlay], names: Names) -> dict[tuple[str, str], tuple[int, int]]:
    """For each two who met: in how many games the first stood before the second, and in how many
    they met. By fold_name names.
    """
    found: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for play in plays:
        there = seats_of(play, names)
        for one, mine in there.items():
            for other, theirs in there.items():
                if one != other:
                    found[one, other][0] += mine.rank < theirs.rank
                    found[one, other][1] += 1
    return {pair: (before, met) for pair, (before, met) in found.items()}


def bests(plays: Iterable[FinishedPlay], names: Names) -> list[Best]:
    """The record of each game; of two as high, the one that was there first."""
    found: dict[str, Best] = {}
    for play in in_order(plays):
        called = person_names(play, names)
        for player in play.players:
            there = found.get(play.game)
            if called[player.seat] and (there is None or player.total > there.points):
                best = Best(play.game, player.total, called[player.seat], play.ended)
                found[play.game] = best
    return sorted(found.values(), key=lambda best: best.game)


def by_source(
    plays: Iterable[FinishedPlay],
    names: Names,
    parts: Callable[[FinishedPlay], Sequence[tuple[Source, Mapping[int, int]]]],
) -> list[Averages[Source]]:
    """What the points of one game come from, on average, for everybody. `parts`: of a play, each
    kind with the points of each seat.
    """
    sums: dict[Source, dict[str, list[int]]] = {}
    for play in plays:
        there = seats_of(play, names)
        for source, points in parts(play):
            kind = sums.setdefault(source, defaultdict(list))
            for name, player in there.items():
                if player.seat in points:
                    kind[name].append(points[player.seat])
    return [
        Averages(source, {name: sum(all_) / len(all_) for name, all_ in kind.items()})
        for source, kind in sums.items()
    ]


def wins_by(
    plays: Iterable[FinishedPlay],
    names: Names,
    parts: Callable[[FinishedPlay], Sequence[tuple[Source, Mapping[int, int]]]],
) -> dict[str, Source]:
    """By what each winner wins: where they are furthest ahead of the others' average, over all the
    games that they won.
    """
    ahead: dict[str, dict[Source, float]] = defaultdict(lambda: defaultdict(float))
    for play in plays:
        there = seats_of(play, names)
        for source, points in parts(play):
            for name, player in there.items():
                others = [points[each] for each in points if each != player.seat]
                if player.won and others and player.seat in points:
                    ahead[name][source] += points[player.seat] - sum(others) / len(others)
    best = {name: max(kinds.items(), key=lambda kind: kind[1]) for name, kinds in ahead.items()}
    return {name: source for name, (source, most) in best.items() if most > 0}


def numbers_of_players(plays: Iterable[FinishedPlay]) -> list[int]:
    """With how many people it was played."""
    return sorted({len(play.players) for play in plays})
