"""The geometry of a graph: its lines, labels and ends, in units of a picture 368 wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.referee.result_panels import GRAPH_LINE_COUNT, Graph
from companion.referee.text import Text

PLOT_LEFT, PLOT_RIGHT, PLOT_FLOOR = 28, 318, 146

#: The left and right edges of the picture, and the maximum width of a digit.
PICTURE_LEFT, PICTURE_RIGHT, MAX_DIGIT_WIDTH = -12, 356, 11

#: Distance between the horizontal lines.
GRID_LINE_DISTANCE = 42

#: More labels would touch each other.
MAX_AXIS_LABELS = 10

#: Minimum distance between line ends, and the range of their heights.
MIN_LABEL_DISTANCE, LABEL_TOP, LABEL_BOTTOM = 17, 14, 158

DASH_STYLE_COUNT = 4


@dataclass(frozen=True)
class Polyline:
    """A seat's line: its points in SVG notation, and its dash style."""

    seat: int
    dash: int
    points: str


@dataclass(frozen=True)
class Plot:
    """`grid`: height and value of each horizontal line; `labels`: position and words; `ends`: seat
    and height of the badge at the end of its line, the highest first.
    """

    grid: tuple[tuple[int, int], ...]
    labels: tuple[tuple[float, Text], ...]
    lines: tuple[Polyline, ...]
    ends: tuple[tuple[int, float], ...]

    @property
    def left_edge(self) -> int:
        """Returns the left edge of the picture: longer numbers need more room."""
        longest = max(len(str(value)) for _, value in self.grid)
        return PICTURE_LEFT - MAX_DIGIT_WIDTH * max(0, longest - 3)

    @property
    def width(self) -> int:
        """Returns the width of the picture."""
        return PICTURE_RIGHT - self.left_edge


def plot_of_graph(graph: Graph) -> Plot:
    """Returns the geometry of this graph."""
    step = graph.points_per_line
    wide = (PLOT_RIGHT - PLOT_LEFT) / max(len(graph.labels) - 1, 1)
    return Plot(
        grid=tuple(
            (PLOT_FLOOR - GRID_LINE_DISTANCE * k, step * k) for k in range(GRAPH_LINE_COUNT + 1)
        ),
        labels=tuple(_labels(graph.labels, wide)),
        lines=tuple(
            Polyline(seat, (seat - 1) % DASH_STYLE_COUNT, _points(totals, wide, step))
            for seat, totals in graph.series
        ),
        ends=tuple(_ends(graph, step)),
    )


def _labels(labels: tuple[Text, ...], wide: float) -> Iterator[tuple[float, Text]]:
    """Yields the last label, and as many before it as fit."""
    every, last = max(ceil(len(labels) / MAX_AXIS_LABELS), 1), len(labels) - 1
    for at, label in enumerate(labels):
        if at == last or (at % every == 0 and last - at >= every):
            yield round(PLOT_LEFT + wide * at, 1), label


def _height(total: int, step: int) -> float:
    return PLOT_FLOOR - max(total, 0) * GRID_LINE_DISTANCE / step


def _points(totals: tuple[int, ...], wide: float, step: int) -> str:
    spots = [(PLOT_LEFT + wide * at, _height(total, step)) for at, total in enumerate(totals)]
    return " ".join(f"{round(x, 1)},{round(y, 1)}" for x, y in spots)


def _ends(graph: Graph, step: int) -> Iterator[tuple[int, float]]:
    """Yields ends beside the last totals; where two would touch, the lower one moves down."""
    apart = min(MIN_LABEL_DISTANCE, (LABEL_BOTTOM - LABEL_TOP) / max(len(graph.series) - 1, 1))
    ends = sorted((-totals[-1], seat) for seat, totals in graph.series if totals)
    y = 0.0
    for at, (minus, seat) in enumerate(ends):
        below = len(ends) - 1 - at
        y = max(min(_height(-minus, step), LABEL_BOTTOM - apart * below), y + apart, LABEL_TOP)
        yield seat, round(y, 1)
