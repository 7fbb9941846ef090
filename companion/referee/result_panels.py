"""The panels of a finished game: who won by what, and the graph of the points."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.panels import Panel
from companion.referee.text import Text


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


@dataclass(frozen=True, kw_only=True)
class Result(Panel):
    """The end: who won and why, by which rule."""

    winners: tuple[int, ...]
    reason: Text
    rule: str
