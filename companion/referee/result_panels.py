"""The panels of a finished game: who won by what, and the graph of the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from companion.referee.panels import Panel
from companion.referee.text import Text

#: A graph has three lines above its floor, each worth a multiple of n points; with totals of
#: four digits of ten times as many, and so on.
LINES, ROUND = 3, 5


@dataclass(frozen=True, kw_only=True)
class Breakdown(Panel):
    """A table of numbers: one row a category, one column a seat, the last row the total."""

    title: Text
    seats: tuple[int, ...]
    rows: tuple[tuple[Text, tuple[int, ...]], ...]
    total: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Graph(Panel):
    """Points by round: for each seat the totals after each round, beginning with 0."""

    title: Text
    series: tuple[tuple[int, tuple[int, ...]], ...]
    labels: tuple[Text, ...]
    note: Text | None = None

    @property
    def step(self) -> int:
        """What each of its three lines above the floor is worth more than the one below."""
        highest = max((max(totals, default=0) for _, totals in self.series), default=0)
        each = ROUND * int(10 ** max(0, len(str(highest)) - 3))
        return max(each * ceil(highest / (LINES * each)), each)

    def up_to(self, end: Mapping[int, int]) -> Graph:
        """The same, ending at what each seat has in the end: in a last column of its own where
        the last round has told less.
        """
        if all(totals[-1] == end[seat] for seat, totals in self.series):
            return self
        series = tuple((seat, (*totals, end[seat])) for seat, totals in self.series)
        return replace(self, series=series, labels=(*self.labels, Text("end")))


@dataclass(frozen=True, kw_only=True)
class Result(Panel):
    """The end: who won and why, by which rule."""

    winners: tuple[int, ...]
    reason: Text
    rule: str
