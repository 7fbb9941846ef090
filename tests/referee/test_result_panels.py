"""The graph of a finished game: what its lines are worth."""

from __future__ import annotations

import pytest

from companion.referee.result_panels import GRAPH_LINE_COUNT, Breakdown, Graph
from companion.referee.text import untranslated


def graph(highest: int) -> Graph:
    labels = (untranslated("0"), untranslated("1"))
    return Graph(
        id="graph", title=untranslated("Points"), series=((1, (0, highest)),), labels=labels
    )


@pytest.mark.parametrize(
    ("highest", "step"),
    [(0, 5), (14, 5), (16, 10), (199, 70), (999, 335), (1000, 350), (9_999, 3350), (12_200, 4500)],
)
def test_its_lines_are_round_numbers_above_all_totals(highest: int, step: int) -> None:
    assert graph(highest).points_per_line == step and step * GRAPH_LINE_COUNT >= highest


def test_the_bars_lie_end_to_end_without_what_costs_points() -> None:
    rows = (
        (untranslated("Life"), (3, 0)),
        (untranslated("Losses"), (-2, -1)),
        (untranslated("Goals"), (5, 0)),
    )
    told = Breakdown(
        id="breakdown", title=untranslated("Points"), seats=(2, 1), rows=rows, total=(6, -1)
    )
    assert [(bar.seat, bar.parts, bar.total) for bar in told.bars] == [
        (2, ((0, 3), (3, 5)), 6),
        (1, (), -1),
    ]
    assert told.longest_bar == 8
    alone = Breakdown(id="breakdown", title=untranslated("Points"), seats=(1,), rows=(), total=(0,))
    assert alone.longest_bar == 1
