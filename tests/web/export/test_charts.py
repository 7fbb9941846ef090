"""The charts of every recorded game's result, on the page and in the picture to be sent: each line
ends at its seat's total, and the highest one nearly fills the chart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import CATALOGUE
from companion.play import TableStore, game_files
from companion.referee.game import Game
from companion.referee.result_panels import GRAPH_LINE_COUNT, Graph
from companion.review import review_game
from companion.tables import Table
from companion.web.export import image, pencil
from companion.web.request import table as admission
from companion.web.templating.plot import plot_of_graph
from tests.kit.kept_games import kept_games
from tests.kit.phones import Phone

FILES = [file for slug in CATALOGUE for file in kept_games(slug)]
LINE = re.compile(r'<polyline class="colour-(\w+) [^>]*points="([^"]+)"')


@pytest.fixture
def games() -> Mapping[str, Game]:
    return CATALOGUE


def ended(store: TableStore, file: Path) -> Table:
    return game_files.import_game(store, file.read_text("utf-8"), "somebody")


@pytest.mark.some(4)
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_every_line_ends_at_its_seats_total(
    app: Flask,
    store: TableStore,
    phone: Callable[[], Phone],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = ended(store, file)
    told = review_game(table)
    assert told and told.graph and told.breakdown
    totals = dict(zip(told.breakdown.seats, told.breakdown.total, strict=True))
    ends = {table.seat_at(seat).colour: total for seat, total in totals.items()}
    assert all(len(each) == len(told.graph.labels) for _, each in told.graph.series)

    watcher = phone()
    page = watcher.get(f"/t/{long_code(app, table)}").text
    lines = {
        colour: read(points.split()[-1].partition(",")[2], told.graph)
        for colour, points in LINE.findall(page)
    }
    assert lines == ends

    drawn: dict[str, float] = {}
    numbers: list[str] = []
    monkeypatch.setattr(pencil, "draw_line", noting(drawn, pencil.draw_line))
    monkeypatch.setattr(image.Canvas, "draw_text", noting_words(numbers, image.Canvas.draw_text))
    assert watcher.get(f"/t/{table.code}/result.png").status_code == 200
    highest = GRAPH_LINE_COUNT * told.graph.points_per_line
    heights = {round(image._height(total, highest), 1): total for total in range(highest + 1)}
    assert {
        colour: heights[round(y / pencil.SUPERSAMPLING_FACTOR, 1)] for colour, y in drawn.items()
    } == ends
    assert str(highest) in numbers and highest - max(ends.values()) < 15


def read(y: str, graph: Graph) -> int:
    """The total at this height of the drawing: between the lines whose values are written there."""
    (floor, _), (above, worth), *_ = plot_of_graph(graph).grid
    return round((floor - float(y)) / (floor - above) * worth)


def long_code(app: Flask, table: Table) -> str:
    with app.test_request_context():
        return admission.long_link_code(table.code)


def noting(drawn: dict[str, float], line: Callable[..., None]) -> Callable[..., None]:
    def note(draw: Any, points: Sequence[tuple[float, float]], colour: str, style: int) -> None:
        drawn[colour] = points[-1][1]
        line(draw, points, colour, style)

    return note


def noting_words(numbers: list[str], words: Callable[..., None]) -> Callable[..., None]:
    def note(canvas: Any, x: float, told: str, *rest: Any, **more: Any) -> None:
        numbers.append(told)
        words(canvas, x, told, *rest, **more)

    return note
