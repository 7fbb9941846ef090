"""What a seat has before it while others play: when it is next, and what goals still hold."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.games.crafting import GAME
from companion.games.crafting.state import State
from companion.referee.panels import Banner, Panel, Tally
from companion.referee.rows import Rows
from companion.referee.text import english_translator
from tests.games.crafting.positions import opened, played

say = english_translator().say


def panels(state: State, seat: int) -> dict[str, Panel]:
    return {panel.id: panel for panel in GAME.show(state, seat)}


@pytest.mark.parametrize(
    ("counts", "words", "worth"),
    [
        ((1, 0), "scores after round 3: 1 more, and you get 6 too", ""),
        ((4, 0), "scores after round 3: 1 more, and you get 3", ""),
        ((4, 2), "scores after round 3: seat 1 has 4, you 2", "+3"),
        ((1, 2), "scores after round 3: seat 1 has 1, you 2", "+6"),
    ],
)
def test_a_goal_is_told_as_a_chance(counts: tuple[int, int], words: str, worth: str) -> None:
    told = [f"{seat} mend stable {n}" for seat, n in enumerate(counts, 1)]
    chances = panels(played(opened("crafting"), *told), 2)["chances"]
    assert isinstance(chances, Rows)
    (row,) = chances.rows
    assert row.detail and say(row.detail) == words
    assert (say(row.worth) if row.worth else "") == worth


def test_who_waits_has_the_points_in_one_line_and_no_goal_that_is_not_there() -> None:
    state = opened("crafting")
    told = panels(state, 2)
    tally, banner, chances = told["scores"], told["banner"], told["chances"]
    assert isinstance(tally, Tally) and isinstance(banner, Banner) and isinstance(chances, Rows)
    assert tally.in_line
    assert len(chances.rows) == sum(slug is not None for slug in state.goals_on_track) == 1
    assert say(banner.line) == "Round 1 · you're next"
    order = list(told)
    for one, other in pairwise(("scores", "chances", "wheel", "ahead")):
        assert order.index(one) < order.index(other)
