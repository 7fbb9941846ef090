"""Standings: statistics over many evenings, of one game or all, by players and period.

Pure; a person is the name that counts. Points of two games are never added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

from companion.evenings import (
    PLAYS_IN_A_ROW,
    DisplayNames,
    FinishedPlay,
    Player,
    PlayerStats,
    case_folded_name,
    person_names,
)
from companion.yielding import yielding

#: A category of points, as the games name it.
_Category = TypeVar("_Category")


@dataclass(frozen=True)
class EveningFilter:
    """A filter: of a game ("" for any), with so many players (0: any), ended since and before, in
    unix seconds.
    """

    game: str = ""
    players: int = 0
    since: float = -inf
    until: float = inf

    def matches(self, play: FinishedPlay) -> bool:
        """Returns whether the filter admits this play."""
        return (
            self.game in ("", play.game)
            and self.players in (0, len(play.players))
            and self.since <= play.ended < self.until
        )


@dataclass(frozen=True)
class HighestScore:
    """A game's record: the most points, by whom and when (unix seconds)."""

    game: str
    points: int
    name: str
    ended: float


@dataclass(frozen=True)
class TotalsOverTime:
    """Each person's totals after each game, in order; unchanged by games not played. `ended`: of
    the games, unix seconds; `played`: indices of a person's games.
    """

    ended: tuple[float, ...]
    totals: Mapping[str, tuple[int, ...]]
    played: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class CategoryAverages(Generic[_Category]):
    """A category's average in one game, by person who scored in it."""

    source: _Category
    averages: Mapping[str, float]


def seat_by_person(play: FinishedPlay, names: DisplayNames) -> dict[str, Player]:
    """Returns each counted person's seat by folded name; of several seats the best."""
    called = person_names(play, names)
    found: dict[str, Player] = {}
    for player in sorted(play.players, key=lambda player: player.rank):
        if called[player.seat]:
            found.setdefault(case_folded_name(called[player.seat]), player)
    return found


def sign_by_person(
    plays: Iterable[FinishedPlay], names: DisplayNames, sign_count: int
) -> dict[str, int]:
    """Returns which of `sign_count` signs, from 0, is each person's, by folded name, in the order
    in which they first played: that of their first seat, or the next one that nobody had before.
    Later plays change no earlier person's.
    """
    signs: dict[str, int] = {}
    ordered = sorted(plays, key=lambda play: (play.ended, play.code))
    for play in yielding(ordered, PLAYS_IN_A_ROW):
        called = person_names(play, names)
        for player in sorted(play.players, key=lambda player: player.seat):
            if called[player.seat]:
                key = case_folded_name(called[player.seat])
                signs.setdefault(key, free_sign(player.seat - 1, signs.values(), sign_count))
    return signs


def free_sign(wanted: int, taken: Collection[int], sign_count: int) -> int:
    """Returns the sign that is wanted, or the next one that is not taken; itself if all are."""
    order = [(wanted + more) % sign_count for more in range(sign_count)]
    return next((each for each in order if each not in taken), order[0])


def sort_plays_by_end(plays: Iterable[FinishedPlay]) -> list[FinishedPlay]:
    """Returns the plays in the order in which they ended."""
    return sorted(plays, key=lambda play: (play.ended, play.code))


def totals_over_time(
    plays: Iterable[FinishedPlay], names: DisplayNames, people: Sequence[PlayerStats], points: bool
) -> TotalsOverTime:
    """Returns these people's wins after each game or, with `points`, their points in each game."""
    ordered = sort_plays_by_end(plays)
    totals: dict[str, list[int]] = {one.name: [] for one in people}
    played: dict[str, list[int]] = {one.name: [] for one in people}
    for place, play in enumerate(yielding(ordered, PLAYS_IN_A_ROW)):
        there = seat_by_person(play, names)
        for name, so_far in totals.items():
            last, player = so_far[-1] if so_far else 0, there.get(case_folded_name(name))
            if player is not None:
                # Unknown points leave the line where it was.
                last = (
                    (last if player.total is None else player.total)
                    if points
                    else last + player.won
                )
                played[name].append(place)
            so_far.append(last)
    ended = tuple(play.ended for play in ordered)
    return TotalsOverTime(
        ended,
        {name: tuple(numbers) for name, numbers in totals.items()},
        {name: tuple(places) for name, places in played.items()},
    )


def head_to_head_counts(
    plays: Iterable[FinishedPlay], names: DisplayNames
) -> dict[tuple[str, str], tuple[int, int]]:
    """Returns, by pair of folded names, in how many games the first ranked above the second, and in
    how many they met.
    """
    found: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for play in plays:
        there = seat_by_person(play, names)
        for one, mine in there.items():
            for other, theirs in there.items():
                if one != other:
                    found[one, other][0] += mine.rank < theirs.rank
                    found[one, other][1] += 1
    return {pair: (before, met) for pair, (before, met) in found.items()}


def highest_scores(plays: Iterable[FinishedPlay], names: DisplayNames) -> list[HighestScore]:
    """Returns each game's record; of equal points, the earlier one."""
    found: dict[str, HighestScore] = {}
    for play in sort_plays_by_end(plays):
        called = person_names(play, names)
        for player in play.players:
            there = found.get(play.game)
            total, name = player.total, called[player.seat]
            if name and total is not None and (there is None or total > there.points):
                best = HighestScore(play.game, total, name, play.ended)
                found[play.game] = best
    return sorted(found.values(), key=lambda best: best.game)


def averages_by_category(
    plays: Iterable[FinishedPlay],
    names: DisplayNames,
    parts: Callable[[FinishedPlay], Sequence[tuple[_Category, Mapping[int, int]]]],
) -> list[CategoryAverages[_Category]]:
    """Returns everybody's averages by category of points in one game. `parts`: each category of a
    play with every seat's points.
    """
    sums: dict[_Category, dict[str, list[int]]] = {}
    for play in plays:
        there = seat_by_person(play, names)
        for source, points in parts(play):
            kind = sums.setdefault(source, defaultdict(list))
            for name, player in there.items():
                if player.seat in points:
                    kind[name].append(points[player.seat])
    return [
        CategoryAverages(source, {name: sum(all_) / len(all_) for name, all_ in kind.items()})
        for source, kind in sums.items()
    ]


def winning_category_by_person(
    plays: Iterable[FinishedPlay],
    names: DisplayNames,
    parts: Callable[[FinishedPlay], Sequence[tuple[_Category, Mapping[int, int]]]],
) -> dict[str, _Category]:
    """Returns, by winner's folded name, the category in which they exceed the others' average most,
    summed over the games they won. Winners who never exceed it are left out.
    """
    ahead: dict[str, dict[_Category, float]] = defaultdict(lambda: defaultdict(float))
    for play in plays:
        there = seat_by_person(play, names)
        for source, points in parts(play):
            for name, player in there.items():
                others = [points[each] for each in points if each != player.seat]
                if player.won and others and player.seat in points:
                    ahead[name][source] += points[player.seat] - sum(others) / len(others)
    best = {name: max(kinds.items(), key=lambda kind: kind[1]) for name, kinds in ahead.items()}
    return {name: source for name, (source, most) in best.items() if most > 0}


def player_counts(plays: Iterable[FinishedPlay]) -> list[int]:
    """Returns the player counts that occur, ascending."""
    return sorted({len(play.players) for play in plays})
