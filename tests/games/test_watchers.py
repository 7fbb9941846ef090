"""What a phone without a seat sees while others play."""

from __future__ import annotations

from pathlib import Path

from companion.games import CATALOGUE
from companion.referee.panels import Tally
from tests.kit.kept_games import each_kept_game, states, transcript_of

#: Panels that such a phone has beside a turn alone, by game.
IN_PLAY = {"crafting": "goals-play", "empires": "payouts", "cosmogenesis": "theirs"}


@each_kept_game
def test_it_has_everybody_s_points_beside_the_turn(slug: str, file: Path) -> None:
    seats = {*range(1, transcript_of(file).seats + 1)}
    turns = 0
    for state in [*states(slug, file)][::20]:
        panels = [each for each in CATALOGUE[slug].show(state, 0) if each.tab == "turn"]
        if any(each.id == IN_PLAY[slug] for each in panels):
            turns += 1
            (points,) = (each for each in panels if isinstance(each, Tally))
            assert {score.seat for score in points.scores} == seats
    assert turns
