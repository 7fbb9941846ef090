"""Who scored what, at each state of the kept games: what it adds up to is what the game says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.referee.result_panels import Breakdown, Matrix
from companion.referee.text import english_translator
from tests.kit.kept_games import each_kept_game, states


def matrix_of(slug: str, state: Any, viewer: int) -> Matrix | None:
    found = [each for each in CATALOGUE[slug].show(state, viewer) if isinstance(each, Matrix)]
    assert len(found) < 2
    return found[0] if found else None


def the_same_as_its_source(slug: str, state: Any, matrix: Matrix) -> bool:
    """A matrix of one source adds up to that source, one of all to the seat's points."""
    game, totals = CATALOGUE[slug], dict(zip(matrix.seats, matrix.total, strict=True))
    if slug == "crafting":
        return all(state.board(seat).points.goals == total for seat, total in totals.items())
    return all(game.points(state, seat) == total for seat, total in totals.items())


@pytest.mark.long
@each_kept_game
def test_what_the_rows_add_up_to_is_what_the_game_counts(slug: str, file: Path) -> None:
    shown = 0
    for state in states(slug, file):
        matrix, seats = (matrix_of(slug, state, viewer) for viewer in (0, 1))
        if matrix is None or seats is None:
            assert matrix is seats
            continue
        shown += 1
        assert matrix == replace(seats, tab=matrix.tab, shared=matrix.shared)
        assert the_same_as_its_source(slug, state, matrix), english_translator(matrix.title)
        assert all(len(row.cells) == len(matrix.seats) for row in matrix.rows)
        assert all(any(row.cells) for row in matrix.rows)
    assert shown and any(isinstance(each, Breakdown) for each in CATALOGUE[slug].show(state, 0))
    assert matrix_of(slug, state, 0) is not None, "after the end too"
