"""A graph as a drawing: where its lines, labels and ends are, in units of a picture 368 wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.referee.result_panels import LINES, Graph
from companion.referee.text import Text

LEFT, RIGHT, FLOOR = 28, 318, 146

#: The left and right end of the picture, and how wide a digit is where they are largest.
EDGE, END, DIGIT = -12, 356, 11

#: How far apart the lines above the floor are.
ROW = 42

#: More labels than these would touch each other.
MOST_LABELS = 10

#: Ends of lines keep apart, from the top down to where the last one may stand.
APART, TOP, BOTTOM = 17, 14, 158

DASHES = 4


@dataclass(frozen=True)
class Polyline:
    """A seat's line: its points, as SVG writes them, and the kind of its dashes."""

    seat: int
    dash: int
    points: str


@dataclass(frozen=True)
class Plot:
    """`grid`: height and value of each line across; `labels`: place and words; `ends`: seat and
    height of the badge at the end of its line, the highest first.
    """

    grid: tuple[tuple[int, int], ...]
    labels: tuple[tuple[float, Text], ...]
    lines: tuple[Polyline, ...]
    ends: tuple[tuple[int, float], ...]

    @property
    def edge(self) -> int:
        """Where the picture begins at the left: longer numbers need more room."""
        longest = max(len(str(value)) for _, value in self.grid)
        return EDGE - DIGIT * max(0, longest - 3)

    @property
    def wide(self) -> int:
        return END - self.edge


def plot(graph: Graph) -> Plot:
    """Where everything of this graph is."""
    step = graph.step
    wide = (RIGHT - LEFT) / max(len(graph.labels) - 1, 1)
    return Plot(
        grid=tuple((FLOOR - ROW * k, step * k) for k in range(LINES + 1)),
        labels=tuple(_labels(graph.labels, wide)),
        lines=tuple(
            Polyline(seat, (seat - 1) % DASHES, _points(totals, wide, step))
            for seat, totals in graph.series
        ),
        ends=tuple(_ends(graph, step)),
    )


def _labels(labels: tuple[Text, ...], wide: float) -> Iterator[tuple[float, Text]]:
    """The last label, and as many before it as have room."""
    every, last = max(ceil(len(labels) / MOST_LABELS), 1), len(labels) - 1
    for at, label in enumerate(labels):
        if at == last or (at % every == 0 and last - at >= every):
            yield round(LEFT + wide * at, 1), label


def _height(total: int, step: int) -> float:
    return FLOOR - max(total, 0) * ROW / step


def _points(totals: tuple[int, ...], wide: float, step: int) -> str:
    spots = [(LEFT + wide * at, _height(total, step)) for at, total in enumerate(totals)]
    return " ".join(f"{round(x, 1)},{round(y, 1)}" for x, y in spots)


def _ends(graph: Graph, step: int) -> Iterator[tuple[int, float]]:
    """Beside the last total; where two would touch, the lower one gives way downwards."""
    apart = min(APART, (BOTTOM - TOP) / max(len(graph.series) - 1, 1))
    ends = sorted((-totals[-1], seat) for seat, totals in graph.series if totals)
    y = 0.0
    for at, (minus, seat) in enumerate(ends):
        below = len(ends) - 1 - at
        y = max(min(_height(-minus, step), BOTTOM - apart * below), y + apart, TOP)
        yield seat, round(y, 1)
