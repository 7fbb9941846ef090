"""What the games put on the television at the end."""

from __future__ import annotations

from pathlib import Path

from companion.games import CATALOGUE
from companion.referee.panels import Scene
from tests.kit.kept_games import each_kept_game, last_state, told


@each_kept_game
def test_at_the_end_everybody_s_work_is_drawn_once(slug: str, file: Path) -> None:
    panels = CATALOGUE[slug].show(last_state(slug, file), 0)
    drawn = [panel for panel in panels if panel.id == "finished" and panel.screen == "scores"]
    assert len(drawn) == 1 and isinstance(drawn[0], Scene)
    works = getattr(drawn[0].facts, "systems", drawn[0].facts)
    assert sorted(work.seat for work in works) == [*range(1, told(file).seats + 1)]
