"""The panels of what was scored: who won by what, what each thing gave, the graph of the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil

from companion.referee.panels import Panel
from companion.referee.text import Text

#: A graph has `GRAPH_LINE_COUNT` lines above its floor, at multiples of `POINTS_MULTIPLE` points;
#: ten times that for totals of four digits, and so on.
GRAPH_LINE_COUNT, POINTS_MULTIPLE = 3, 5


@dataclass(frozen=True)
class SeatBar:
    """A seat's points as a bar: each category's start and length in points, and the total."""

    seat: int
    parts: tuple[tuple[int, int], ...]
    total: int


@dataclass(frozen=True, kw_only=True)
class Breakdown(Panel):
    """Points by category: a row per category, a column per seat, and the totals."""

    title: Text
    seats: tuple[int, ...]
    rows: tuple[tuple[Text, tuple[int, ...]], ...]
    total: tuple[int, ...]

    @property
    def longest_bar(self) -> int:
        """The length of the longest of the bars, in points; at least 1."""
        return max([1, *(sum(length for _, length in bar.parts) for bar in self.bars)])

    @property
    def bars(self) -> tuple[SeatBar, ...]:
        """A bar per seat, in their order. What costs points has no length."""
        rows = [points for _, points in self.rows]
        return tuple(
            SeatBar(seat, _end_to_end([max(0, points[at]) for points in rows]), self.total[at])
            for at, seat in enumerate(self.seats)
        )


def _end_to_end(lengths: list[int]) -> tuple[tuple[int, int], ...]:
    starts = accumulate(lengths, initial=0)
    return tuple((start, length) for start, length in zip(starts, lengths, strict=False) if length)


@dataclass(frozen=True)
class ScoredCell:
    """What a seat has of one thing that scores: its points, None if not known yet; in `detail`,
    what they are for.
    """

    points: int | None
    detail: Text | None = None


@dataclass(frozen=True)
class ScoreMatrixRow:
    """One thing that scores, and what each seat has of it in the order of the matrix; None: nothing
    to do with it.
    """

    label: Text
    cells: tuple[ScoredCell | None, ...]
    detail: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Matrix(Panel):
    """Who scored what, during the game and after it: a row for each thing, a column for each seat,
    and each seat's total of all rows. Of what is hidden it holds nothing, whoever looks.
    """

    title: Text
    seats: tuple[int, ...]
    rows: tuple[ScoreMatrixRow, ...]

    @property
    def total(self) -> tuple[int, ...]:
        """Each seat's points of all rows, as far as they are known."""
        columns = zip(*(row.cells for row in self.rows), strict=True)
        return tuple(sum(cell.points or 0 for cell in cells if cell) for cells in columns)


@dataclass(frozen=True, kw_only=True)
class Graph(Panel):
    """Points by round: each seat's totals after each round, beginning with 0."""

    title: Text
    series: tuple[tuple[int, tuple[int, ...]], ...]
    labels: tuple[Text, ...]
    note: Text | None = None

    @property
    def points_per_line(self) -> int:
        """Points between two of its horizontal lines."""
        highest = max((max(totals, default=0) for _, totals in self.series), default=0)
        each = POINTS_MULTIPLE * int(10 ** max(0, len(str(highest)) - 3))
        return max(each * ceil(highest / (GRAPH_LINE_COUNT * each)), each)

    def with_final_totals(self, end: Mapping[int, int]) -> Graph:
        """Returns the graph ending at the final totals `end`, in a column of their own if the last
        round's totals differ.
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
