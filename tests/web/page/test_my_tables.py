"""The first page's row of a table: each seat once, with the points that everybody sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app
from companion.config import Config
from companion.games import CATALOGUE
from companion.play.lobby import public_points
from companion.referee.panels import Tally
from tests.kit.elements import parsed
from tests.kit.kept_games import each_kept_game, kept_games, states, transcript_of
from tests.kit.recorded import Moment, Recorded


def told(slug: str, state: Any) -> list[dict[int, int]]:
    """Each list of points that a watcher sees."""
    panels = CATALOGUE[slug].show(state, 0)
    lists = (panel.scores for panel in panels if isinstance(panel, Tally))
    return [{score.seat: score.points for score in each} for each in lists]


@each_kept_game
def test_every_list_of_points_says_the_same(slug: str, file: Path) -> None:
    several = 0
    for state in states(slug, file):
        lists = told(slug, state)
        several += len(lists) > 1
        assert all(each == public_points(CATALOGUE[slug], state) for each in lists)
    assert several, "who waits has a list beside that of the tab"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_first_page_tells_each_seats_points_once(slug: str, tmp_path: Path) -> None:
    app = create_app(Config(tmp_path / "tables.sqlite", "not so secret", heartbeat=60))
    app.testing = True
    recorded, file = Recorded(app), kept_games(slug)[0]
    for part in (0.2, 0.4, 0.6, 0.8):
        moment = Moment(file, round(len(transcript_of(file).moves) * part))
        scene = recorded.at(slug, moment)
        points = public_points(scene.table.game, scene.table.state)
        page = parsed(scene.phones[1].get("/").text)
        row = next(each for each in page.all("span") if each.is_a("scores"))
        shown = [each.inside[-1] for each in row.all("span") if each.is_a("num")]
        assert shown == [str(points[seat.number]) for seat in scene.table.seats]
    app.extensions["companion"].close()
